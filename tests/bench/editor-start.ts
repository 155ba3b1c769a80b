// The time until an editor has drawn its first picture, on Lighthouse's phone and network (1.6 Mbit/s, 150 ms, a quarter of the
// processor's speed), and what it has fetched by then: for each editable sample, in a browser with an empty cache, and once more
// in the same browser.
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, devices } from '@playwright/test'
import { prepareChromium } from '../chromium.ts'
import type { StoreClient } from '../client/store-client.ts'
import { createStack } from '../purchase-flow/stack.ts'
import { signInDemo } from './frame-trace.ts'
import { record, round, toTable } from './report.ts'

const BYTES_PER_SECOND = (1.6 * 1024 * 1024) / 8
const LATENCY_MS = 150
const CPU_SLOWDOWN = 4
/** A picture that has not come by then does not come. */
const LIMIT_MS = 90_000

interface Opened {
  seconds: number
  /** Computing time of the page's main thread, on the slowed processor; hardly depends on what else the machine does. */
  cpuSeconds: number
  bytes: number
  requests: number
}

interface EditorPage {
  templateId: string
  path: string
}

/** Measures the named samples, or all, in its own store or the running one at `address`, and prints a table. */
export async function benchEditorStart(
  folder: string,
  {
    address,
    wanted = [],
    list = false,
    member = false,
  }: {
    address?: string | undefined
    wanted?: readonly string[] | undefined
    list?: boolean | undefined
    /** With an account, which has no project of the template yet; otherwise as a visitor. */
    member?: boolean | undefined
  },
): Promise<void> {
  const stack = address === undefined ? await createStack(join(folder, 'editor-start')) : undefined
  let browser: Browser | undefined
  try {
    await stack?.start()
    const baseUrl = address ?? stack?.baseUrl ?? ''
    browser = await chromium.launch(prepareChromium())
    const client = member ? await signInDemo(baseUrl) : undefined
    console.log(`editor-start: slow 4G and a processor a quarter as fast, load ${loadavg()[0]?.toFixed(1)}`)
    const rows: { templateId: string; cold: Opened; warm: Opened }[] = []
    for (const page of await listEditors(baseUrl, wanted)) {
      const opened = await measure(browser, { client, baseUrl, page, list })
      rows.push({ templateId: page.templateId, ...opened })
      console.log(toRow(rows.at(-1) as (typeof rows)[number]).join('  '))
    }
    console.log(
      toTable(['template', 'cold', 'CPU', 'kB', 'requests', 'warm', 'CPU', 'kB', 'requests'], rows.map(toRow)),
    )
    for (const kind of ['cold', 'warm'] as const) {
      recordWorst(
        `editor-start: first picture, ${kind}, slowest`,
        's',
        rows.map((row) => row[kind].seconds),
      )
      recordWorst(
        `editor-start: computing time, ${kind}, most`,
        's',
        rows.map((row) => row[kind].cpuSeconds),
      )
      recordWorst(
        `editor-start: fetched by then, ${kind}, most`,
        'kB',
        rows.map((row) => row[kind].bytes / 1000),
      )
    }
  } finally {
    await browser?.close()
    await stack?.stop()
  }
}

/** The editor that a template's page links to. Ready-made files have none. */
async function listEditors(baseUrl: string, wanted: readonly string[]): Promise<EditorPage[]> {
  const kinds = [
    ['video', 'server-render'],
    ['image', 'direct-upload-image'],
  ] as const
  const lists = await Promise.all(
    kinds.map(async ([kind, editor]) => {
      const ids = await listTemplates(`${baseUrl}/api/catalogue/${kind}`)
      return ids.map((templateId) => ({ templateId, path: `/template/${templateId}/${editor}` }))
    }),
  )
  return lists.flat().filter(({ templateId }) => wanted.length === 0 || wanted.includes(templateId))
}

/** The templates of all pages of a list. */
async function listTemplates(address: string): Promise<string[]> {
  const ids: string[] = []
  let cursor: string | null = null
  do {
    const query = new URLSearchParams({ limit: '48', ...(cursor === null ? {} : { cursor }) })
    const answer = await fetch(`${address}?${query}`)
    const page = (await answer.json()) as { items: { templateId: string }[]; nextCursor: string | null }
    ids.push(...page.items.map(({ templateId }) => templateId))
    cursor = page.nextCursor
  } while (cursor !== null)
  return ids
}

interface Visit {
  client: StoreClient | undefined
  baseUrl: string
  page: EditorPage
  /** Print each request. */
  list: boolean
}

/** The first visitor waits for copies and parts of files that are created once, so only the second visitor counts. */
async function visitOnce({ baseUrl, page: { path } }: Visit): Promise<void> {
  const html = await (await fetch(baseUrl + path)).text()
  for (const [, href = ''] of html.matchAll(/<link rel="(?:preload|vitrine\/after-scripts)"[^>]* href="([^"]+)"/g))
    await (await fetch(new URL(href.replaceAll('&amp;', '&'), baseUrl))).arrayBuffer()
}

