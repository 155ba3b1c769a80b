import { expect, it } from 'vitest'
import { startScheduler } from './sandbox-payment.ts'

/** Work whose rounds the test ends one after another. */
function startWithRounds() {
  const faults: unknown[] = []
  const rounds: PromiseWithResolvers<Date | undefined>[] = []
  const scheduler = startScheduler(
    () => {
      const round = Promise.withResolvers<Date | undefined>()
      rounds.push(round)
      return round.promise
    },
    (error) => faults.push(error),
  )
  const hasRounds = (count: number) => expect.poll(() => rounds.length).toBe(count)
  return { scheduler, rounds, faults, hasRounds }
}

it('begins at once, and again when something is due', async () => {
  const { scheduler, rounds, hasRounds } = startWithRounds()
  await hasRounds(1)
  rounds[0]?.resolve(new Date())
  await hasRounds(2)
  rounds[1]?.resolve(undefined)
  await scheduler.stop()
})

it('does one round at a time, and another one for what was rung for meanwhile', async () => {
  const { scheduler, rounds, hasRounds } = startWithRounds()
  await hasRounds(1)
  scheduler.ring()
  scheduler.ring()
  expect(rounds).toHaveLength(1)
  rounds[0]?.resolve(undefined)
  await hasRounds(2)
  rounds[1]?.resolve(undefined)
  await scheduler.stop()
  expect(rounds).toHaveLength(2)
})

it('reports a round that fails, and goes on when it is rung', async () => {
  const { scheduler, rounds, faults, hasRounds } = startWithRounds()
  await hasRounds(1)
  rounds[0]?.reject(new Error('the database is away'))
  await expect.poll(() => faults).toMatchObject([{ message: 'the database is away' }])
  scheduler.ring()
  await hasRounds(2)
  rounds[1]?.resolve(undefined)
  await scheduler.stop()
})

it('waits for a round before it has stopped, and begins no other', async () => {
  const { scheduler, rounds, hasRounds } = startWithRounds()
  await hasRounds(1)
  scheduler.ring()
  let hasStopped = false
  const stopped = scheduler.stop().then(() => {
    hasStopped = true
  })
  expect(hasStopped).toBe(false)
  rounds[0]?.resolve(new Date())
  await stopped
  scheduler.ring()
  expect(rounds).toHaveLength(1)
})
