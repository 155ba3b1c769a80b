// `npm run bench [-- http catalogue purchases admin render canvas-drag timeline browser-export worst-bodies]`: figures beside a yardstick
// run in the same minutes on the same machine. Ratios travel; absolute figures do not.
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createStack } from '../purchase-flow/stack.ts'
import { benchAdmin } from './admin.ts'
import { benchBrowserExport } from './browser-export.ts'
import { benchCanvasDrag } from './canvas-drag.ts'
import { benchCatalogue } from './catalogue.ts'
import { benchPath } from './http.ts'
import { benchPurchases } from './purchases.ts'
import { benchRender } from './render.ts'
import { benchTimeline } from './timeline.ts'
import { benchWorstBodies } from './worst-bodies.ts'

const wanted = process.argv.slice(2)
const has = (name: string) => wanted.length === 0 || wanted.includes(name)

console.log(`${cpus().length} cores, ${cpus()[0]?.model}, Node ${process.versions.node}`)
const folder = mkdtempSync(join(tmpdir(), 'vitrine-bench-'))
try {
  if (has('http') || has('start')) await benchRunningShop()
  if (has('catalogue')) await benchCatalogue()
  if (has('purchases')) await benchPurchases()
  if (has('admin')) await benchAdmin()
  if (has('render')) await benchRender(folder)
  if (has('browser-export')) await benchBrowserExport()
  if (has('canvas-drag')) await benchCanvasDrag(folder)
  if (has('timeline')) await benchTimeline(folder)
  if (has('worst-bodies')) await benchWorstBodies()
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function benchRunningShop(): Promise<void> {
  const stack = await createStack(join(folder, 'data'))
  try {
    await stack.start()
    await stack.stop()
    const began = performance.now()
    await stack.start()
    console.log(
      `start: ${((performance.now() - began) / 1000).toFixed(2)} s from npm start to the first answer (built, seeded)`,
    )
    if (!has('http')) return
    const pid = stack.processes().get('server')?.[0]
    if (pid === undefined) throw new Error('the server process was not found')
    await benchPath('catalogue page as JSON', { port: stack.port, path: '/api/catalogue/video?limit=8', pid })
    await benchPath('whole catalogue as JSON', { port: stack.port, path: '/api/templates', pid })
    await benchPath('list page, server-rendered', { port: stack.port, path: '/templates-list', pid })
  } finally {
    await stack.stop()
  }
}
