// `npm run lighthouse [-- http://localhost:3000]`: Lighthouse (an emulated mid-range phone on a slow network) on the home page,
// the list and a template's page, at the given address or in its own store. Exits with 1 when a figure is missed.
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { chromium } from '@playwright/test'
import { prepareChromium } from '../chromium.ts'
import { findFreePort } from '../free-port.ts'
import { createStack } from '../purchase-flow/stack.ts'

/** Fetched on demand: nothing else needs its sixty packages. */
const lighthouse = 'lighthouse@13.5.0'
const runs = 3
const targets = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 } as const
type Category = keyof typeof targets
const categories = Object.keys(targets) as Category[]

/** What is read of Lighthouse's report. */
interface Result {
  runtimeError?: { message: string }
  categories: Partial<Record<Category, { score: number | null; auditRefs: { id: string; weight: number }[] }>>
  audits: Partial<Record<string, { score: number | null; displayValue?: string; details?: unknown }>>
}

const folder = mkdtempSync(join(tmpdir(), 'vitrine-lighthouse-'))
const address = process.argv[2]
const stack = address ? undefined : await createStack(join(folder, 'data'))
let isMissed = false
try {
  await stack?.start()
  const base = address ?? stack?.baseUrl ?? ''
  const templates = (await (await fetch(`${base}/api/templates`)).json()) as { templateId: string }[]
  for (const path of ['/', '/templates-list', `/template/${templates[0]?.templateId}`]) await measure(base, path)
} finally {
  await stack?.stop()
  rmSync(folder, { recursive: true, force: true })
}
process.exit(isMissed ? 1 : 0)

/** Three visits by a new browser each; the figures are those of the visit in the middle, by performance. */
async function measure(base: string, path: string): Promise<void> {
  const results: Result[] = []
  for (let run = 0; run < runs; run++) results.push(await visit(`${base}${path}`))
  const score = (result: Result, category: Category) => Math.round((result.categories[category]?.score ?? 0) * 100)
  results.sort((a, b) => score(a, 'performance') - score(b, 'performance'))
  const middle = results[Math.floor(runs / 2)] as Result
  const scores = categories.map((category) => `${category} ${score(middle, category)}`).join('  ')
  const shown = (audit: string) => middle.audits[audit]?.displayValue ?? '?'
  console.log(
    `${path}\n  ${scores}\n  first paint ${shown('first-contentful-paint')}  largest ${shown('largest-contentful-paint')}  ` +
      `blocking ${shown('total-blocking-time')}  shift ${shown('cumulative-layout-shift')}  scripts ${scriptKilobytes(middle)} kB`,
  )
  for (const category of categories) {
    if (score(middle, category) >= targets[category]) continue
    isMissed = true
    const failed = middle.categories[category]?.auditRefs.filter(({ id, weight }) => {
      const found = middle.audits[id]?.score
      return weight > 0 && typeof found === 'number' && found < 0.9
    })
    console.log(`  below ${targets[category]} in ${category}: ${failed?.map(({ id }) => id).join(', ')}`)
  }
}

async function visit(url: string): Promise<Result> {
  const port = await findFreePort()
  const launch = prepareChromium()
  const browser = await chromium.launch({ ...launch, args: [...launch.args, `--remote-debugging-port=${port}`] })
  try {
    const args = ['--yes', lighthouse, url, `--port=${port}`, '--output=json', '--quiet', '--no-enable-error-reporting']
    const only = `--only-categories=${categories.join(',')}`
    const { stdout } = await promisify(execFile)('npx', [...args, only], { maxBuffer: 64 * 2 ** 20 })
    const result = JSON.parse(stdout) as Result
    if (result.runtimeError) throw new Error(result.runtimeError.message)
    return result
  } finally {
    await browser.close()
  }
}

/** Scripts as they went over the wire. */
function scriptKilobytes(result: Result): string {
  const requests = (result.audits['network-requests']?.details as { items?: unknown[] } | undefined)?.items ?? []
  const scripts = (requests as { resourceType?: string; transferSize?: number }[]).filter(
    ({ resourceType }) => resourceType === 'Script',
  )
  return (scripts.reduce((sum, { transferSize = 0 }) => sum + transferSize, 0) / 1024).toFixed(0)
}
