// A preview of three minutes made by one worker, by two and by four, each on one core as on a machine of its own: what sharing costs
// in processor time, which bounds how much faster many machines are, and how long it takes where there are cores enough.
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TemplateDocument } from '@vitrine/composition/document'
import type { Layer } from '@vitrine/composition/layer'
import { type Db, transaction } from '@vitrine/database/connection'
import { createProject } from '@vitrine/shop/projects'
import { createRender, getRender } from '@vitrine/shop/renders'
import { sql } from 'drizzle-orm'
import { build, bundleFolder, isBuilt } from '../../apps/launcher/src/build.ts'
import { addMember, addTemplate, newDocument } from '../../packages/shop/src/shop-fixture.ts'
import { withBenchShop } from './bench-shop.ts'
import { readFamilyCpuSeconds } from './process-time.ts'
import { animationDocument } from './render-case.ts'
import { FRAMES } from './render-source.ts'
import { record, round } from './report.ts'

const MINUTES = 3
const WORKER_COUNTS = [1, 2, 4]
const ROUNDS = 2
const ASK_EVERY_MS = 50

/** Prints how long each took, what it cost, and the share of the first one's cost in it. */
export async function benchSharedRender(): Promise<void> {
  if (!isBuilt()) await build()
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-bench-shared-'))
  try {
    await withBenchShop('shared-render', async (db) => {
      console.log(`shared render: the preview of an animation of ${MINUTES} min, 960x540, each worker on one core`)
      await compare(db, folder)
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** In turns, so that a busy machine is as unkind to one as to the other; the least of each counts. */
async function compare(db: Db, folder: string): Promise<void> {
  const costs = WORKER_COUNTS.map((count) => ({ count, wallSeconds: Infinity, cpuSeconds: Infinity }))
  for (let turn = 0; turn < ROUNDS; turn++) {
    for (const cost of costs) {
      const { wallSeconds, cpuSeconds } = await renderOnce(db, folder, cost.count)
      cost.wallSeconds = Math.min(cost.wallSeconds, wallSeconds)
      cost.cpuSeconds = Math.min(cost.cpuSeconds, cpuSeconds)
    }
  }
  for (const { count, wallSeconds, cpuSeconds } of costs) {
    const ratio = (costs[0]?.cpuSeconds ?? 0) / cpuSeconds
    record({ name: `shared render: ${count} workers`, value: wallSeconds, unit: 's', better: 'lower', ratio })
    console.log(
      `  ${count} workers  ${round(wallSeconds)} s  ${round(cpuSeconds)} s of CPU, at most ${round(ratio)} efficient`,
    )
  }
}

async function renderOnce(db: Db, folder: string, count: number): Promise<{ wallSeconds: number; cpuSeconds: number }> {
  const userId = await addMember(db)
  const templateId = await addTemplate(db, { document: threeMinutes() })
  const workers = await Promise.all(Array.from({ length: count }, (_, n) => startWorker(db, folder, n)))
  try {
    const cpu = () => workers.reduce((sum, { pid }) => sum + readFamilyCpuSeconds(pid ?? 0), 0)
    const before = cpu()
    const began = performance.now()
    const { id } = await transaction(db, async (tx) => {
      const { row } = await createProject(tx, { userId, templateId })
      const order = {
        userId,
        projectId: row.id,
        kind: 'preview' as const,
        idempotencyKey: randomUUID(),
        region: { isIndianUser: false },
      }
      return (await createRender(tx, order)).render
    })
    for (;;) {
      const { status, errorMessage } = await getRender(db, userId, id)
      if (status === 'completed') break
      if (status === 'failed') throw new Error(`the video failed: ${errorMessage}`)
      await sleep(ASK_EVERY_MS)
    }
    return { wallSeconds: (performance.now() - began) / 1000, cpuSeconds: cpu() - before }
  } finally {
    for (const worker of workers) {
      worker.kill('SIGTERM')
      await once(worker, 'exit')
    }
    // What follows a video, such as its reference render, is not measured.
    await db.execute(sql`truncate graphile_worker._private_jobs`)
  }
}

/** On one core, so that it has one thread to draw and one to encode. */
async function startWorker(db: Db, folder: string, n: number): Promise<ChildProcess> {
  const core = String(n % availableParallelism())
  const worker = spawn('taskset', ['-c', core, process.execPath, join(bundleFolder, 'worker.js')], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: db.$client.options.connectionString,
      VITRINE_DATA: folder,
      VITRINE_SECRET: 's'.repeat(40),
      VITRINE_RENDERS: '1',
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  await once(worker, 'message')
  return worker
}

/** The moving shapes of the animation again and again, each time from the beginning. */
function threeMinutes(): TemplateDocument {
  const frames = MINUTES * 60 * 30
  const shapes = animationDocument().layers.filter(({ type }) => type === 'shape' || type === 'solid')
  const layers = Array.from({ length: frames / FRAMES }, (_, turn): Layer => {
    const [start, end] = [turn * FRAMES, (turn + 1) * FRAMES]
    const own = shapes.map((layer) => ({ ...layer, id: `${layer.id}-${turn}` }))
    return { id: `turn-${turn}`, type: 'group', in: start, out: end, st: start, layers: own }
  })
  return newDocument({
    name: randomUUID(),
    canvas: { width: 1920, height: 1080, fps: 30, duration: frames, background: '#101820' },
    fields: [],
    layers,
    fonts: [],
    assets: {},
  })
}
