import { expect, it } from 'vitest'
import { createTurns } from './turn.ts'

it('runs no more than the limit at a time, in order, and goes on after a failure', async () => {
  const inTurn = createTurns(2)
  const gates = Array.from({ length: 5 }, () => Promise.withResolvers<void>())
  const started: number[] = []
  const work = gates.map((gate, n) =>
    inTurn(async () => {
      started.push(n)
      await gate.promise
      return n
    }),
  )
  const settled = Promise.allSettled(work)
  const flush = () => new Promise((done) => setImmediate(done))
  await flush()
  expect(started).toEqual([0, 1])
  gates[1]?.reject(new Error('broken file'))
  await flush()
  expect(started).toEqual([0, 1, 2])
  for (const gate of gates) gate.resolve()
  expect((await settled).map((result) => result.status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
    'fulfilled',
  ])
  expect(started).toEqual([0, 1, 2, 3, 4])
})
