// The page for testing the video editor's media: built like the site, with its workers, opened in a real Chromium, with generated
// files.
import { createReadStream, createWriteStream, readFileSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join, normalize } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { build } from 'vite'
import { pagePolicy, WORKER_POLICY } from '../../apps/server/src/http/security-header.ts'
import { prepareChromium } from '../chromium.ts'
import type { MediaPage } from './page/page.ts'

type Calls = { [Name in keyof MediaPage]: MediaPage[Name] }

export interface Harness {
  readonly page: Page
  /** Calls a function of the page. */
  call<Name extends keyof Calls>(
    name: Name,
    ...args: Parameters<Calls[Name]>
  ): Promise<Awaited<ReturnType<Calls[Name]>>>
  /** Where the files are that the page reads by name, and where videos that it makes are put. */
  path(name: string): string
  /** As when the customer comes back. */
  reload(): Promise<void>
  /** Errors of the page and of its workers. */
  readonly failures: readonly string[]
  close(): Promise<void>
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.wasm': 'application/wasm',
  '.mp4': 'video/mp4',
  '.mov': 'video/quicktime',
  '.webm': 'video/webm',
  '.mkv': 'video/x-matroska',
  '.wav': 'audio/wav',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
}

export async function openHarness(): Promise<Harness> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-browser-media-'))
  const built = join(folder, 'page')
  await build({
    configFile: false,
    root: join(import.meta.dirname, 'page'),
    logLevel: 'error',
    worker: { format: 'es' },
    build: { outDir: built, emptyOutDir: true, target: 'esnext', modulePreload: false },
  })
  const server = createServer((request, response) => {
    answer(request, response, { built, folder }).catch(() => response.destroy())
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  let browser: BrowserContext | undefined
  const failures: string[] = []
  const close = async () => {
    await browser?.close()
    server.closeAllConnections()
    server.close()
    // A closed browser still writes to its profile for a moment.
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
  try {
    // With a profile on the disk, as customers have: the storage of a private window lies in memory.
    browser = await chromium.launchPersistentContext(join(folder, 'profile'), { ...prepareChromium(), headless: true })
    const page = await browser.newPage()
    page.setDefaultTimeout(120_000)
    page.on('pageerror', (error) => failures.push(error.message))
    page.on('console', (message) => {
      if (message.type() === 'error' || message.text().includes('garbage collected')) failures.push(message.text())
    })
    const visit = async () => {
      await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
      await page.waitForFunction('globalThis.media !== undefined')
    }
    await visit()
    return {
      page,
      call: (name, ...args) =>
        page.evaluate(
          ([asked, given]: [string, unknown[]]) =>
            (globalThis as unknown as { media: Record<string, (...all: unknown[]) => unknown> }).media[asked]?.(
              ...given,
            ),
          [name, args] as [string, unknown[]],
        ) as never,
      path: (name) => join(folder, name),
      reload: visit,
      failures,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { built, folder }: { built: string; folder: string },
): Promise<void> {
  const address = decodeURIComponent((request.url ?? '/').split('?')[0] ?? '/')
  if (request.method === 'POST') {
    await pipeline(request, createWriteStream(join(folder, normalize(address.replace('/video/', '')))))
    response.writeHead(204).end()
  } else if (address.startsWith('/file/')) {
    sendPart(request, response, join(folder, normalize(address.slice(6))))
  } else {
    const path = join(built, address === '/' ? 'index.html' : normalize(address))
    // The page and its workers have the store's content security policies.
    const policy = path.endsWith('.html') ? pagePolicy([]) : WORKER_POLICY
    response
      .writeHead(200, {
        'content-security-policy': policy,
        'content-type': types[extname(path)] ?? 'application/octet-stream',
      })
      .end(readFileSync(path))
  }
}

/** As the store serves files: whole, or the requested range. */
function sendPart(request: IncomingMessage, response: ServerResponse, path: string): void {
  const { size } = statSync(path)
  const type = types[extname(path)] ?? 'application/octet-stream'
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? []
  if (from === undefined) {
    response.writeHead(200, { 'content-type': type, 'content-length': size, 'accept-ranges': 'bytes' })
    createReadStream(path).pipe(response)
    return
  }
  const [start, end] = [Number(from), Math.min(size - 1, to ? Number(to) : size - 1)]
  response.writeHead(206, {
    'content-type': type,
    'content-length': end - start + 1,
    'content-range': `bytes ${start}-${end}/${size}`,
  })
  createReadStream(path, { start, end }).pipe(response)
}
