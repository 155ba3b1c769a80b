import { randomUUID } from 'node:crypto'
import { transaction } from '@vitrine/database/connection'
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { useDatabase } from '../../../../tests/database.ts'
import { addMember } from '../../testing/store.ts'
import {
  beginOperation,
  cancelOperation,
  createOperation,
  failOperation,
  listUnfinishedOperations,
  type OperationAttempt,
  recordOperationProgress,
  removeOperation,
  replaceOperation,
  requeueOperation,
  retryOperation,
  succeedOperation,
} from './operations.ts'

const database = useDatabase()
const WHY = { code: 'gave-up', message: 'It was tried several times.' }

const create = (ownerUserId: string | null = null) =>
  transaction(database.db, (tx) => createOperation(tx, { kind: 'import', ownerUserId }))
const begin = (id: string) => transaction(database.db, (tx) => beginOperation(tx, id))
const report = (attempt: OperationAttempt, percent: number, stage?: string) =>
  recordOperationProgress(database.db, attempt, { percent, stage })

async function begun(id: string): Promise<OperationAttempt> {
  const attempt = await begin(id)
  if (!attempt) throw new Error('the operation did not begin')
  return attempt
}

async function read(id: string) {
  const { rows } = await database.db.execute(
    sql`select status, stage, percent, attempt, error_code as code from operations where id = ${id}`,
  )
  return rows[0]
}

it('waits, runs and succeeds, and its progress never goes back', async () => {
  const id = await create()
  expect(await read(id)).toEqual({ status: 'queued', stage: null, percent: 0, attempt: 0, code: null })
  const attempt = await begun(id)
  expect(await report(attempt, 40.9, 'reading')).toBe('go-on')
  expect(await report(attempt, 10)).toBe('go-on')
  expect(await read(id)).toEqual({ status: 'running', stage: 'reading', percent: 40, attempt: 1, code: null })
  expect(await report(attempt, 100)).toBe('go-on')
  expect(await read(id)).toMatchObject({ percent: 99 })
  expect(await transaction(database.db, (tx) => succeedOperation(tx, attempt))).toBe(true)
  expect(await read(id)).toEqual({ status: 'succeeded', stage: null, percent: 100, attempt: 1, code: null })
  // A job that runs once more, because its end was not recorded, has nothing to do.
  expect(await begin(id)).toBeUndefined()
  expect(await transaction(database.db, (tx) => failOperation(tx, { operationId: id }, WHY))).toBe(false)
})

it('belongs to the newest attempt: one that was presumed dead can change nothing', async () => {
  const id = await create()
  const dead = await begun(id)
  await report(dead, 70)
  const living = await begun(id)
  expect(living.attempt).toBe(2)
  expect(await read(id)).toMatchObject({ percent: 0 })
  expect(await report(dead, 80)).toBe('gone')
  expect(await transaction(database.db, (tx) => succeedOperation(tx, dead))).toBe(false)
  expect(await transaction(database.db, (tx) => failOperation(tx, dead, WHY))).toBe(false)
  expect(await read(id)).toMatchObject({ status: 'running', percent: 0, attempt: 2 })
  expect(await transaction(database.db, (tx) => succeedOperation(tx, living))).toBe(true)
})

it('waits again after an attempt that failed or was cut short, unless another one runs it', async () => {
  const id = await create()
  const first = await begun(id)
  await report(first, 40, 'reading')
  expect(await transaction(database.db, (tx) => requeueOperation(tx, first, { hasFailed: true }))).toBe(true)
  expect(await read(id)).toEqual({ status: 'queued', stage: null, percent: 0, attempt: 1, code: null })
  const second = await begun(id)
  expect(await transaction(database.db, (tx) => requeueOperation(tx, first, { hasFailed: true }))).toBe(false)
  expect(await read(id)).toMatchObject({ status: 'running', attempt: 2 })
  expect(await transaction(database.db, (tx) => succeedOperation(tx, second))).toBe(true)
  expect(await transaction(database.db, (tx) => requeueOperation(tx, second, { hasFailed: true }))).toBe(false)
})

it('fails with a reason, and waits again when it is retried', async () => {
  const id = await create()
  expect(await transaction(database.db, (tx) => retryOperation(tx, id))).toBe(false)
  const attempt = await begun(id)
  expect(await transaction(database.db, (tx) => failOperation(tx, attempt, WHY))).toBe(true)
  expect(await read(id)).toMatchObject({ status: 'failed', code: 'gave-up' })
  expect(await report(attempt, 5)).toBe('gone')
  expect(await begin(id)).toBeUndefined()
  expect(await transaction(database.db, (tx) => retryOperation(tx, id))).toBe(true)
  expect(await read(id)).toMatchObject({ status: 'queued', percent: 0, code: null })
  expect((await begun(id)).attempt).toBe(2)
})

