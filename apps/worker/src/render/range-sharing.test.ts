import { transaction } from '@vitrine/database/connection'
import { enqueue } from '@vitrine/database/jobs'
import { beginOperation, createOperation } from '@vitrine/shop/operations'
import { claimRange, recordRange } from '@vitrine/shop/renders/render-range'
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { useDatabase } from '../../../../tests/database.ts'
import { RangeSharing } from './range-sharing.ts'
import type { RenderProgress } from './render-program.ts'

const database = useDatabase()
const RANGES = [0, 150, 300, 450].map((from) => ({ from, to: from + 150 }))

it('reports what helpers have drawn, each frame once', async () => {
  const renderId = await transaction(database.db, (tx) => createOperation(tx, { kind: 'render', ownerUserId: null }))
  const operation = await transaction(database.db, (tx) => beginOperation(tx, renderId))
  if (!operation) throw new Error('it begins')
  const heard: number[] = []
  let hear = () => {}
  const report = ({ framesDone }: RenderProgress) => {
    heard.push(framesDone)
    hear()
  }
  const released: string[] = []
  const localFile = async (key: string) => ({ path: `/local/${key}`, release: async () => void released.push(key) })
  const attempt = { db: database.db, storage: { localFile } }
  await using sharing = new RangeSharing(attempt, { work: { operation, watermark: undefined }, threads: 1, report })
  await sharing.answer({ kind: 'offer', ranges: RANGES, keyFrames: 'fitting' })
  sharing.report({ stage: 'drawing', framesDone: 10, frameCount: 600 })
  expect(heard.at(-1)).toBe(10)

  const shared = { renderId, attempt: operation.attempt }
  const draw = async () => {
    const jobId = await transaction(database.db, (tx) => enqueue(tx, 'test', {}))
    await database.db.execute(sql`update graphile_worker._private_jobs set locked_at = now() where id = ${jobId}`)
    const range = await transaction(database.db, (tx) => claimRange(tx, shared, jobId))
    const made = { jobId, from: range?.from ?? 0, storageKey: `private/ranges/${range?.from}.mp4` }
    await transaction(database.db, (tx) => recordRange(tx, shared, made))
  }
  await draw()
  await draw()
  // It looks by itself, also while the process says nothing.
  while (heard.at(-1) !== 310)
    await new Promise<void>((resolve) => {
      hear = resolve
    })

  const take = (from: number) => sharing.answer({ kind: 'take', range: { from, to: from + 150 }, isLate: false })
  expect(await take(150)).toBe('ours')
  expect(await take(300)).toEqual({ path: '/local/private/ranges/300.mp4' })
  expect(await take(450)).toEqual({ path: '/local/private/ranges/450.mp4' })
  expect(released).toEqual(['private/ranges/300.mp4'])
  for (const framesDone of [300, 301, 450, 600]) sharing.report({ stage: 'drawing', framesDone, frameCount: 600 })
  expect(heard.slice(-4)).toEqual([600, 600, 600, 600])
})
