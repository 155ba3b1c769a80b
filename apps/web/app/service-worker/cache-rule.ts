// What the service worker may cache, by address, and for whom.

/** A language's prefix of an address: `/hi/templates-list`. */
const LANGUAGE = /^\/([a-z]{2})(?=\/|$)/

/** Pages about money, an account or staff, and addresses that are no pages: always from the network. */
const NETWORK_ONLY = new Set([
  ...['pricing', 'buy-credits', 'cart', 'purchased', 'liked', 'payment-history', 'credit-purchase-success', 'profile'],
  ...[
    'login',
    'register',
    'staff-invitation',
    'sign-in-link',
    'internal-dashboard-admin',
    'setup',
    'sandbox',
    'offline',
  ],
  ...['api', 'files', 'media', 'assets', 'texts', 'receipts', 'v1', '__manifest'],
])
/** Lists, whose address contains search and sort order. */
const LISTS = new Set(['templates-list', 'image-templates', 'direct-sell-templates'])
/** Parameters that only measure visits. */
const MEASURING = /^(utm_.*|fbclid|gclid|gbraid|wbraid|msclkid|igshid|mc_eid)$/
const EDITOR = /\/(server-render|direct-upload|direct-upload-image)\/?$/i
/** Pages of one segment that are not an editor; any other is the canvas editor of a template. */
const READ = new Set([
  ...['faq', 'features', 'tutorials', 'support', 'contact', 'terms', 'privacy', 'cookies', 'refund', 'blog'],
  ...['projects', 'license', 'about'],
])

/** `/hi` for an address in a language with a prefix, else nothing. */
export function languagePrefix(pathname: string): string {
  return LANGUAGE.exec(pathname)?.[0] ?? ''
}

const splitPath = (pathname: string) =>
  pathname.slice(languagePrefix(pathname).length).toLowerCase().split('/').filter(Boolean)

/** Whether a page may be cached for use without a network. The HTML of a page is the same for everyone. */
export function mayKeepPage(pathname: string): boolean {
  const [first = '', ...others] = splitPath(pathname)
  const last = others.at(-1) ?? first
  return !NETWORK_ONLY.has(first) && !last.includes('.')
}

/** Whether an address is that of an editor. */
export function isEditorPath(pathname: string): boolean {
  const [first, ...others] = splitPath(pathname)
  if (first === undefined || !mayKeepPage(pathname)) return false
  return EDITOR.test(pathname) || (others.length === 0 && !READ.has(first) && !LISTS.has(first))
}

/** The cache key of a page: without parameters that do not change it. */
export function pageKey({ origin, pathname, search }: Pick<URL, 'origin' | 'pathname' | 'search'>): string {
  const path = pathname.replace(/(.)\/$/, '$1')
  if (!LISTS.has(splitPath(path)[0] ?? '')) return origin + path
  const parts = new URLSearchParams(search)
  for (const name of [...parts.keys()]) if (MEASURING.test(name)) parts.delete(name)
  return origin + path + (parts.size > 0 ? `?${parts}` : '')
}

/** Built files and texts, whose names change with their contents. */
export const isBuilt = (pathname: string) => /^\/(assets|texts)\//.test(pathname)

/** Pictures, fonts and music of templates, which never change under their address. Videos are too large. */
export const isPublicFile = (pathname: string) =>
  /^\/media\/.*\.(webp|jpg|png|avif|gif|ttf|otf|woff2|m4a|mp3)$/.test(pathname)

/** Files of the brand: icons, the manifest, the owner's typefaces. */
export const isBrandFile = (pathname: string) =>
  /^\/(favicon\.svg|icon(-\w+)?\.png|apple-touch-icon\.png|manifest\.webmanifest|typefaces\.css)$/.test(pathname)

/** Pictures that a customer has uploaded, by their signed links; not downloads. */
export const isOwnFile = ({ pathname, searchParams }: Pick<URL, 'pathname' | 'searchParams'>) =>
  pathname.startsWith('/files/') && !searchParams.has('name') && /\.(webp|jpg|png|avif|gif)$/.test(pathname)

/** API responses that an editor and the list of projects need. None of them determines a price or a payment. */
export const isEditorAnswer = (pathname: string) =>
  /^\/api\/(profile|fonts|assets|projects(\/[^/]+(\/document)?)?|template\/[^/]+(\/document)?|own-templates\/[^/]+|user-generated-videos)$/.test(
    pathname,
  )

/** A project, whose cached copy is updated by the response to saving it. */
export const isProject = (pathname: string) => /^\/api\/projects\/[^/]+$/.test(pathname)

// The caches of accounts, and the messages between pages and the service worker. Pages import only types.

/** The prefix of caches that belong to one account. */
const OWN = 'own-'
export const OWN_FILES = 'own-files'

/** The cache name of a session. The token itself is not stored. */
export async function ownCacheName(token: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token)))
  return OWN + [...digest.subarray(0, 12)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * Deletes the cached responses of other sessions; all of them when nobody is signed in. @param token of the current
 * session
 */
export async function forgetOtherSessions(token: string | undefined): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(OWN))
  const own = token === undefined ? undefined : await ownCacheName(`Bearer ${token}`)
  const others = names.filter((name) => name !== own && name !== OWN_FILES)
  if (own !== undefined && others.length === 0) return
  await Promise.all([...others, OWN_FILES].map((name) => caches.delete(name)))
}

/** Messages from pages to the worker. */
export type ToWorker =
  /** The current page, the addresses that it has loaded, and the session that loaded them. */
  | { keep: 'page'; page: string; files: readonly string[]; token: string | undefined }
  /** Keeps the responses of this session only; undefined: of none. */
  | { keep: 'session'; token: string | undefined }
/** Messages from the worker to pages: a response came from the device. */
export type FromWorker = { answered: 'from-device' }