it('ends for its worker when it is deleted, and remains when its owner is deleted', async () => {
  const id = await create()
  const attempt = await begun(id)
  await transaction(database.db, (tx) => removeOperation(tx, id))
  expect(await report(attempt, 5)).toBe('gone')
  expect(await transaction(database.db, (tx) => succeedOperation(tx, attempt))).toBe(false)
  expect(await begin(randomUUID())).toBeUndefined()
  const owned = await create(await addMember(database.db))
  expect(await read(owned)).toMatchObject({ status: 'queued' })
})

it('counts failed attempts alone, until it is retried', async () => {
  const id = await create()
  for (const isLast of [false, false, true]) {
    await begun(id)
    const stopped = await begun(id)
    expect(stopped.isLast).toBe(isLast)
    await transaction(database.db, (tx) => requeueOperation(tx, stopped, { hasFailed: false }))
    const failed = await begun(id)
    expect(failed.isLast).toBe(isLast)
    await transaction(database.db, (tx) => requeueOperation(tx, failed, { hasFailed: true }))
  }
  await transaction(database.db, (tx) => failOperation(tx, { operationId: id }, WHY))
  await transaction(database.db, (tx) => retryOperation(tx, id))
  expect(await begun(id)).toMatchObject({ attempt: 10, isLast: false })
})

it('is canceled once, and can be retried', async () => {
  const id = await create()
  const attempt = await begun(id)
  const cancel = () => transaction(database.db, (tx) => cancelOperation(tx, id))
  expect([await cancel(), await cancel()]).toEqual([true, false])
  expect(await report(attempt, 5)).toBe('gone')
  expect(await transaction(database.db, (tx) => requeueOperation(tx, attempt, { hasFailed: true }))).toBe(false)
  expect(await begin(id)).toBeUndefined()
  expect(await transaction(database.db, (tx) => retryOperation(tx, id))).toBe(true)
  expect(await read(id)).toMatchObject({ status: 'queued' })
})

it('is replaced whatever its state, and an attempt that runs is superseded', async () => {
  const id = randomUUID()
  const replace = (status?: 'succeeded') =>
    transaction(database.db, (tx) => replaceOperation(tx, { id, kind: 'preview', ownerUserId: null }, status))
  await replace()
  const attempt = await begun(id)
  await replace()
  expect(await report(attempt, 5)).toBe('gone')
  expect(await read(id)).toEqual({ status: 'queued', stage: null, percent: 0, attempt: 2, code: null })
  await transaction(database.db, (tx) => failOperation(tx, { operationId: id }, WHY))
  await replace('succeeded')
  expect(await read(id)).toEqual({ status: 'succeeded', stage: null, percent: 100, attempt: 3, code: null })
})

it('of one subject runs once at a time for an owner, in SQL', async () => {
  const [ownerUserId, other] = [await addMember(database.db), await addMember(database.db)]
  const order = (owner: string) =>
    transaction(database.db, (tx) => createOperation(tx, { kind: 'render', ownerUserId: owner, subject: 'video' }))
  const id = await order(ownerUserId)
  await order(other)
  await expect(order(ownerUserId)).rejects.toMatchObject({ cause: { constraint: 'operations_active_unique' } })
  await transaction(database.db, (tx) => cancelOperation(tx, id))
  await order(ownerUserId)
  const retry = transaction(database.db, (tx) => retryOperation(tx, id))
  await expect(retry).rejects.toMatchObject({ cause: { constraint: 'operations_active_unique' } })
})

it('is listed for its owner, and by its kind, until it has ended', async () => {
  const ownerUserId = await addMember(database.db)
  const [first, second] = [await create(ownerUserId), await create(ownerUserId)]
  const list = async () =>
    (await listUnfinishedOperations(database.db, { userId: ownerUserId })).map(({ operationId }) => operationId)
  expect(await list()).toEqual([first, second])
  await report(await begun(first), 40, 'reading')
  expect(await listUnfinishedOperations(database.db, { kinds: ['import'] })).toContainEqual({
    operationId: first,
    kind: 'import',
    status: 'running',
    stage: 'reading',
    percent: 40,
    secondsLeft: null,
  })
  expect(await listUnfinishedOperations(database.db, { kinds: ['upload'] })).toEqual([])
  expect(await listUnfinishedOperations(database.db, { userId: await addMember(database.db) })).toEqual([])
  await transaction(database.db, (tx) => cancelOperation(tx, first))
  expect(await list()).toEqual([second])
})

it('cannot be failed without a reason, in SQL', async () => {
  const id = await create()
  await expect(database.db.execute(sql`update operations set status = 'failed' where id = ${id}`)).rejects.toThrow()
  await expect(database.db.execute(sql`update operations set error_code = 'x' where id = ${id}`)).rejects.toThrow()
})
