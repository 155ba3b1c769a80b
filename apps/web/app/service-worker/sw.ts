// The service worker: caches what was seen, so that lists, pages of templates, the customer's projects and the editors
// open without a network. Pages come from the network whenever there is one; the cache is only the fallback.

import { disable as disablePreload, enable as enablePreload } from 'workbox-navigation-preload'
import { registerRoute } from 'workbox-routing'
import { CacheFirst, NetworkFirst, StaleWhileRevalidate } from 'workbox-strategies'
import {
  type FromWorker,
  forgetOtherSessions,
  isBrandFile,
  isBuilt,
  isEditorAnswer,
  isEditorPath,
  isOwnFile,
  isProject,
  isPublicFile,
  languagePrefix,
  mayKeepPage,
  OWN_FILES,
  ownCacheName,
  pageKey,
  type ToWorker,
} from './cache-rule.ts'

declare const self: WorkerScope
/** The current build: a name that changes with any of its files, and the files of the editors. */
declare const BUILD: { readonly version: string; readonly editors: readonly string[] }

const ASSETS = 'assets'
const MEDIA = 'media'
const BRAND = 'brand'
const PUBLIC = 'public-answers'
const PAGES_OF = 'pages-'
const PAGES = PAGES_OF + BUILD.version
const MAX_ENTRIES = { assets: 800, media: 400, pages: 80, answers: 300 }
/** Marks in the asset cache that the editors are cached, including those of later versions. */
const EDITORS_WANTED = '/assets/editors-wanted'
/** A page that was just fetched is not fetched again for the cache. */
const FRESH_MS = 60_000

/** Caches only complete successes: no errors, redirects or partial files. */
const whole = {
  cacheWillUpdate: async ({ response }: { response: Response }) => (response.status === 200 ? response : null),
}
const matchOptions = { ignoreVary: true }

/** Removes the oldest entries beyond a number. */
async function trim(name: string, max: number): Promise<void> {
  const cache = await caches.open(name)
  const keys = await cache.keys()
  for (const key of keys.slice(0, Math.max(0, keys.length - max))) await cache.delete(key)
}

const trimming = (name: string, max: number) => ({ cacheDidUpdate: () => trim(name, max) })

/** Notifies the pages that their content may be outdated. */
async function tellPages(): Promise<void> {
  const message: FromWorker = { answered: 'from-device' }
  for (const client of await self.clients.matchAll()) client.postMessage(message)
}

const isOwnOrigin = (url: URL) => url.origin === self.location.origin
const hasRange = (request: Request) => request.headers.has('range')
const readToken = (request: Request) => request.headers.get('authorization') ?? undefined

// Files that never change under their address.
registerRoute(
  ({ url }) => isOwnOrigin(url) && isBuilt(url.pathname),
  new CacheFirst({ cacheName: ASSETS, matchOptions, plugins: [whole, trimming(ASSETS, MAX_ENTRIES.assets)] }),
)
registerRoute(
  ({ url, request }) => isOwnOrigin(url) && isPublicFile(url.pathname) && !hasRange(request),
  new CacheFirst({ cacheName: MEDIA, matchOptions, plugins: [whole, trimming(MEDIA, MAX_ENTRIES.media)] }),
)
registerRoute(
  ({ url }) => isOwnOrigin(url) && isBrandFile(url.pathname),
  new StaleWhileRevalidate({ cacheName: BRAND, matchOptions, plugins: [whole] }),
)
registerRoute(
  ({ url, request }) => isOwnOrigin(url) && isOwnFile(url) && !hasRange(request),
  new CacheFirst({ cacheName: OWN_FILES, matchOptions, plugins: [whole, trimming(OWN_FILES, MAX_ENTRIES.media)] }),
)

