// Three hundred broken files of every kind; `npm run test:soak -- media` reads twenty thousand.
import { expect, it } from 'vitest'
import { fuzz } from './batch.ts'

const files = Number(process.env.VITRINE_MEDIA_FILES ?? 300)
const from = Number(process.env.VITRINE_MEDIA_FROM ?? 0)
/** A file takes milliseconds; this ends what hangs. */
const DEADLINE_MS = 60_000
/** Half of what a child may take, for all files together. */
const MAX_PEAK_BYTES = 512 * 2 ** 20

it('broken files of every kind are read or rejected, and open no other file', async () => {
  const report = await fuzz({ files, from, deadlineMs: DEADLINE_MS })
  expect(report.unexpected).toEqual([])
  expect(report.crashed).toEqual([])
  expect(report.late).toEqual([])
  // Undefined where nothing can watch.
  expect(report.opened ?? []).toEqual([])
  expect(report.peakBytes).toBeLessThan(MAX_PEAK_BYTES)
  expect(report.read + report.refused).toBe(files)
  // Neither is everything refused by its first bytes, nor does what is broken pass unseen.
  expect(report.read).toBeGreaterThan(files / 20)
  expect(report.refused).toBeGreaterThan(files / 3)
}, 600_000)
