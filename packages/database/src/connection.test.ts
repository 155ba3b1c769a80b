import assert from 'node:assert/strict'
import { inspect } from 'node:util'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useDatabase } from '../../../tests/database.ts'
import { connect, type Db, disconnect, findSqlState, forgetValues, transaction } from './connection.ts'

const database = useDatabase()

beforeAll(async () => {
  await database.db.execute(sql`create table box (name text primary key, coins integer not null check (coins >= 0))`)
})

async function coinsIn(db: Db, name: string): Promise<number | undefined> {
  const { rows } = await db.execute<{ coins: number }>(sql`select coins from box where name = ${name}`)
  return rows[0]?.coins
}

describe('transaction', () => {
  test('commits what its work wrote and returns its value', async () => {
    const value = await transaction(database.db, async (tx) => {
      await tx.execute(sql`insert into box values ('kept', 1)`)
      return 'done'
    })
    expect(value).toBe('done')
    expect(await coinsIn(database.db, 'kept')).toBe(1)
  })

  test('rolls back everything when its work throws, and throws that same error', async () => {
    const apiError = new Error('no')
    const attempt = transaction(database.db, async (tx) => {
      await tx.execute(sql`insert into box values ('lost', 1)`)
      throw apiError
    })
    await expect(attempt).rejects.toBe(apiError)
    expect(await coinsIn(database.db, 'lost')).toBeUndefined()
  })

  test('tries a deadlocked transaction again until both have done their work', { tags: ['full'] }, async () => {
    await database.db.execute(sql`insert into box values ('left', 0), ('right', 0)`)
    const bothHoldOne = Promise.withResolvers<void>()
    let holding = 0
    let runs = 0
    const fill = (first: string, second: string) =>
      transaction(database.db, async (tx) => {
        runs++
        await tx.execute(sql`update box set coins = coins + 1 where name = ${first}`)
        if (++holding === 2) bothHoldOne.resolve()
        await bothHoldOne.promise
        await tx.execute(sql`update box set coins = coins + 1 where name = ${second}`)
      })
    await Promise.all([fill('left', 'right'), fill('right', 'left')])
    expect(await coinsIn(database.db, 'left')).toBe(2)
    expect(await coinsIn(database.db, 'right')).toBe(2)
    expect(runs).toBe(3)
  })

  test('gives a connection back that is lost as it begins', async () => {
    const db = connect(database.url, { max: 1 })
    const lose = (client: { connection?: { stream: { destroy(): void } } }) => client.connection?.stream.destroy()
    db.$client.on('acquire', lose as () => void)
    await expect(transaction(db, (tx) => tx.execute(sql`select 1`))).rejects.toThrow()
    db.$client.removeListener('acquire', lose as () => void)
    expect(await transaction(db, async () => 'another connection')).toBe('another connection')
    await disconnect(db)
  })
})

describe('forgetValues', () => {
  test('keeps statement, stack and state of a failed query, and none of its values', async () => {
    const secret = `hash
of a password`
    await database.db.execute(sql`insert into box values (${secret}, 1)`)
    const error = await database.db
      .execute(sql`insert into box values (${secret}, 1)`)
      .catch((failed: unknown) => failed)
    expect(inspect(error)).toContain('of a password')
    const cleaned = forgetValues(error)
    expect(cleaned).toBe(error)
    const words = inspect(cleaned) + JSON.stringify(cleaned) + (error as Error).stack
    expect(words).not.toContain('of a password')
    expect(words).toContain('insert into box values')
    expect(words).toContain('connection.test.ts')
    expect(findSqlState(cleaned)).toBe('23505')
    const plain = new Error('plain')
    expect(forgetValues(plain)).toBe(plain)
    expect(forgetValues(undefined)).toBeUndefined()
  })
})

describe('findSqlState', () => {
  test('finds the state of a constraint violation behind the query error that wraps it', async () => {
    const error: unknown = await database.db.execute(sql`insert into box values ('bad', -1)`).then(
      () => assert.fail('the check constraint let a negative number through'),
      (reason: unknown) => reason,
    )
    expect(findSqlState(error)).toBe('23514')
  })

  test('is undefined for an error that is not from the database', () => {
    expect(findSqlState(new Error('other'))).toBeUndefined()
    expect(findSqlState('text')).toBeUndefined()
  })
})

describe('a pool', () => {
  let db: Db
  beforeAll(() => {
    db = connect(database.url, { max: 1 })
  })
  afterAll(() => disconnect(db))

  test('replaces a connection that the server closed', async () => {
    const { rows } = await db.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
    const lost = new Promise((done) => db.$client.once('error', done))
    await database.db.execute(sql`select pg_terminate_backend(${rows[0]?.pid})`)
    await lost
    expect((await db.execute<{ one: number }>(sql`select 1 as one`)).rows).toEqual([{ one: 1 }])
  })

  test('survives the loss of a connection between two statements of a transaction, which then fails', async () => {
    const attempt = transaction(db, async (tx) => {
      const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
      await database.db.execute(sql`select pg_terminate_backend(${rows[0]?.pid}, 5000)`)
      await tx.execute(sql`select 1`)
    })
    await expect(attempt).rejects.toThrow()
    expect((await db.execute<{ one: number }>(sql`select 1 as one`)).rows).toEqual([{ one: 1 }])
  })
})