// Responses of the API, in a separate cache per account.
const cacheFor = async (request: Request) => {
  const token = readToken(request)
  return token === undefined ? PUBLIC : ownCacheName(token)
}
registerRoute(
  ({ url }) => isOwnOrigin(url) && isEditorAnswer(url.pathname),
  async ({ request, event }) => {
    const cacheName = await cacheFor(request)
    const telling = { cachedResponseWillBeUsed: said }
    const plugins = [whole, trimming(cacheName, MAX_ENTRIES.answers), telling]
    return new NetworkFirst({ cacheName, matchOptions, plugins }).handle({ request, event })
  },
)
registerRoute(
  ({ url, request }) => isOwnOrigin(url) && isProject(url.pathname) && readToken(request) !== undefined,
  async ({ request, url, event }) => {
    const cacheName = await cacheFor(request)
    const response = await fetch(request)
    // Caches the saved project: an older one would be opened without a network, and conflict with this one later.
    if (response.ok) {
      const copy = response.clone()
      // A device without room still saves.
      event.waitUntil(
        caches
          .open(cacheName)
          .then((cache) => cache.put(url.href, copy))
          .catch(() => undefined),
      )
    }
    return response
  },
  'PUT',
)

async function said({ cachedResponse }: { cachedResponse?: Response }): Promise<Response | undefined> {
  if (cachedResponse) await tellPages()
  return cachedResponse
}

// Pages.
const pages = new NetworkFirst({
  cacheName: PAGES,
  matchOptions,
  plugins: [
    whole,
    trimming(PAGES, MAX_ENTRIES.pages),
    { cacheKeyWillBeUsed: async ({ request }) => pageKey(new URL(request.url)) },
    {
      cachedResponseWillBeUsed: async ({ cachedResponse }) =>
        cachedResponse && edit(cachedResponse, (html) => html.replace('<html ', '<html data-kept="" ')),
    },
  ],
})
registerRoute(
  ({ url, request }) => request.mode === 'navigate' && isOwnOrigin(url),
  async (options) => {
    const { url, event, request } = options
    try {
      if (!mayKeepPage(url.pathname)) return await fetchPage(event as PreloadEvent, request)
      const response = await pages.handle(options)
      if (response.ok) event.waitUntil(keepOfflinePage(languagePrefix(url.pathname)))
      return response
    } catch (error) {
      const { pathname } = url
      // Documents that are no pages, such as receipts and downloads, fail as they do without a worker.
      if (/^\/(api|files|media|receipts|v1)\//.test(pathname)) throw error
      return findOfflinePage(languagePrefix(pathname))
    }
  },
)

type PreloadEvent = ExtendableEvent & { preloadResponse?: Promise<Response | undefined> }
type ExtendableEvent = { waitUntil(promise: Promise<unknown>): void }

async function fetchPage(event: PreloadEvent, request: Request): Promise<Response> {
  return (await event.preloadResponse) ?? fetch(request)
}

/** A response with other text. */
async function edit(response: Response, change: (text: string) => string): Promise<Response> {
  const { status, statusText, headers } = response
  return new Response(change(await response.text()), { status, statusText, headers })
}

/** Caches a page with the files that its HTML names. Caches nothing for an incomplete page. */
async function keepPage(address: string): Promise<void> {
  const url = new URL(address, self.location.origin)
  if (!isOwnOrigin(url) || !mayKeepPage(url.pathname)) return
  const key = pageKey(url)
  const cache = await caches.open(PAGES)
  const present = await cache.match(key, matchOptions)
  if (present && Date.now() - Date.parse(present.headers.get('date') ?? '') < FRESH_MS) return
  const response = await fetch(key, { redirect: 'manual' })
  if (response.status !== 200) return
  const html = await response.clone().text()
  await cache.put(key, response)
  await trim(PAGES, MAX_ENTRIES.pages)
  await keepFiles(listFiles(html))
}

/** Caches the content of a page; for an editor also everything that editors and their exports may need later. */
async function keepSeen({ page, files, token }: Extract<ToWorker, { keep: 'page' }>): Promise<void> {
  await keepPage(page)
  await keepFiles(files)
  await keepAnswers(files, token)
  if (isEditorPath(new URL(page, self.location.origin).pathname) && !savesData()) await keepEditors()
}

const listFiles = (html: string) => [...new Set(html.match(/\/assets\/[\w.-]+\.(?:js|css|woff2|wasm)/g) ?? [])]

/** Caches missing files. One that cannot be loaded is left out. */
async function keepFiles(paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    // Pages name complete addresses, including those of other sites.
    const url = new URL(path, self.location.origin)
    const name = isBuilt(url.pathname)
      ? ASSETS
      : isPublicFile(url.pathname)
        ? MEDIA
        : isBrandFile(url.pathname)
          ? BRAND
          : ''
    if (!isOwnOrigin(url) || name === '') continue
    const cache = await caches.open(name)
    if (await cache.match(url.href, matchOptions)) continue
    const response = await fetch(url.href).catch(() => undefined)
    if (response?.status === 200) await cache.put(url.href, response)
  }
}

