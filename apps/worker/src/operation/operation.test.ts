import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ApiError } from '@vitrine/contract/api-error'
import type { Db } from '@vitrine/database/connection'
import { FileMissing, type Storage } from '@vitrine/providers/storage'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { defineOperation, OperationCanceled, type OperationDefinition, type OperationServices } from './operation.ts'

const LIMITS = { durationMs: 60_000, silenceMs: 60_000, memoryBytes: 2 ** 30 }
const GAVE_UP = { code: 'given-up', message: 'It was tried several times.' }
const input = z.object({ id: z.string() })

let scratchFolder: string
let services: OperationServices
/** What the operation did, in order. */
let log: string[]
let released: string[]

beforeAll(async () => {
  scratchFolder = await mkdtemp(join(tmpdir(), 'vitrine-operation-'))
})
afterAll(() => rm(scratchFolder, { recursive: true, force: true }))
beforeEach(() => {
  log = []
  released = []
  const storage = {
    async localFile(key: string) {
      if (key.startsWith('gone')) throw new FileMissing(key)
      return { path: `/local/${key}`, release: async () => void released.push(key) }
    },
  } as Partial<Storage> as Storage
  services = { db: {} as Db, storage, scratchFolder, encoderThreads: 1 }
})

type Definition = OperationDefinition<{ id: string }, { id: string }, string, number, { code: string; message: string }>

/** An operation whose every step succeeds, with some of them replaced. */
function operationWith(changes: Partial<Definition> = {}) {
  return defineOperation<{ id: string }, { id: string }, string, number>({
    kind: 'test',
    input,
    limits: LIMITS,
    load: async (_services, given) => given,
    run: async () => 'made',
    publish: async (_attempt, { id }, made) => void log.push(`published ${made} of ${id}`),
    gaveUp: GAVE_UP,
    fail: async (_services, { id }, { code }, work) => log.push(`failed ${id}: ${code}${work ? '' : ' without work'}`),
    requeue: async (_services, { id }, reason) => log.push(`requeued ${id}: ${reason}`),
    ...changes,
  })
}

const going = (isLastAttempt = false) => ({ signal: new AbortController().signal, isLastAttempt })
const throws = (error: unknown) => async () => {
  throw error
}

describe('an attempt', () => {
  it('gets a folder and its files, publishes its result, and leaves nothing behind', async () => {
    const operation = operationWith({
      files: ({ id }) => ({ photo: `photo-of-${id}` }),
      async run({ folder, files, limits, fetchFile }) {
        await writeFile(join(folder, 'out'), '')
        expect(await fetchFile('another')).toBe('/local/another')
        expect(limits).toEqual({ ...LIMITS, memoryBytes: 5 })
        return `made of ${files.photo}`
      },
    })
    await operation.run({ ...services, limits: { memoryBytes: 5 } }, { id: 'a' }, going())
    expect(log).toEqual(['published made of /local/photo-of-a of a'])
    expect(released.toSorted()).toEqual(['another', 'photo-of-a'])
    expect(await readdir(scratchFolder)).toEqual([])
  })

  it('does nothing when nothing is left to do', async () => {
    await operationWith({ load: async () => undefined }).run(services, { id: 'a' }, going(true))
    expect(log).toEqual([])
  })

  it('of an unreadable payload is an error', async () => {
    await expect(operationWith().run(services, { id: 7 }, going(true))).rejects.toThrow()
    expect(log).toEqual([])
  })

  it('that fails waits for the next one', async () => {
    const operation = operationWith({ run: throws(new Error('the disk is full')) })
    await expect(operation.run(services, { id: 'a' }, going())).rejects.toThrow('the disk is full')
    expect(log).toEqual(['requeued a: attempt-failed'])
    expect(await readdir(scratchFolder)).toEqual([])
  })

  it('that fails last ends the operation, by the count of the queue or of the operation', async () => {
    const run = throws(new Error('the disk is full'))
    await expect(operationWith({ run }).run(services, { id: 'queue' }, going(true))).rejects.toThrow()
    const counting = operationWith({ run, isLastAttempt: () => true })
    await expect(counting.run(services, { id: 'own' }, going())).rejects.toThrow()
    expect(log).toEqual(['failed queue: given-up', 'failed own: given-up'])
  })

  it('that fails with an API error, which ends the job, ends the operation', async () => {
    const operation = operationWith({ run: throws(new ApiError('version-not-found')) })
    await expect(operation.run(services, { id: 'a' }, going())).rejects.toThrow(ApiError)
    expect(log).toEqual(['failed a: given-up'])
  })

  it('that cannot begin is tried again, and ends the operation when it was the last', async () => {
    const operation = operationWith({ load: throws(new Error('no connection')) })
    await expect(operation.run(services, { id: 'a' }, going())).rejects.toThrow('no connection')
    expect(log).toEqual([])
    await expect(operation.run(services, { id: 'a' }, going(true))).rejects.toThrow('no connection')
    expect(log).toEqual(['failed a: given-up without work'])
  })

  it('fails for good with a reason that is explained', async () => {
    const operation = operationWith({
      files: () => ({ photo: 'gone.jpg' }),
      explain: (error) => (error instanceof FileMissing ? { code: 'photo-gone', message: '' } : undefined),
    })
    await operation.run(services, { id: 'a' }, going())
    expect(log).toEqual(['failed a: photo-gone'])
  })

  it('is returned to the queue when the worker stops, whatever the error, also the last attempt', async () => {
    const stopping = new AbortController()
    const operation = operationWith({
      async run() {
        stopping.abort(new Error('the worker stops'))
        throw new FileMissing('photo.jpg')
      },
      explain: () => ({ code: 'photo-gone', message: '' }),
    })
    const run = operation.run(services, { id: 'a' }, { signal: stopping.signal, isLastAttempt: true })
    await expect(run).rejects.toThrow('photo.jpg')
    expect(log).toEqual(['requeued a: worker-stops'])
  })
})

describe('a canceled operation', () => {
  it('ends its child process as soon as its row says so', async () => {
    const recorded: number[] = []
    const operation = operationWith({
      progress: {
        initial: 0,
        async record(_db, _work, percent) {
          recorded.push(percent)
          return percent === 50 ? 'gone' : 'go-on'
        },
      },
      async run({ reportProgress, runChild }) {
        reportProgress(50)
        const program = { name: 'sleep', path: join(import.meta.dirname, '../../fixtures/never-ends.ts') }
        return runChild<object, number, string>(program, {})
      },
    })
    await operation.run(services, { id: 'a' }, going())
    expect(recorded.at(-1)).toBe(50)
    expect(log).toEqual([])
    expect(await readdir(scratchFolder)).toEqual([])
  })

  it('ends without a failure when an error or publishing means that it is canceled', async () => {
    const explained = operationWith({ run: throws(new FileMissing('a')), explain: () => 'canceled' })
    await explained.run(services, { id: 'a' }, going(true))
    const late = operationWith({ publish: throws(new OperationCanceled()) })
    await late.run(services, { id: 'b' }, going(true))
    expect(log).toEqual([])
  })
})

it('fails an operation whose worker died on its last attempt', async () => {
  await operationWith().abandon(services, { id: 'a' })
  expect(log).toEqual(['failed a: gave-up without work'])
})
