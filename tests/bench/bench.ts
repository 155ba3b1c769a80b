// `npm run bench [-- NAMES]`, with names start, http, export, catalogue, purchases, admin, render, canvas-drag, playback,
// timeline, browser-export, editor-start, import-cost and worst-bodies: figures compared with a yardstick that runs at the same
// time on the same machine. Ratios are portable; absolute figures are not. The results are also written to var/bench as JSON and
// Markdown; `--out FILE.json` sets the path. `--store ADDRESS` opens the editors of a running store, `--template ID` one of them,
// `--list` prints what they fetch, `--member` signs in first. `--folder DIR` measures your own animations instead of those of
// `import-cost`. `npm run bench -- compare A B [NAMES]` measures two commits.
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { createStack, type Stack } from '../purchase-flow/stack.ts'
import { benchAdmin } from './admin.ts'
import { benchBrowserExport } from './browser-export.ts'
import { benchCanvasDrag } from './canvas-drag.ts'
import { benchCatalogue } from './catalogue.ts'
import { compareCommits } from './compare.ts'
import { benchEditorStart } from './editor-start.ts'
import { benchExport } from './export.ts'
import { benchPath, type HttpCase } from './http.ts'
import { benchImportCost } from './import-cost.ts'
import { benchPlayback } from './playback.ts'
import { benchPurchases } from './purchases.ts'
import { benchRender } from './render.ts'
import { record, round, summarise, writeReport } from './report.ts'
import { benchTimeline } from './timeline.ts'
import { benchWorstBodies } from './worst-bodies.ts'

const STARTS = 3

const root = resolve(import.meta.dirname, '../..')
const { values: options, positionals: wanted } = parseArgs({
  options: {
    out: { type: 'string' },
    store: { type: 'string' },
    template: { type: 'string', multiple: true },
    list: { type: 'boolean' },
    member: { type: 'boolean' },
    folder: { type: 'string' },
  },
  allowPositionals: true,
})
if (wanted[0] === 'compare') {
  compareCommits(wanted.slice(1))
  process.exit()
}
const has = (name: string) => wanted.length === 0 || wanted.includes(name)

const httpCases: readonly HttpCase[] = [
  { name: 'catalogue page as JSON', path: '/api/catalogue/video?limit=8', encoding: 'br' },
  { name: 'catalogue page as JSON', path: '/api/catalogue/video?limit=8', encoding: 'identity' },
  { name: 'whole catalogue as JSON', path: '/api/templates', encoding: 'br' },
  { name: 'list page', path: '/templates-list', encoding: 'br' },
  { name: 'list page', path: '/templates-list', encoding: 'gzip' },
  { name: 'list page, seen before', path: '/templates-list', encoding: 'br', revalidates: true },
  { name: 'home page', path: '/', encoding: 'br' },
]

console.log(`${cpus().length} cores, ${cpus()[0]?.model}, Node ${process.versions.node}`)
const folder = mkdtempSync(join(tmpdir(), 'vitrine-bench-'))
try {
  if (has('http') || has('start') || has('export')) await benchRunningStore()
  if (has('catalogue')) await benchCatalogue()
  if (has('purchases')) await benchPurchases()
  if (has('admin')) await benchAdmin()
  if (has('render')) await benchRender(folder)
  if (has('browser-export')) await benchBrowserExport()
  if (has('playback')) await benchPlayback()
  if (has('canvas-drag')) await benchCanvasDrag(folder)
  if (has('editor-start')) {
    const { store: address, template: wanted, list, member } = options
    await benchEditorStart(folder, { address, wanted, list, member })
  }
  if (has('timeline')) await benchTimeline(folder)
  if (has('import-cost')) await benchImportCost(options.folder)
  if (has('worst-bodies')) await benchWorstBodies()
  const out = options.out ?? join(root, 'var/bench', `${new Date().toISOString().replaceAll(/[:.]/g, '-')}.json`)
  writeReport(out, root)
  console.log(`written to ${out} and beside it as Markdown`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function benchRunningStore(): Promise<void> {
  const stack = await createStack(join(folder, 'data'))
  try {
    await stack.start()
    await stack.stop()
    await benchStart(stack)
    if (has('export')) await benchExport(stack)
    if (!has('http')) return
    const pid = stack.processes().get('server')?.[0]
    if (pid === undefined) throw new Error('the server process was not found')
    const server = { port: stack.port, pid }
    for (const each of httpCases) await benchPath(server, each)
  } finally {
    await stack.stop()
  }
}

/** Leaves the store running. */
async function benchStart(stack: Stack): Promise<void> {
  const seconds: number[] = []
  for (let n = 0; n < STARTS; n++) {
    if (n > 0) await stack.stop()
    const began = performance.now()
    await stack.start()
    seconds.push((performance.now() - began) / 1000)
  }
  const figure = summarise(seconds)
  record({ name: 'start: npm start, built and seeded', ...figure, unit: 's', better: 'lower' })
  console.log(`start: ${round(figure.value)} s from npm start to the first answer (built, seeded)`)
}