/** Caches missing responses: those of the first visit came before there was a worker. */
async function keepAnswers(addresses: readonly string[], token: string | undefined): Promise<void> {
  for (const address of addresses) {
    const url = new URL(address, self.location.origin)
    if (!isOwnOrigin(url) || !isEditorAnswer(url.pathname)) continue
    const request = new Request(url, { headers: token === undefined ? {} : { authorization: `Bearer ${token}` } })
    const cache = await caches.open(await cacheFor(request))
    if (await cache.match(request, matchOptions)) continue
    const response = await fetch(request).catch(() => undefined)
    if (response?.status === 200) await cache.put(request, response)
  }
}

const offlineKey = (prefix: string) => `${self.location.origin}${prefix}/offline`

/** The page for uncached addresses, without scripts, because they would look for the page of the address. */
async function keepOfflinePage(prefix: string): Promise<void> {
  const cache = await caches.open(PAGES)
  if (await cache.match(offlineKey(prefix), matchOptions)) return
  const response = await fetch(offlineKey(prefix), { redirect: 'manual' })
  if (response.status !== 200) throw new Error(`no offline page for ${prefix || 'English'}`)
  const plain = await edit(response, (html) =>
    html
      .replace(/<script\b[\s\S]*?<\/script>/g, '')
      .replace(/<link rel="(?:modulepreload|vitrine\/late)"[^>]*>/g, '')
      // "Try again" requests the current address, which is that of the requested page.
      .replace(/<a href="[^"]*\/offline"/, '<a href=""'),
  )
  await keepFiles(listFiles(await plain.clone().text()))
  await cache.put(offlineKey(prefix), plain)
}

async function findOfflinePage(prefix: string): Promise<Response> {
  const cache = await caches.open(PAGES)
  const own = await cache.match(offlineKey(prefix), matchOptions)
  return own ?? (await cache.match(offlineKey(''), matchOptions)) ?? Response.error()
}

/** Whether the visitor has turned on the browser's data saver. */
function savesData(): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true
}

async function keepEditors(): Promise<void> {
  const cache = await caches.open(ASSETS)
  await cache.put(EDITORS_WANTED, new Response())
  await keepFiles(BUILD.editors)
}

/**
 * Fetches pages of an earlier version again, so that pages opened without a network are complete and of this version.
 */
async function replaceEarlierPages(): Promise<void> {
  const earlier = (await caches.keys()).filter((name) => name.startsWith(PAGES_OF) && name !== PAGES)
  for (const name of earlier) {
    const keys = await (await caches.open(name)).keys()
    for (const { url } of keys) await keepPage(url).catch(() => undefined)
    await caches.delete(name)
  }
  if (await (await caches.open(ASSETS)).match(EDITORS_WANTED)) await keepEditors()
}

self.addEventListener('install', (event) => {
  event.waitUntil(keepOfflinePage('').then(() => self.skipWaiting()))
})
self.addEventListener('activate', (event) => {
  event.waitUntil(self.clients.claim())
  // Not awaited, because no page should wait for others to be fetched.
  void replaceEarlierPages().catch(() => undefined)
})
self.addEventListener('message', (event) => {
  const { data } = event as unknown as { data: ToWorker }
  event.waitUntil((data.keep === 'session' ? forgetOtherSessions(data.token) : keepSeen(data)).catch(() => undefined))
})
// Firefox shows its own error page when a preload fails, whatever the worker responds
// (https://github.com/GoogleChrome/workbox/issues/3134). The setting outlives the worker that chose it.
if (navigator.userAgent.includes('Firefox/')) disablePreload()
else enablePreload()

interface LifecycleEvent extends Event {
  waitUntil(promise: Promise<unknown>): void
}

interface WorkerScope {
  readonly location: Location
  readonly clients: {
    claim(): Promise<void>
    matchAll(): Promise<readonly { postMessage(message: unknown): void }[]>
  }
  skipWaiting(): Promise<void>
  addEventListener(type: 'install' | 'activate' | 'message', listener: (event: LifecycleEvent) => void): void
}
