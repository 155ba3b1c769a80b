import { hash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { connect } from '@vitrine/database/connection'
import { announceCatalogueChange } from '@vitrine/store/catalogue/edit'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { americanIp, indianIp, useApp } from '../../testing/app.ts'
import { replaceProviders } from '../../testing/deps.ts'
import { insertMember } from '../../testing/member.ts'
import { buildApp } from '../app.ts'
import { pageAddress } from './page-host.ts'

// Inside node_modules, because the build below imports the router as a real one does.
const cache = resolve(import.meta.dirname, '../../../../node_modules/.cache')
const countPages = () => (globalThis as { countPages?: number }).countPages ?? 0
const script = `console.log(${JSON.stringify('x'.repeat(3000))})`

/** The smallest build there can be: its "page" writes down what the host handed it. */
const serverBuild = `
import { createContext as createKey, createRequestHandler, redirect, RouterContextProvider } from 'react-router'
const hostKey = createKey()
function createContext(host) {
  const context = new RouterContextProvider()
  context.set(hostKey, host)
  return context
}
async function describe({ request, context }) {
  const { transport, region, nonce, publicUrl } = context.get(hostKey)
  const url = new URL(request.url)
  if (url.pathname === '/moved') throw redirect('/here', { headers: { 'set-cookie': 'seen=1' } })
  if (url.pathname === '/slow') await new Promise((resolve) => setTimeout(resolve, 20))
  if (url.pathname === '/broken') throw new Error('a loader broke')
  const path = url.searchParams.get('call')
  const token = url.searchParams.get('token') ?? undefined
  const called = path ? await transport({ method: 'GET', path, token }) : null
  const posted = request.method === 'POST' ? await request.text() : null
  const headers = [...request.headers.keys()]
  globalThis.countPages = (globalThis.countPages ?? 0) + 1
  return { region, nonce, publicUrl, called, posted, headers, url: request.url, filler: 'y'.repeat(3000) }
}
const entryModule = {
  createContext,
  createPageHandler: createRequestHandler,
  default(request, status, headers, entry) {
    headers.set('content-type', 'text/html; charset=utf-8')
    const data = entry.staticHandlerContext.actionData?.root ?? entry.staticHandlerContext.loaderData?.root ?? null
    if (new URL(request.url).searchParams.has('cookie')) headers.set('set-cookie', 'a=1')
    const { nonce, ...rest } = data ?? {}
    return new Response('<script nonce="' + nonce + '">start()</script>\\n' + JSON.stringify(data && rest), { status, headers })
  },
  handleError() {},
}
export const entry = { module: entryModule }
export const routes = {
  root: { id: 'root', path: '*', module: { default: () => null, loader: describe, action: describe, ErrorBoundary: () => null } },
}
export const assets = { entry: { imports: [], module: '' }, routes: {}, url: '', version: '1' }
export const publicPath = '/'
export const assetsBuildDirectory = 'build/client'
export const basename = '/'
export const future = {}
export const ssr = true
export const isSpaMode = false
export const prerender = []
export const routeDiscovery = { mode: 'lazy', manifestPath: '/__manifest' }
`

let folder: string
beforeAll(async () => {
  await mkdir(cache, { recursive: true })
  folder = await mkdtemp(join(cache, 'vitrine-pages-'))
  await mkdir(join(folder, 'build/server'), { recursive: true })
  await mkdir(join(folder, 'build/client/assets'), { recursive: true })
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  await writeFile(join(folder, 'build/server/index.js'), serverBuild)
  await writeFile(join(folder, 'build/client/assets/page-abc123.js'), script)
  await writeFile(join(folder, 'build/client/assets/page-abc123.js.br'), brotliCompressSync(script))
  await writeFile(join(folder, 'build/client/sw.js'), script)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const store = useApp(() => ({ pages: { folder, isDevelopment: false } }))
const real = useApp((deps) => ({
  pages: { folder, isDevelopment: false },
  ...replaceProviders(deps, {
    payments: Object.create(deps.providers.get().payments, { isSandbox: { value: false } }),
  }),
}))

/** A store without a database. */
const lost = useApp(() => ({
  pages: { folder, isDevelopment: false },
  db: connect('postgres://nobody@127.0.0.1:1/nothing'),
}))

const page = async (path: string, options: Parameters<typeof store.call>[2] = {}) => {
  const answer = await store.call('GET', path, options)
  return { ...answer, data: readData(answer.text) }
}

/** What the "page" wrote down, below its script. */
const readData = (text: string) => JSON.parse(text.split('\n')[1] ?? '') as Record<string, unknown>

/** A store that caches its pages, behind a proxy on the same machine. */
const busy = useApp(() => ({ pages: { folder, isDevelopment: false }, responseCacheMs: 60_000 }))
const proxied = useApp(() => ({
  pages: { folder, isDevelopment: false },
  responseCacheMs: 60_000,
  trustedProxies: ['127.0.0.1'],
}))

describe('kept pages', () => {
  const ask = (
    url: string,
    headers: Record<string, string> = {},
    remoteAddress = americanIp,
    method = 'GET' as const,
  ) => busy.app.inject({ method, url, headers, remoteAddress })
  /** How many pages are rendered for these requests, which come one after the other. */
  async function countRenderings(requests: (() => Promise<{ statusCode: number }>)[]): Promise<number> {
    const before = countPages()
    for (const request of requests) expect((await request()).statusCode).toBe(200)
    return countPages() - before
  }

  it('are rendered once for all visitors of a region, whatever their browsers send', async () => {
    const { token } = await insertMember(busy)
    const plain = await ask('/faq')
    const others = [
      { cookie: 'vitrine-consent=1; _ga=GA1.2.3' },
      { cookie: `vitrine-admin=secret; session=${token}` },
      { authorization: `Bearer ${token}` },
      { 'accept-language': 'hi', 'user-agent': 'other', 'x-forwarded-for': indianIp },
      { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https', forwarded: 'host=evil.example' },
    ]
    const before = countPages()
    for (const headers of others) {
      const answer = await ask('/faq', headers)
      expect(answer.payload).toBe(plain.payload)
      expect(answer.headers).not.toHaveProperty('set-cookie')
    }
    expect(countPages()).toBe(before)
  })

  it('are made from nothing that says who asks, also when it is the first', async () => {
    const { token } = await insertMember(busy)
    const headers = { cookie: `session=${token}`, authorization: `Bearer ${token}`, 'accept-language': 'hi' }
    const first = await ask(`/first?call=/api/profile`, headers)
    expect(readData(first.payload)).toMatchObject({ headers: [], called: { status: 401 } })
    expect(first.payload).not.toContain(token)
  })

  it('are different in another region, at another host and at another address', async () => {
    const pages = [
      await ask('/regions'),
      await ask('/regions', {}, indianIp),
      await ask('/regions', { host: 'evil.example' }),
      await ask('/Regions'),
      await ask('/regions?a=1'),
      await ask('/%72egions'),
      await ask('/regions/'),
    ]
    expect(new Set(pages.map(({ payload }) => payload)).size).toBe(pages.length)
    await ask('/regions', { host: 'localhost\\@evil.example' })
    const again = await ask('/regions')
    expect(again.payload).toBe(pages[0]?.payload)
    expect(again.payload).not.toContain('evil')
    // A shared cache with one region's response must get the other region's response on revalidation.
    const etag = String(pages[0]?.headers.etag)
    expect((await ask('/regions', { 'if-none-match': etag })).statusCode).toBe(304)
    const elsewhere = await ask('/regions', { 'if-none-match': etag }, indianIp)
    expect([elsewhere.statusCode, elsewhere.payload]).toEqual([200, pages[1]?.payload])
  })

  it('are rendered once for all who come by ads, mails and social networks, and do not name those', async () => {
    const plain = await ask('/campaign?search=wedding&sort=newest')
    const tracked = [
      '/campaign?search=wedding&sort=newest&fbclid=IwAR0_x-1',
      '/campaign?utm_source=mail&search=wedding&utm_medium=cpc&sort=newest',
      '/campaign?gclid=a%26b&gad_source=1&search=wedding&sort=newest',
    ]
    const before = countPages()
    for (const url of tracked) expect((await ask(url)).payload, url).toBe(plain.payload)
    expect(countPages()).toBe(before)
    // Includes the first one, whose rendering is cached.
    const first = await ask('/landing?fbclid=IwAR0_x-1')
    expect(readData(first.payload)).toMatchObject({ url: 'http://localhost/landing' })
    expect((await ask('/landing')).payload).toBe(first.payload)
  })

  it('are different for every parameter that a page may read', async () => {
    const queries = ['', '?search=a', '?search=utm_source', '?section=fbclid=1', '?xfbclid=1', '?utm=1']
    const urls = queries.map((query) => `/told-apart${query}`)
    const pages = await Promise.all(urls.map((url) => ask(url)))
    expect(new Set(pages.map(({ payload }) => payload)).size).toBe(urls.length)
  })

  it('follow a trusted proxy about scheme, host and address, and keep them apart', async () => {
    const through = (headers: Record<string, string>) =>
      proxied.app.inject({ url: '/proxied', headers, remoteAddress: '127.0.0.1' })
    const american = {
      'x-forwarded-for': americanIp,
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'store.example',
    }
    for (let round = 0; round < 2; round++) {
      const first = await through(american)
      expect(readData(first.payload)).toMatchObject({
        publicUrl: 'https://store.example',
        region: { country_code2: 'US' },
      })
      expect(first.headers['strict-transport-security']).toMatch(/^max-age=/)
      const second = await through({ ...american, 'x-forwarded-for': indianIp })
      expect(readData(second.payload)).toMatchObject({ region: { country_code2: 'IN' } })
      const third = await through({ ...american, 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' })
      expect(readData(third.payload)).toMatchObject({ publicUrl: 'http://evil.example' })
      expect(third.headers).not.toHaveProperty('strict-transport-security')
    }
  })

  it('are made anew when the catalogue changes', async () => {
    const { operationFeed } = busy.deps
    await operationFeed.listening
    expect(await countRenderings([() => ask('/list'), () => ask('/list')])).toBe(1)
    const changed = new Promise<void>((done) => operationFeed.watchCatalogue(done))
    await busy.db.transaction((tx) => announceCatalogueChange(tx))
    await changed
    expect(await countRenderings([() => ask('/list')])).toBe(1)
  })

  it('are not those that fail, lack something, move, set cookies or answer a form', async () => {
    const incomplete = () => ask('/incomplete?call=/api/template/none')
    expect(await countRenderings([incomplete, incomplete])).toBe(2)
    expect((await incomplete()).headers['cache-control']).toBe('private, no-cache')
    const personal = () => ask('/personal?cookie')
    expect(await countRenderings([personal, personal])).toBe(2)
    for (const url of ['/moved', '/broken']) {
      const { headers } = await ask(url)
      expect([headers['cache-control'], headers.etag]).toEqual(['private, no-cache', undefined])
    }
    const posted = await busy.app.inject({ method: 'POST', url: '/form', payload: 'a=1' })
    expect(posted.headers['cache-control']).toBe('private, no-cache')
    expect((await ask('/form')).payload).not.toContain('a=1')
  })

  it('count as requests, under the name of their route', async () => {
    const url = '/counted'
    await ask(url)
    const count = async () =>
      Number(/_count\{[^}]*route="\/\*",status="200"[^}]*\} (\d+)/.exec(await busy.deps.metrics.read())?.[1])
    const before = await count()
    await ask(url)
    expect(await count()).toBe(before + 1)
  })
})

describe('pages', () => {
  it('run only their own scripts, by hash, and are the same bytes for everybody', async () => {
    const first = await page('/')
    const second = await page('/')
    expect([first.status, first.text.split('\n')[0]]).toEqual([200, '<script>start()</script>'])
    expect(second.text).toBe(first.text)
    const policy = first.headers['content-security-policy'] ?? ''
    expect(policy).toContain(`script-src 'self' 'sha256-${hash('sha256', 'start()', 'base64')}' 'wasm-unsafe-eval'`)
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain("object-src 'none'")
    expect(policy).not.toMatch(/script-src[^;]*'unsafe-(inline|eval)'/)
    expect(first.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'public, no-cache',
      vary: 'accept-encoding',
      'x-content-type-options': 'nosniff',
      'content-length': String(first.text.length),
    })
  })

  it('let the real gateway in on Buy Credits alone', async () => {
    const policy = async (path: string) =>
      String((await real.app.inject({ url: path })).headers['content-security-policy'])
    expect(await policy('/Buy-Credits?next=%2FCart')).toContain('https://checkout.razorpay.com')
    for (const path of ['/', '/login', '/profile']) expect(await policy(path)).not.toContain('razorpay')
  })

  it('are made for the visitor’s region, and call the API as a visitor without a session', async () => {
    const { token } = await insertMember(store)
    const indian = await page('/?call=/api/geo', { ip: indianIp })
    expect(indian.data.region).toMatchObject({ country_code2: 'IN', currencyCode: 'INR' })
    expect(indian.data.called).toMatchObject({ status: 200, body: { country_code2: 'IN' } })
    const american = await page('/?call=/api/geo', { ip: americanIp })
    expect(american.data.called).toMatchObject({ body: { country_code2: 'US' } })
    for (const url of ['/?call=/api/profile', `/?call=/api/profile&token=${token}`]) {
      const refused = await page(url, { token, headers: { cookie: `token=${token}` } })
      expect(refused.data.called).toMatchObject({ status: 401, body: { code: 'sign-in-required' } })
    }
  })

  it('know their own address, and read what is posted to them', async () => {
    const { data } = await page('/list?sort=new', { headers: { host: 'store.example.test' } })
    expect(data).toMatchObject({
      publicUrl: 'http://store.example.test',
      url: 'http://store.example.test/list?sort=new',
    })
    expect((await page('/')).data.publicUrl).toBe('http://localhost')
    const odd = await store.call('GET', '/', { headers: { host: 'a b<c' } })
    expect(odd).toMatchObject({ status: 400, body: { code: 'invalid-input' } })
    const posted = await store.call('POST', '/', {
      body: 'a=1&b=2',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(posted.text).toContain('"posted":"a=1&b=2"')
  })

  it('reject a request body that is larger than a form', async () => {
    const post = (bytes: number) =>
      store.app.inject({
        method: 'POST',
        url: '/elsewhere',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'y'.repeat(bytes),
      })
    expect((await post(1000)).statusCode).toBe(200)
    expect((await post(70_000)).statusCode).toBe(413)
  })

  it('are queued per network, and rejected when too many wait', { tags: ['full'] }, async () => {
    const ask = (ip: string, n: number) => store.app.inject({ url: `/slow?${n}`, remoteAddress: ip })
    let served = 0
    const crowd = Array.from({ length: 600 }, async (_, n) => {
      const { statusCode } = await ask(americanIp, n)
      if (statusCode === 200) served++
      return statusCode
    })
    expect((await ask(indianIp, 0)).statusCode).toBe(200)
    // The other network's page is among the first, not behind five hundred.
    expect(served).toBeLessThan(100)
    const statuses = await Promise.all(crowd)
    expect(statuses.filter((status) => status === 200)).toHaveLength(504)
    expect(statuses.filter((status) => status === 429)).toHaveLength(96)
  })

  it('are rendered for this host, whatever the request line says', () => {
    const storeOrigin = 'https://store.example'
    expect(pageAddress('/faq?a=1', storeOrigin).href).toBe('https://store.example/faq?a=1')
    for (const odd of [
      '//evil.example/x',
      '///evil.example',
      '/\\\\evil.example',
      'http://evil.example/x',
      'nonsense',
      '*',
    ]) {
      expect(pageAddress(odd, storeOrigin).origin, odd).toBe(storeOrigin)
    }
  })

  it('pass on redirects with their cookies, and survive a loader that breaks', async () => {
    const moved = await store.call('GET', '/moved')
    expect([moved.status, moved.headers.location, moved.headers['set-cookie']]).toEqual([302, '/here', ['seen=1']])
    const broken = await store.call('GET', '/broken')
    expect(broken.status).toBe(500)
    expect((await store.call('GET', '/')).status).toBe(200)
  })

  it('are compressed, and answer HEAD without a body', async () => {
    const { rawPayload, headers } = await store.app.inject({ url: '/', headers: { 'accept-encoding': 'br' } })
    expect(headers['content-encoding']).toBe('br')
    expect(readData(String(brotliDecompressSync(rawPayload)))).toHaveProperty('region')
    const head = await store.app.inject({ method: 'HEAD', url: '/', headers: { 'accept-encoding': 'br' } })
    expect([head.statusCode, head.payload]).toEqual([200, ''])
    expect(head.headers).toMatchObject({ etag: headers.etag, 'content-length': headers['content-length'] })
  })

  it('leave the API, files and their own assets alone', async () => {
    expect(await store.call('GET', '/api/none')).toMatchObject({ status: 404, body: { code: 'not-found' } })
    expect(await store.call('GET', '/media/none.mp4')).toMatchObject({ status: 404, body: { code: 'not-found' } })
    const asset = await store.app.inject({ url: '/assets/page-abc123.js', headers: { 'accept-encoding': 'br' } })
    expect(asset.headers).toMatchObject({
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    expect(asset.headers['content-type']).toContain('javascript')
    expect(String(brotliDecompressSync(asset.rawPayload))).toBe(script)
    expect((await store.call('GET', '/assets/page-abc123.js')).text).toBe(script)
    // Workers live under the policy of their script.
    const policy = String(asset.headers['content-security-policy'])
    expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval'")
    expect(policy).not.toContain('sandbox')
    expect((await store.call('GET', '/assets/page-old.js')).status).toBe(404)
    const icon = await store.call('GET', '/favicon.svg')
    expect([icon.status, icon.headers['content-type']]).toEqual([200, 'image/svg+xml'])
    expect((await store.call('GET', '/build/server/index.js')).headers['content-type']).toContain('text/html')
  })

  it('bring a service worker for all of them, which is asked for again at each visit', async () => {
    const worker = await store.call('GET', '/sw.js')
    expect([worker.status, worker.text]).toEqual([200, script])
    expect(worker.headers).toMatchObject({ 'cache-control': 'no-cache' })
    expect(worker.headers['content-type']).toContain('text/javascript')
    // A worker of this folder may control every page of the store, and load only from this server.
    expect(worker.headers['service-worker-allowed']).toBeUndefined()
    expect(String(worker.headers['content-security-policy'])).toContain("connect-src 'self'")
    expect(String(worker.headers['content-security-policy'])).not.toContain('sandbox')
  })

  it('have a manifest with the name, the colours and the icons of the brand', async () => {
    const { status, headers, body } = await store.call('GET', '/manifest.webmanifest')
    expect([status, headers['content-type']]).toEqual([200, 'application/manifest+json; charset=utf-8'])
    const manifest = typeof body === 'string' ? JSON.parse(body) : body
    expect(manifest).toMatchObject({ name: 'Vitrine', start_url: '/', scope: '/', display: 'standalone' })
    expect(manifest).toMatchObject({ background_color: '#fbfaf7', theme_color: '#fbfaf7' })
    const sizes = new Set<string>()
    for (const { src, sizes: said, type } of (manifest as { icons: { src: string; sizes: string; type: string }[] })
      .icons) {
      const icon = await store.app.inject({ url: src })
      const { width, height, format } = await sharp(icon.rawPayload).metadata()
      expect([icon.headers['content-type'], `${width}x${height}`, `image/${format}`]).toEqual([type, said, type])
      sizes.add(said)
    }
    // What browsers require before they offer to install a store.
    expect([...sizes]).toEqual(['192x192', '512x512'])
  })

  it('answer whether the process lives, without a database', async () => {
    expect((await lost.call('GET', '/favicon.svg')).status).toBe(200)
    expect((await lost.call('GET', '/api/health')).status).toBe(503)
  })

  it('must be built before a server can start', async () => {
    const pages = { folder: join(folder, 'nowhere'), isDevelopment: false }
    await expect(buildApp({ ...store.deps, pages })).rejects.toThrow(/The pages are not built/)
  })
})
