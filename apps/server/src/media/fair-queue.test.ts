import { setImmediate as nextEventLoop } from 'node:timers/promises'
import type { ApiError } from '@vitrine/contract/api-error'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFairQueue, type FairQueue, QUANTA_MS } from './fair-queue.ts'

const [firstQuantum = 0, secondQuantum = 0] = QUANTA_MS
/** How long one file may delay another customer. */
const PROMISED_MS = 2000

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Work that records starts, ends and interruptions, and takes a given time on a clock of its own. */
function createLog(queue: FairQueue) {
  const log: string[] = []
  const add = (account: string, name: string, durationMs: number) =>
    queue.run(account, (heavy) =>
      heavy(async (signal) => {
        log.push(`${name} begins`)
        const isLost = await new Promise<boolean>((done) => {
          const end = setTimeout(() => done(false), durationMs)
          signal.addEventListener('abort', () => {
            clearTimeout(end)
            done(true)
          })
        })
        log.push(isLost ? `${name} is broken off` : `${name} ends`)
        return name
      }),
    )
  return { log, add }
}

const pass = async (ms: number) => {
  await vi.advanceTimersByTimeAsync(ms)
  await nextEventLoop()
}

describe('the queue of heavy work', () => {
  it('takes one file of each account in turn, however many one of them has sent', async () => {
    const { log, add } = createLog(createFairQueue({ places: 1 }))
    const all = ['a1', 'a2', 'a3', 'b1', 'c1', 'b2'].map((name) => add(name[0] ?? '', name, 100))
    await pass(1000)
    expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'b1', 'c1', 'b2'])
    const order = log.filter((line) => line.endsWith('begins')).map((line) => line.slice(0, 2))
    expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
  })

  it('never has two files of one account in work', async () => {
    const { log, add } = createLog(createFairQueue({ places: 2 }))
    void add('a', 'a1', 100)
    void add('a', 'a2', 100)
    await pass(50)
    expect(log).toEqual(['a1 begins'])
    await pass(200)
    expect(log).toEqual(['a1 begins', 'a1 ends', 'a2 begins', 'a2 ends'])
  })

  it('interrupts slow files for those of others, within the limit, and finishes them afterwards', async () => {
    const { log, add } = createLog(createFairQueue({ places: 2 }))
    const slow = [add('a', 'a', 60_000), add('b', 'b', 60_000)]
    await pass(100)
    const quick = add('c', 'c', 200)
    await pass(PROMISED_MS)
    expect(log).toEqual(['a begins', 'b begins', 'a is broken off', 'c begins', 'c ends', 'a begins'])
    expect(await quick).toBe('c')
    await pass(60_000)
    expect(await Promise.all(slow)).toEqual(['a', 'b'])
  })

  it('starts a new file at once when the running files are known to be slow', async () => {
    const { log, add } = createLog(createFairQueue({ places: 1 }))
    void add('a', 'a', 60_000)
    await pass(firstQuantum + secondQuantum)
    void add('b', 'b', 100)
    await pass(1)
    expect(log).toEqual(['a begins', 'a is broken off', 'b begins'])
  })

  it('lets a slow file continue while no faster one waits', async () => {
    const { log, add } = createLog(createFairQueue({ places: 1 }))
    void add('a', 'a', 60_000)
    await pass(100)
    void add('b', 'b', 60_000)
    await pass(firstQuantum)
    expect(log).toEqual(['a begins', 'a is broken off', 'b begins'])
    await pass(firstQuantum)
    // Both are known to be slow now: breaking off in turn would finish neither.
    expect(log).toEqual(['a begins', 'a is broken off', 'b begins'])
    await pass(secondQuantum)
    expect(log.slice(3)).toEqual(['b is broken off', 'a begins'])
  })

  it('keeps a slot for slow files while fast ones keep coming, and interrupts the one that began last', async () => {
    const { log, add } = createLog(createFairQueue({ places: 2 }))
    const slow = [add('a', 'a', 20_000)]
    await pass(10)
    slow.push(add('b', 'b', 20_000))
    await pass(10)
    let isOver = false
    const others = ['c', 'd', 'e'].map(async (account) => {
      while (!isOver) await add(account, account, 300)
    })
    await pass(60_000)
    isOver = true
    await pass(2000)
    await Promise.all(others)
    expect(log.filter((line) => line === 'a ends' || line === 'b ends')).toHaveLength(2)
    expect(await Promise.all(slow)).toEqual(['a', 'b'])
    expect(log).not.toContain('a is broken off')
    expect(log).toContain('b is broken off')
    expect(log.filter((line) => line === 'c ends').length).toBeGreaterThan(20)
  })

  it('continues after a failure, and reports it to the caller', async () => {
    const queue = createFairQueue({ places: 1 })
    const failing = queue.run('a', (heavy) => heavy(() => Promise.reject(new Error('broken file'))))
    const later = queue.run('a', (heavy) => heavy(async () => 'fine'))
    await expect(failing).rejects.toThrow('broken file')
    expect(await later).toBe('fine')
  })

  it('rejects what would wait too long, and too much of one account', async () => {
    const { add } = createLog(createFairQueue({ places: 1, waitingPerAccount: 2, deadlineMs: 50 }))
    const catchErrorCode = (work: Promise<unknown>) => work.catch((error: ApiError) => error.code)
    const running = catchErrorCode(add('a', 'a1', 60_000))
    const waiting = [
      catchErrorCode(add('b', 'b1', 10)),
      catchErrorCode(add('a', 'a2', 10)),
      catchErrorCode(add('a', 'a3', 10)),
    ]
    expect(await catchErrorCode(add('a', 'a4', 10))).toBe('rate-limited')
    await pass(50)
    expect(await running).toBe('store-unavailable')
    expect(await waiting[0]).toBe('store-unavailable')
    await pass(20)
    expect(await Promise.all(waiting)).toEqual(['store-unavailable', 'a2', 'a3'])
  })
})
