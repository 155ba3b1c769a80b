import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../app.ts'
import { americanIp, indianIp, useApp } from '../app-for-test.ts'
import { registerMember } from '../member-for-test.ts'
import { pageAddress } from './page-host.ts'

// Inside node_modules, because the build below imports the router as a real one does.
const cache = resolve(import.meta.dirname, '../../../../node_modules/.cache')
const script = `console.log(${JSON.stringify('x'.repeat(3000))})`

/** The smallest build there can be: its "page" writes down what the host handed it. */
const serverBuild = `
import { createContext as createKey, redirect, RouterContextProvider } from 'react-router'
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
  return { region, nonce, publicUrl, called, posted, url: request.url, filler: 'y'.repeat(3000) }
}
const entryModule = {
  createContext,
  default(request, status, headers, entry) {
    headers.set('content-type', 'text/html; charset=utf-8')
    const data = entry.staticHandlerContext.actionData?.root ?? entry.staticHandlerContext.loaderData?.root ?? null
    return new Response(JSON.stringify(data), { status, headers })
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
  await writeFile(join(folder, 'build/client/favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  await writeFile(join(folder, 'build/client/assets/page-abc123.js'), script)
  await writeFile(join(folder, 'build/client/assets/page-abc123.js.br'), brotliCompressSync(script))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const shop = useApp(() => ({ pages: { folder, isDevelopment: false } }))
const real = useApp(({ payments }) => ({
  pages: { folder, isDevelopment: false },
  payments: Object.create(payments, { isSandbox: { value: false } }),
}))

const page = async (path: string, options: Parameters<typeof shop.call>[2] = {}) => {
  const answer = await shop.call('GET', path, options)
  return { ...answer, data: JSON.parse(answer.text) as Record<string, unknown> }
}

describe('pages', () => {
  it('run only scripts that carry the nonce of this very answer', async () => {
    const first = await page('/')
    const second = await page('/')
    expect(first.status).toBe(200)
    const policy = first.headers['content-security-policy'] ?? ''
    expect(policy).toContain(`script-src 'self' 'nonce-${first.data.nonce}' 'wasm-unsafe-eval'`)
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain("object-src 'none'")
    expect(policy).not.toMatch(/script-src[^;]*'unsafe-(inline|eval)'/)
    expect(String(first.data.nonce).length).toBeGreaterThanOrEqual(22)
    expect(second.data.nonce).not.toBe(first.data.nonce)
    expect(first.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'private, no-cache',
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

  it('are made for the visitor’s region, and call the API as the visitor', async () => {
    const { token, username } = await registerMember(shop)
    const indian = await page('/?call=/api/geo', { ip: indianIp })
    expect(indian.data.region).toMatchObject({ country_code2: 'IN', currencyCode: 'INR' })
    expect(indian.data.called).toMatchObject({ status: 200, body: { country_code2: 'IN' } })
    const american = await page('/?call=/api/geo', { ip: americanIp })
    expect(american.data.called).toMatchObject({ body: { country_code2: 'US' } })
    const signedIn = await page(`/?call=/api/profile&token=${token}`)
    expect(signedIn.data.called).toMatchObject({ status: 200, body: { username } })
    const refused = await page('/?call=/api/profile')
    expect(refused.data.called).toMatchObject({ status: 401, body: { code: 'sign-in-required' } })
  })

  it('know their own address, and read what is posted to them', async () => {
    const { data } = await page('/list?sort=new', { headers: { host: 'shop.example.test' } })
    expect(data).toMatchObject({
      publicUrl: 'http://shop.example.test',
      url: 'http://shop.example.test/list?sort=new',
    })
    expect((await page('/')).data.publicUrl).toBe('http://localhost')
    const odd = await shop.call('GET', '/', { headers: { host: 'a b<c' } })
    expect(odd).toMatchObject({ status: 400, body: { code: 'invalid-input' } })
    const posted = await shop.call('POST', '/', {
      body: 'a=1&b=2',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(posted.text).toContain('"posted":"a=1&b=2"')
  })

  it('reject a request body that is larger than a form', async () => {
    const post = (bytes: number) =>
      shop.app.inject({
        method: 'POST',
        url: '/elsewhere',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'y'.repeat(bytes),
      })
    expect((await post(1000)).statusCode).toBe(200)
    expect((await post(70_000)).statusCode).toBe(413)
  })

  it('are queued per network, and rejected when too many wait', async () => {
    const ask = (ip: string, n: number) => shop.app.inject({ url: `/slow?${n}`, remoteAddress: ip })
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
    const shopOrigin = 'https://shop.example'
    expect(pageAddress('/faq?a=1', shopOrigin).href).toBe('https://shop.example/faq?a=1')
    for (const odd of [
      '//evil.example/x',
      '///evil.example',
      '/\\\\evil.example',
      'http://evil.example/x',
      'nonsense',
      '*',
    ]) {
      expect(pageAddress(odd, shopOrigin).origin, odd).toBe(shopOrigin)
    }
  })

  it('pass on redirects with their cookies, and survive a loader that breaks', async () => {
    const moved = await shop.call('GET', '/moved')
    expect([moved.status, moved.headers.location, moved.headers['set-cookie']]).toEqual([302, '/here', ['seen=1']])
    const broken = await shop.call('GET', '/broken')
    expect(broken.status).toBe(500)
    expect((await shop.call('GET', '/')).status).toBe(200)
  })

  it('are compressed, and answer HEAD without a body', async () => {
    const { rawPayload, headers } = await shop.app.inject({ url: '/', headers: { 'accept-encoding': 'br' } })
    expect(headers['content-encoding']).toBe('br')
    expect(JSON.parse(String(brotliDecompressSync(rawPayload)))).toHaveProperty('nonce')
    const head = await shop.app.inject({ method: 'HEAD', url: '/' })
    expect([head.statusCode, head.payload]).toEqual([200, ''])
  })

  it('leave the API, files and their own assets alone', async () => {
    expect(await shop.call('GET', '/api/none')).toMatchObject({ status: 404, body: { code: 'not-found' } })
    expect(await shop.call('GET', '/media/none.mp4')).toMatchObject({ status: 404, body: { code: 'not-found' } })
    const asset = await shop.app.inject({ url: '/assets/page-abc123.js', headers: { 'accept-encoding': 'br' } })
    expect(asset.headers).toMatchObject({
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    expect(asset.headers['content-type']).toContain('javascript')
    expect(String(brotliDecompressSync(asset.rawPayload))).toBe(script)
    expect((await shop.call('GET', '/assets/page-abc123.js')).text).toBe(script)
    // Workers live under the policy of their script.
    const policy = String(asset.headers['content-security-policy'])
    expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval'")
    expect(policy).not.toContain('sandbox')
    expect((await shop.call('GET', '/assets/page-old.js')).status).toBe(404)
    const icon = await shop.call('GET', '/favicon.svg')
    expect([icon.status, icon.headers['content-type']]).toEqual([200, 'image/svg+xml'])
    expect((await shop.call('GET', '/build/server/index.js')).headers['content-type']).toContain('text/html')
  })

  it('must be built before a server can start', async () => {
    const pages = { folder: join(folder, 'nowhere'), isDevelopment: false }
    await expect(buildApp({ ...shop.deps, pages })).rejects.toThrow(/The pages are not built/)
  })
})
