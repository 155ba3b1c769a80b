import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ApiError } from '@vitrine/contract/api-error'
import { transaction } from '@vitrine/database/connection'
import { FileMissing, type Storage } from '@vitrine/providers/storage'
import { beginOperation, cancelOperation, createOperation } from '@vitrine/store/operations'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { useDatabase } from '../../../../tests/database.ts'
import {
  defineOperation,
  OperationCanceled,
  type OperationDefinition,
  type OperationServices,
  type OperationWork,
} from './operation.ts'

const LIMITS = { durationMs: 60_000, silenceMs: 60_000, memoryBytes: 2 ** 30 }
const GAVE_UP = { code: 'given-up', message: 'It was tried several times.' }
const input = z.object({ id: z.uuid() })

const database = useDatabase()
let scratchFolder: string
let services: OperationServices
/** The log of the operation's steps. */
let log: string[]
let released: string[]
let id: string

beforeAll(async () => {
  scratchFolder = await mkdtemp(join(tmpdir(), 'vitrine-operation-'))
})
afterAll(() => rm(scratchFolder, { recursive: true, force: true }))
beforeEach(async () => {
  log = []
  released = []
  const storage = {
    async localFile(key: string) {
      if (key.startsWith('gone')) throw new FileMissing(key)
      return { path: `/local/${key}`, release: async () => void released.push(key) }
    },
    delete: async (key: string) => void log.push(`deleted ${key}`),
  } as Partial<Storage> as Storage
  services = { db: database.db, storage, scratchFolder, encoderThreads: 1 }
  id = await transaction(database.db, (tx) => createOperation(tx, { kind: 'import', ownerUserId: null }))
})

type Definition = OperationDefinition<{ id: string }, OperationWork, string, { code: string; message: string }>

/** An operation whose steps all succeed, with some of them replaced. */
function operationWith(changes: Partial<Definition> = {}) {
  return defineOperation<{ id: string }, OperationWork, string>({
    kind: 'test',
    input,
    limits: LIMITS,
    operationId: (given) => given.id,
    async load({ db }, given) {
      const operation = await transaction(db, (tx) => beginOperation(tx, given.id))
      return operation && { operation }
    },
    run: async () => 'made',
    publish: async (_attempt, _work, made) => void log.push(`published ${made}`),
    gaveUp: GAVE_UP,
    async onFail(_tx, _input, { code }) {
      log.push(`failed: ${code}`)
      return ['upload']
    },
    ...changes,
  })
}

async function readState() {
  const { rows } = await database.db.execute(
    sql`select status, attempt, failures, error_code as code from operations where id = ${id}`,
  )
  return rows[0]
}

const going = (isLastAttempt = false) => ({ signal: new AbortController().signal, isLastAttempt })
const throws = (error: unknown) => async () => {
  throw error
}