async function measure(browser: Browser, visit: Visit): Promise<{ cold: Opened; warm: Opened }> {
  await visitOnce(visit)
  const { defaultBrowserType: _, ...phone } = devices['Moto G4']
  const context = await browser.newContext(phone)
  try {
    if (visit.client)
      await context.addInitScript((token) => {
        const record = { token, expiry: Date.now() + 604_800_000, rememberMe: true }
        localStorage.setItem('vitrine-token', JSON.stringify(record))
      }, visit.client.token ?? '')
    return { cold: await open(context, visit), warm: await open(context, visit) }
  } finally {
    await context.close()
  }
}

/** Opens the editor in a new tab and waits until the stage shows what was drawn, not the poster. */
async function open(context: BrowserContext, { baseUrl, page: { path }, list }: Visit): Promise<Opened> {
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Network.enable')
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: BYTES_PER_SECOND,
    uploadThroughput: BYTES_PER_SECOND / 2,
  })
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  const requests = new Map<string, { url: string; bytes: number; began: number; ended?: number; isCached: boolean }>()
  let began: number | undefined
  cdp.on('Network.requestWillBeSent', ({ requestId, request, timestamp }) => {
    began ??= timestamp
    if (/^https?:/.test(request.url))
      requests.set(requestId, { url: request.url, bytes: 0, began: timestamp, isCached: false })
  })
  cdp.on('Network.requestServedFromCache', ({ requestId }) => mark(requestId, (request) => (request.isCached = true)))
  cdp.on('Network.responseReceived', ({ requestId, response }) =>
    mark(requestId, (request) => {
      request.isCached ||= response.fromDiskCache === true || response.serviceWorkerResponseSource === 'cache-storage'
    }),
  )
  cdp.on('Network.dataReceived', ({ requestId, encodedDataLength }) =>
    mark(requestId, (request) => (request.bytes += encodedDataLength)),
  )
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength, timestamp }) =>
    mark(requestId, (request) => {
      request.bytes = encodedDataLength
      request.ended = timestamp
    }),
  )
  const mark = (requestId: string, change: (request: NonNullable<ReturnType<typeof requests.get>>) => void) => {
    const request = requests.get(requestId)
    if (request) change(request)
  }
  await page.addInitScript(() => {
    const look = () => {
      const stage = document.querySelector('[data-stage]')
      // The poster goes when the picture is to be drawn, later in this frame: the picture is there once the frame is over.
      if (stage?.querySelector('canvas') && !stage.querySelector('img'))
        setTimeout(() => performance.mark('first-picture'))
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
  await page.goto(baseUrl + path, { waitUntil: 'commit', timeout: LIMIT_MS })
  await page.waitForFunction(() => performance.getEntriesByName('first-picture').length > 0, undefined, {
    timeout: LIMIT_MS,
  })
  const { metrics } = await cdp.send('Performance.getMetrics')
  const cpuSeconds = metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0
  const seconds = (await page.evaluate(() => performance.getEntriesByName('first-picture')[0]?.startTime ?? 0)) / 1000
  const until = (began ?? 0) + seconds
  const sent = [...requests.values()].filter((request) => request.began <= until && !request.isCached)
  if (list) for (const request of sent) console.log(describe(request, began ?? 0))
  // The next visit begins with the service worker and the cached page, as every later one does.
  await page.waitForFunction(
    async () => {
      await navigator.serviceWorker.ready
      return (await caches.match(location.origin + location.pathname, { ignoreVary: true })) !== undefined
    },
    undefined,
    { timeout: LIMIT_MS },
  )
  await page.close()
  return { seconds, cpuSeconds, bytes: sent.reduce((sum, { bytes }) => sum + bytes, 0), requests: sent.length }
}

function describe(request: { url: string; bytes: number; began: number; ended?: number }, origin: number): string {
  const from = (request.began - origin).toFixed(2)
  const to = request.ended === undefined ? '' : (request.ended - origin).toFixed(2)
  return `    ${from.padStart(6)} ${to.padStart(6)} ${String(request.bytes).padStart(8)}  ${new URL(request.url).pathname}${new URL(request.url).search}`
}

const cells = ({ seconds, cpuSeconds, bytes, requests }: Opened) => [
  `${seconds.toFixed(1)} s`,
  `${cpuSeconds.toFixed(1)} s`,
  (bytes / 1000).toFixed(0),
  String(requests),
]
const toRow = ({ templateId, cold, warm }: { templateId: string; cold: Opened; warm: Opened }) => [
  templateId,
  ...cells(cold),
  ...cells(warm),
]

function recordWorst(name: string, unit: string, values: readonly number[]): void {
  const value = Math.max(...values)
  record({ name, value, unit, better: 'lower' })
  console.log(`${name}: ${round(value)} ${unit}`)
}
