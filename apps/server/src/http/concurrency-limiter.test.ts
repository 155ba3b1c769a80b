import { expect, test } from 'vitest'
import { ConcurrencyLimiter } from './concurrency-limiter.ts'

test('limits the concurrency of a key, and serves who has waited longest', async () => {
  const limiter = new ConcurrencyLimiter({ maxRunning: 2, maxWaiting: 2 })
  const order: string[] = []
  const take = async (name: string) => {
    const end = await limiter.acquire('asha')
    order.push(name)
    return end
  }
  const [first, second] = await Promise.all([take('first'), take('second')])
  const [third, fourth] = [take('third'), take('fourth')]
  expect(limiter.acquire('asha')).toBeUndefined()
  expect(limiter.counts).toEqual({ running: 2, waiting: 2 })
  // No customer waits for another.
  const other = await limiter.acquire('ben')
  expect(order).toEqual(['first', 'second'])
  first?.()
  first?.()
  ;(await third)?.()
  ;(await fourth)?.()
  expect(order).toEqual(['first', 'second', 'third', 'fourth'])
  second?.()
  other?.()
  expect(limiter.counts).toEqual({ running: 0, waiting: 0 })
})
