// How smoothly a page follows the pointer, timed by the browser's own tracing.
import type { Browser, Page } from '@playwright/test'
import { StoreClient } from '../client/store-client.ts'
import { record } from './report.ts'

interface TraceEvent {
  name: string
  ph: string
  ts: number
  dur?: number
  args?: { frame_reporter?: { state?: string } }
}

export interface Gesture {
  seconds: number
  begin?: () => Promise<void>
  /** The pointer position at a time in seconds. A mouse reports 125 times a second. */
  step(elapsed: number): Promise<void>
}

/** The demo buyer of the sample catalogue. */
export async function signInDemo(baseUrl: string): Promise<StoreClient> {
  const client = new StoreClient({ baseUrl })
  await client.login('demo@vitrine.test', 'demo-vitrine')
  return client
}

/** A page of a desk in which a buyer is signed in. */
export async function openSignedIn(browser: Browser, { token }: StoreClient): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.addInitScript((stored) => {
    const record = { token: stored, expiry: Date.now() + 604_800_000, rememberMe: true }
    localStorage.setItem('vitrine-token', JSON.stringify(record))
  }, token ?? '')
  return page
}

/** Makes a gesture and prints frames per second, times from frame to frame, the page's work for each, and dropped frames. */
export async function traceFrames(browser: Browser, page: Page, what: string, gesture: Gesture): Promise<void> {
  await browser.startTracing(page, { categories: ['benchmark', 'cc', 'devtools.timeline', 'blink.user_timing'] })
  await gesture.begin?.()
  const began = performance.now()
  await page.evaluate(() => performance.mark('gesture-begins'))
  while (performance.now() - began < gesture.seconds * 1000) {
    await gesture.step((performance.now() - began) / 1000)
    await new Promise((done) => setTimeout(done, 6))
  }
  await page.evaluate(() => performance.mark('gesture-ends'))
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] }
  report(what, trace.traceEvents)
}

function report(what: string, events: readonly TraceEvent[]): void {
  const markAt = (name: string) => events.find((event) => event.name === name)?.ts ?? Number.NaN
  const [begin, end] = [markAt('gesture-begins'), markAt('gesture-ends')]
  const within = events.filter(({ ts }) => ts >= begin && ts <= end)
  const listLengths = (name: string) =>
    within.flatMap((event) => (event.name === name && event.ph === 'X' ? [(event.dur ?? 0) / 1000] : []))
  const shown = within.flatMap(({ name, ph, ts }) =>
    name === 'DirectRenderer::DrawFrame' && ph === 'X' ? [ts / 1000] : [],
  )
  const intervals = inOrder(
    shown
      .toSorted((a, b) => a - b)
      .map((ts, n, all) => ts - (all[n - 1] ?? ts))
      .slice(1),
  )
  const work = inOrder(listLengths('ProxyMain::BeginMainFrame'))
  const states = within.flatMap(({ name, ph, args }) =>
    name === 'PipelineReporter' && ph === 'b' ? [args?.frame_reporter?.state ?? ''] : [],
  )
  const dropped = states.filter((state) => state === 'STATE_DROPPED').length
  const presented = states.filter((state) => state.startsWith('STATE_PRESENTED')).length
  record({
    name: `editor: ${what}, from frame to frame, p95`,
    value: Number(at(intervals, 0.95)),
    ...{ unit: 'ms', better: 'lower' },
  })
  console.log(
    `  ${what}: ${((shown.length * 1e6) / (end - begin)).toFixed(1)} frames/s; ` +
      `from frame to frame ${at(intervals, 0.5)} ms p50, ${at(intervals, 0.95)} ms p95; ` +
      `work of the page per frame ${at(work, 0.5)} ms p50, ${at(work, 0.95)} ms p95, taking up ${at(work, 1)} ms; ` +
      `dropped ${dropped} of ${dropped + presented}`,
  )
}

function inOrder(durations: readonly number[]): number[] {
  return durations.toSorted((a, b) => a - b)
}

function at(sorted: readonly number[], part: number): string {
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN).toFixed(1)
}
