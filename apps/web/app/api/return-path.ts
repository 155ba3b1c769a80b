// Where the sign-in and the admin area are, and the path to return to after signing in or buying credits; never another site.

const parameter = 'next'

/** The root of the admin area's paths. */
export const adminPath = '/internal-dashboard-admin'

/** `/login?next=…` to return to a path of this store. */
export function loginPath(from: string): string {
  return `/login?${new URLSearchParams({ [parameter]: from })}`
}

/** The same for the page where an account is created. */
export function registerPath(from: string): string {
  return `/register?${new URLSearchParams({ [parameter]: from })}`
}

/** Navigation state for visiting the sign-in page on purpose: signed-in users are not redirected at once. */
export const stayOnPage = { staysOnPage: true } as const

/** The path to return to, or undefined when there is none or it leads to another site. */
export function findReturnPath(search: URLSearchParams): string | undefined {
  const path = search.get(parameter)
  if (!path) return undefined
  // Paths such as //evil.example or /\evil.example are addresses of other sites: only the URL parser knows them all.
  const base = 'https://store.invalid'
  if (!path.startsWith('/') || !URL.canParse(path, base)) return undefined
  const url = new URL(path, base)
  // Resolving the dots of /.//evil.example would leave an address of another site.
  if (url.origin !== base || url.pathname.startsWith('//')) return undefined
  return `${url.pathname}${url.search}${url.hash}`
}
