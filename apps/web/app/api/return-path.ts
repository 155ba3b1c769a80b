// Where the sign-in and the admin area are, and the path to return to after signing in or buying credits; never another site.

const parameter = 'next'

/** Where the admin area begins; everything in it is below. */
export const adminPath = '/internal-dashboard-admin'

/** `/login?next=…` to return to a path of this store. */
export function loginPath(from: string): string {
  return `/login?${new URLSearchParams({ [parameter]: from })}`
}

/** The same for the page where an account is created. */
export function registerPath(from: string): string {
  return `/register?${new URLSearchParams({ [parameter]: from })}`
}

/** Navigation state of a visit to the sign-in page on purpose: who is signed in is not sent on at once. */
export const stayOnPage = { staysOnPage: true } as const

/** The path to return to, or undefined when there is none or it leads to another site. */
export function findReturnPath(search: URLSearchParams): string | undefined {
  const path = search.get(parameter)
  if (!path) return undefined
  // A path such as //evil.example or /\evil.example is another site's address: only the parser knows them all.
  const base = 'https://store.invalid'
  if (!path.startsWith('/') || !URL.canParse(path, base)) return undefined
  const url = new URL(path, base)
  // What is left of /.//evil.example once its dots are resolved would be another site's address again.
  if (url.origin !== base || url.pathname.startsWith('//')) return undefined
  return `${url.pathname}${url.search}${url.hash}`
}
