// Security headers of all responses.
import type { TagIds } from '@vitrine/contract/settings'
import type { FastifyInstance } from 'fastify'

const NO_DEVICES = 'camera=(), microphone=(), geolocation=(), usb=()'

const FIXED = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': `${NO_DEVICES}, payment=(self)`,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
} as const

/** For data responses: nothing in them may run, load or be framed, even in their own tab. */
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; sandbox"

/**
 * For built files: a worker's policy is that of its script, not of the page. The video editor's workers read videos, call this
 * server, run WebAssembly, and start a library's worker from a blob.
 */
export const WORKER_POLICY = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "connect-src 'self' blob: data:",
  "worker-src 'self' blob:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const TWO_YEARS_SECONDS = 2 * 365 * 24 * 60 * 60

/** The headers of every data response. */
export const dataHeaders: Readonly<Record<string, string>> = { ...FIXED, 'content-security-policy': DATA_POLICY }

/** Additional headers over HTTPS: names and values in turn. */
export const HTTPS_HEADERS: readonly string[] = ['strict-transport-security', `max-age=${TWO_YEARS_SECONDS}`]

/** Sets the headers of every response. Pages replace the content security policy by their own. */
export function addSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(dataHeaders)
    const [name = '', value] = HTTPS_HEADERS
    if (request.protocol === 'https') reply.header(name, value)
  })
}

/**
 * Google's sign-in window and the bank windows that Razorpay opens post their result to their opener; an isolated page
 * would never receive it.
 */
const OPENER_POLICY = 'same-origin-allow-popups'

/** Google's sign-in library frames and styles its own button. */
const GOOGLE: Sources = {
  script: ['https://accounts.google.com/gsi/client'],
  style: ['https://accounts.google.com/gsi/style'],
  connect: ['https://accounts.google.com/gsi/'],
  frame: ['https://accounts.google.com/gsi/'],
}

/** The checkout, its fraud check, its frames and its log, as in Razorpay's own integrations. */
const RAZORPAY: Sources = {
  script: ['https://checkout.razorpay.com', 'https://cdn.razorpay.com'],
  connect: ['https://api.razorpay.com', 'https://lumberjack.razorpay.com', 'https://lumberjack-metrics.razorpay.com'],
  image: ['https://cdn.razorpay.com'],
  frame: ['https://api.razorpay.com', 'https://checkout.razorpay.com'],
  // Without support for frames, the checkout posts the customer to its own page.
  form: ['https://api.razorpay.com'],
}

type Sources = Partial<Record<'script' | 'style' | 'connect' | 'image' | 'frame' | 'font' | 'form', readonly string[]>>

/** External origins that pages may use. */
export interface PageReach {
  readonly isDevelopment?: boolean
  readonly usesGoogle?: boolean
  readonly usesRazorpay?: boolean
  /** The analytics services a visitor may agree to. */
  readonly tags?: TagIds
}

/**
 * Whether a page runs the payment checkout. Links to Buy Credits reload the document, so no other page has to allow the gateway.
 * `path` is as in the request: it matches in any case, and with a trailing slash or encoded letters.
 */
export function runsCheckout(path: string): boolean {
  const { pathname = '' } = URL.parse(path, 'http://store.invalid') ?? {}
  return /^\/buy-credits\/?$/i.test(decodePath(pathname))
}

function decodePath(pathname: string): string {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return pathname
  }
}

/**
 * The policy of a page with inline scripts of these hashes (`sha256-…`). In development Vite uses inline scripts and styles and a
 * web socket, which hashes would forbid.
 */
export function pagePolicy(scriptHashes: readonly string[], reach: PageReach = {}): string {
  const { isDevelopment = false, usesGoogle = false, usesRazorpay = false, tags = {} } = reach
  const outside: Sources[] = [...(usesGoogle ? [GOOGLE] : []), ...(usesRazorpay ? [RAZORPAY] : []), tagSources(tags)]
  const also = (kind: keyof Sources) => outside.flatMap((sources) => sources[kind] ?? []).map((origin) => ` ${origin}`)
  const allow = (own: string, kind: keyof Sources) => own + also(kind).join('')
  const inline = isDevelopment ? ["'unsafe-inline'"] : scriptHashes.map((hash) => `'${hash}'`)
  return [
    "default-src 'self'",
    // The editors use WebAssembly to shape text and mix sound.
    allow(["script-src 'self'", ...inline, "'wasm-unsafe-eval'"].join(' '), 'script'),
    allow(`style-src 'self'${isDevelopment ? " 'unsafe-inline'" : ''}`, 'style'),
    // React writes style attributes (positions, dominant colours) while rendering on the server.
    "style-src-attr 'unsafe-inline'",
    allow("img-src 'self' blob: data:", 'image'),
    "media-src 'self' blob: data:",
    allow("font-src 'self' data:", 'font'),
    "worker-src 'self' blob:",
    allow(`connect-src 'self'${isDevelopment ? ' ws: wss:' : ''} blob: data:`, 'connect'),
    ...(also('frame').length > 0 ? [allow("frame-src 'self'", 'frame')] : []),
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    allow("form-action 'self'", 'form'),
    "frame-ancestors 'none'",
  ].join('; ')
}

/** The security headers of a page. */
export function pageHeaders(scriptHashes: readonly string[], reach: PageReach): Record<string, string> {
  const { usesGoogle, usesRazorpay } = reach
  return {
    ...FIXED,
    'content-security-policy': pagePolicy(scriptHashes, reach),
    ...((usesGoogle || usesRazorpay) && { 'cross-origin-opener-policy': OPENER_POLICY }),
    ...(usesRazorpay && { 'permissions-policy': `${NO_DEVICES}, payment=(self "https://api.razorpay.com")` }),
  }
}

const GOOGLE_ANALYTICS = [
  'https://www.googletagmanager.com',
  'https://*.google-analytics.com',
  'https://*.analytics.google.com',
]

/** The additions to the content security policy, as the services' own documentation lists them. */
function tagSources({ analytics, tagManager, pixel, heatmap }: TagIds): Sources {
  const usesGoogle = analytics !== undefined || tagManager !== undefined
  return {
    script: [
      ...(usesGoogle ? ['https://www.googletagmanager.com'] : []),
      ...(pixel ? ['https://connect.facebook.net'] : []),
      ...(heatmap ? ['https://static.hotjar.com', 'https://script.hotjar.com'] : []),
    ],
    connect: [
      ...(usesGoogle ? GOOGLE_ANALYTICS : []),
      ...(pixel ? ['https://www.facebook.com', 'https://connect.facebook.net'] : []),
      ...(heatmap ? ['https://*.hotjar.com', 'https://*.hotjar.io', 'wss://*.hotjar.com'] : []),
    ],
    image: [
      ...(usesGoogle ? GOOGLE_ANALYTICS : []),
      ...(pixel ? ['https://www.facebook.com'] : []),
      ...(heatmap ? ['https://*.hotjar.com'] : []),
    ],
    frame: tagManager ? ['https://www.googletagmanager.com'] : [],
    font: heatmap ? ['https://script.hotjar.com'] : [],
  }
}