describe('an attempt', () => {
  it('gets a folder and its files, publishes its result, and leaves nothing behind', async () => {
    const operation = operationWith({
      files: () => ({ photo: 'photo' }),
      async run({ folder, files, limits, fetchFile }) {
        await writeFile(join(folder, 'out'), '')
        expect(await fetchFile('another')).toBe('/local/another')
        expect(limits).toEqual({ ...LIMITS, memoryBytes: 5 })
        return `made of ${files.photo}`
      },
    })
    await operation.run({ ...services, limits: { memoryBytes: 5 } }, { id }, going())
    expect(log).toEqual(['published made of /local/photo'])
    expect(released.toSorted()).toEqual(['another', 'photo'])
    expect(await readdir(scratchFolder)).toEqual([])
  })

  it('does nothing when nothing is left to do', async () => {
    await operationWith({ load: async () => undefined }).run(services, { id }, going(true))
    expect(log).toEqual([])
  })

  it('of an unreadable payload is an error', async () => {
    await expect(operationWith().run(services, { id: 7 }, going(true))).rejects.toThrow()
    expect(log).toEqual([])
  })

  it('that fails waits for the next one', async () => {
    const operation = operationWith({ run: throws(new Error('the disk is full')) })
    await expect(operation.run(services, { id }, going())).rejects.toThrow('the disk is full')
    expect(await readState()).toEqual({ status: 'queued', attempt: 1, failures: 1, code: null })
    expect(log).toEqual([])
    expect(await readdir(scratchFolder)).toEqual([])
  })

  it('that fails a third time ends the operation, or before where the job ends', async () => {
    const operation = operationWith({ run: throws(new Error('the disk is full')) })
    for (let failures = 1; failures <= 3; failures++) {
      await expect(operation.run(services, { id }, going())).rejects.toThrow()
      expect(await readState()).toMatchObject({ status: failures < 3 ? 'queued' : 'failed', attempt: failures })
    }
    expect(await readState()).toMatchObject({ code: 'given-up' })
    expect(log).toEqual(['failed: given-up', 'deleted upload'])
    // A repeated job finds nothing to do.
    await operation.run(services, { id }, going())
    id = await transaction(database.db, (tx) => createOperation(tx, { kind: 'import', ownerUserId: null }))
    await expect(operation.run(services, { id }, going(true))).rejects.toThrow()
    expect(await readState()).toMatchObject({ status: 'failed', attempt: 1 })
  })

  it('that ended with its worker does not count', async () => {
    const operation = operationWith({ run: throws(new Error('the disk is full')) })
    for (let deaths = 0; deaths < 5; deaths++) await transaction(database.db, (tx) => beginOperation(tx, id))
    await expect(operation.run(services, { id }, going())).rejects.toThrow()
    expect(await readState()).toEqual({ status: 'queued', attempt: 6, failures: 1, code: null })
  })

  it('that was superseded can neither fail the operation nor return it to the queue', async () => {
    const operation = operationWith({
      async run() {
        await transaction(database.db, (tx) => beginOperation(tx, id))
        throw new Error('the disk is full')
      },
    })
    for (const isLast of [false, true]) await expect(operation.run(services, { id }, going(isLast))).rejects.toThrow()
    expect(await readState()).toEqual({ status: 'running', attempt: 4, failures: 0, code: null })
    expect(log).toEqual([])
  })

  it('that fails with an API error, which ends the job, ends the operation', async () => {
    const operation = operationWith({ run: throws(new ApiError('version-not-found')) })
    await expect(operation.run(services, { id }, going())).rejects.toThrow(ApiError)
    expect(await readState()).toMatchObject({ status: 'failed', code: 'given-up' })
  })

  it('that cannot begin is tried again, and ends the operation when it was the last', async () => {
    const operation = operationWith({ load: throws(new Error('no connection')) })
    await expect(operation.run(services, { id }, going())).rejects.toThrow('no connection')
    expect(log).toEqual([])
    await expect(operation.run(services, { id }, going(true))).rejects.toThrow('no connection')
    expect(await readState()).toMatchObject({ status: 'failed', attempt: 0, code: 'given-up' })
  })

  it('fails for good with a reason that is explained', async () => {
    const operation = operationWith({
      files: () => ({ photo: 'gone.jpg' }),
      explain: (error) => (error instanceof FileMissing ? { code: 'photo-gone', message: '' } : undefined),
    })
    await operation.run(services, { id }, going())
    expect(await readState()).toMatchObject({ status: 'failed', code: 'photo-gone' })
    expect(log).toEqual(['failed: photo-gone', 'deleted upload'])
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
    const run = operation.run(services, { id }, { signal: stopping.signal, isLastAttempt: true })
    await expect(run).rejects.toThrow('photo.jpg')
    expect(await readState()).toEqual({ status: 'queued', attempt: 1, failures: 0, code: null })
    expect(log).toEqual([])
  })
})

describe('a canceled operation', () => {
  it('ends its child process as soon as its row says so', async () => {
    const operation = operationWith({
      async run({ reportProgress, runChild }) {
        reportProgress({ percent: 50 })
        await transaction(database.db, (tx) => cancelOperation(tx, id))
        const program = { name: 'sleep', path: join(import.meta.dirname, '../../testing/never-ends.ts') }
        return runChild<object, number, string>(program, {})
      },
    })
    await operation.run(services, { id }, going())
    expect(await readState()).toMatchObject({ status: 'canceled' })
    expect(log).toEqual([])
    expect(await readdir(scratchFolder)).toEqual([])
  })

  it('ends without a failure when an error or publishing means that it is canceled', async () => {
    const explained = operationWith({ run: throws(new FileMissing('a')), explain: () => 'canceled' })
    await explained.run(services, { id }, going(true))
    const late = operationWith({ publish: throws(new OperationCanceled()) })
    await late.run(services, { id }, going(true))
    expect(log).toEqual([])
  })
})

it('fails an operation whose worker died on its last attempt', async () => {
  await transaction(database.db, (tx) => beginOperation(tx, id))
  await operationWith().abandon(services, { id })
  expect(await readState()).toMatchObject({ status: 'failed', code: 'gave-up' })
  expect(log).toEqual(['failed: gave-up', 'deleted upload'])
})

it('of a kind without a row is counted by the queue alone', async () => {
  const definition = defineOperation<{ id: string }, OperationWork, string>({
    kind: 'test',
    input,
    limits: LIMITS,
    load: async () => ({ operation: undefined }),
    run: throws(new Error('the disk is full')),
    publish: async () => {},
    gaveUp: GAVE_UP,
    async onFail(_tx, _input, { code }) {
      log.push(`failed: ${code}`)
      return ['upload']
    },
  })
  await expect(definition.run(services, { id }, going())).rejects.toThrow('the disk is full')
  expect(log).toEqual([])
  await expect(definition.run(services, { id }, going(true))).rejects.toThrow('the disk is full')
  expect(log).toEqual(['failed: given-up', 'deleted upload'])
})
