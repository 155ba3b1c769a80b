import { randomUUID } from 'node:crypto'
import { ApiError } from '@vitrine/contract/api-error'
import { transaction } from '@vitrine/database/connection'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { useDatabase } from '../../../../tests/database.ts'
import { insertUser } from '../accounts/accounts.ts'
import type { PasswordHash } from '../accounts/password.ts'
import {
  type Booking,
  checkLedger,
  getBalance,
  grantCredits,
  grantSignupCredits,
  listStatement,
  spendCredits,
} from './credits.ts'

const database = useDatabase({ max: 16 })

async function newMember(credits = 500): Promise<string> {
  const name = `u${randomUUID().slice(0, 8)}`
  return transaction(database.db, async (tx) => {
    const userId = await insertUser(tx, {
      username: name,
      email: `${name}@example.test`,
      passwordHash: '$argon2id$unused' as PasswordHash,
      actualName: name,
      phoneNumber: '',
      employmentField: '',
    })
    await grantSignupCredits(tx, userId, credits)
    return userId
  })
}

const grant = (userId: string, account: 'promotional' | 'paid', credits: number, key: string = randomUUID()) =>
  transaction(database.db, (tx) =>
    grantCredits(tx, userId, { account, credits, reason: 'adjustment', description: 'Thank you', key }),
  )
const spend = (userId: string, credits: number, key: string = randomUUID()): Promise<Booking> =>
  transaction(database.db, (tx) =>
    spendCredits(tx, userId, [{ credits, reason: 'template', description: 'Diwali Lights', details: {}, key }]),
  )
const balance = (userId: string) => getBalance(database.db, userId)

const attempt = <T>(work: Promise<T>): Promise<T | ApiError> =>
  work.catch((error: unknown) => {
    if (error instanceof ApiError) return error
    throw error
  })

afterEach(async () => {
  expect((await checkLedger(database.db)).faults).toEqual([])
})

describe('the ledger', () => {
  it('gives a new account 500 credits once, however often it is asked', async () => {
    const userId = await newMember()
    const again = await transaction(database.db, (tx) => grantSignupCredits(tx, userId))
    expect(again.isRepeated).toBe(true)
    expect(await balance(userId)).toEqual({ promotional: 500, paid: 0, total: 500 })
  })

  it('spends promotional credits before paid credits', async () => {
    const userId = await newMember(100)
    await grant(userId, 'paid', 300)
    expect((await spend(userId, 60)).balance).toEqual({ promotional: 40, paid: 300, total: 340 })
    expect((await spend(userId, 100)).balance).toEqual({ promotional: 0, paid: 240, total: 240 })
    expect((await spend(userId, 240)).balance).toEqual({ promotional: 0, paid: 0, total: 0 })
  })

  it('rejects spending more than the balance, names the balance, and changes nothing', async () => {
    const userId = await newMember(120)
    await grant(userId, 'paid', 30)
    const apiError = await attempt(spend(userId, 151))
    expect(apiError).toBeInstanceOf(ApiError)
    expect((apiError as ApiError).toBody()).toEqual({
      error: 'Not enough credits',
      code: 'not-enough-credits',
      creditsRequired: 151,
      userCredits: 150,
    })
    expect((await balance(userId)).total).toBe(150)
  })

  it('records a key once, also when the balance does not suffice for a second time', async () => {
    const userId = await newMember(100)
    await grant(userId, 'paid', 50)
    const first = await spend(userId, 150, `spend:${userId}`)
    const second = await spend(userId, 150, `spend:${userId}`)
    expect([first.isRepeated, second.isRepeated]).toEqual([false, true])
    expect(second.balance).toEqual(first.balance)
  })

  it('throws when a key is used with another amount', async () => {
    const userId = await newMember()
    await spend(userId, 10, `other:${userId}`)
    await expect(spend(userId, 11, `other:${userId}`)).rejects.toThrow(/booked before as 10/)
    await grant(userId, 'paid', 10, `grant:${userId}`)
    await expect(grant(userId, 'paid', 20, `grant:${userId}`)).rejects.toThrow(/booked before as something else/)
  })

  it.each([0, -5, 1.5, Number.NaN])('takes no transfer of %d credits', async (credits) => {
    const userId = await newMember()
    await expect(spend(userId, credits)).rejects.toThrow(/positive integer/)
  })
})

describe('the ledger under load', () => {
  it('accepts exactly as many simultaneous purchases as the balance allows', async () => {
    const userId = await newMember(70)
    await grant(userId, 'paid', 55)
    const outcomes = await Promise.all(Array.from({ length: 24 }, () => attempt(spend(userId, 10))))
    const refused = outcomes.filter((outcome) => outcome instanceof ApiError)
    expect(refused.map((apiError) => apiError.code)).toEqual(Array.from({ length: 12 }, () => 'not-enough-credits'))
    expect(await balance(userId)).toEqual({ promotional: 0, paid: 5, total: 5 })
  })

  it('records a key once when it is sent many times at the same time', async () => {
    const userId = await newMember()
    const outcomes = await Promise.all(Array.from({ length: 16 }, () => spend(userId, 120, `race:${userId}`)))
    expect(outcomes.filter((outcome) => !outcome.isRepeated)).toHaveLength(1)
    expect((await balance(userId)).total).toBe(380)
  })

  it('does not block purchases of different users', async () => {
    const userIds = await Promise.all(Array.from({ length: 4 }, () => newMember()))
    await Promise.all(userIds.flatMap((userId) => [spend(userId, 100), grant(userId, 'paid', 20), spend(userId, 50)]))
    for (const userId of userIds) expect((await balance(userId)).total).toBe(370)
  })
})

describe('the database itself', () => {
  const run = (query: ReturnType<typeof sql>) => database.db.transaction((tx) => tx.execute(query))
  const refused = async (work: Promise<unknown>, pattern: RegExp) => {
    const error = await work.then(
      () => new Error('the database let it through'),
      (thrown: unknown) => thrown,
    )
    const messages = []
    for (let current = error; current instanceof Error; current = current.cause) messages.push(current.message)
    expect(messages.join('\n')).toMatch(pattern)
  }

  it('rejects changes and deletions of entries', async () => {
    await newMember()
    await refused(run(sql`update credit_entries set credits = credits * 2`), /append-only/)
    await refused(run(sql`delete from credit_entries`), /append-only/)
    await refused(run(sql`update credit_transfers set description = 'x'`), /append-only/)
    await refused(run(sql`truncate credit_entries, credit_transfers cascade`), /append-only/)
  })

  it('rejects a transfer without its two entries, a single entry, and a negative balance', async () => {
    const userId = await newMember()
    const account = `user:${userId}:promotional`
    const lonely = sql`insert into credit_transfers (idempotency_key, from_account, to_account, credits, reason, description)
      values (${randomUUID()}, 'system:grants', ${account}, 5, 'adjustment', 'x')`
    await refused(run(lonely), /exactly two entries/)
    await refused(
      run(sql`insert into credit_entries (transfer_id, account_id, credits, balance_after)
        select transfer_id, account_id, 1, 1 from credit_entries where account_id = ${account}`),
      /exactly two entries/,
    )
    await refused(
      run(sql`update credit_accounts set balance = -1 where id = ${account}`),
      /credit_accounts_never_negative/,
    )
    await refused(
      run(sql`insert into credit_transfers (idempotency_key, from_account, to_account, credits, reason, description)
        values (${randomUUID()}, ${account}, ${account}, 5, 'adjustment', 'x')`),
      /credit_transfers_two_accounts/,
    )
    await refused(
      run(sql`insert into credit_accounts (id, kind, user_id, balance)
        values ('user:somebody:paid', 'user-paid', ${userId}, 0)`),
      /credit_accounts_id/,
    )
  })

  it('fails the check when a balance was tampered with', async () => {
    const userId = await newMember()
    const account = `user:${userId}:promotional`
    await database.db.execute(sql`update credit_accounts set balance = 900 where id = ${account}`)
    expect((await checkLedger(database.db)).faults).toEqual([`account ${account} has 900 but its entries sum to 500`])
    await database.db.execute(sql`update credit_accounts set balance = 500 where id = ${account}`)
  })
})

it('the statement lists every entry in order, with the balance after it, page by page', async () => {
  const userId = await newMember(100)
  await grant(userId, 'paid', 50)
  await spend(userId, 120)
  const lines = []
  let pages = 0
  let cursor: string | undefined
  do {
    const page = await listStatement(database.db, userId, { cursor, limit: 2 })
    lines.push(...page.items)
    pages++
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  expect(pages).toBe(2)
  expect(lines.map(({ description, credits, balanceAfter }) => [description, credits, balanceAfter])).toEqual([
    ['Diwali Lights', -20, 30],
    ['Diwali Lights', -100, 50],
    ['Thank you', 50, 150],
    ['Welcome credits', 100, 100],
  ])
  await expect(listStatement(database.db, userId, { cursor: 'made-up', limit: 2 })).rejects.toMatchObject({
    code: 'invalid-input',
  })
})

it('any run of grants, spendings and repetitions agrees with a plain sum', async () => {
  const key = fc.integer({ min: 0, max: 5 })
  const step = fc.oneof(
    fc.record({ kind: fc.constant('spend' as const), key, credits: fc.integer({ min: 1, max: 300 }) }),
    fc.record({
      kind: fc.constantFrom('promotional' as const, 'paid' as const),
      key,
      credits: fc.integer({ min: 1, max: 200 }),
    }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
      const userId = await newMember(100)
      const model = { promotional: 100, paid: 0 }
      const booked = new Set<string>()
      for (const { kind, key, credits } of steps) {
        // The amount belongs to the key: the same key with another amount would be a bug of the caller.
        const name = `${userId}:${kind}:${key}:${credits}`
        const before = model.promotional + model.paid
        if (kind === 'spend') {
          const outcome = await attempt(spend(userId, credits, name))
          if (booked.has(name)) expect(outcome).toMatchObject({ isRepeated: true })
          else if (before < credits) expect(outcome).toMatchObject({ code: 'not-enough-credits' })
          else {
            const promotional = Math.min(model.promotional, credits)
            model.promotional -= promotional
            model.paid -= credits - promotional
            booked.add(name)
          }
        } else {
          const outcome = await grant(userId, kind, credits, name)
          expect(outcome.isRepeated).toBe(booked.has(name))
          if (!booked.has(name)) model[kind] += credits
          booked.add(name)
        }
        expect(await balance(userId)).toMatchObject(model)
      }
      const statement = await listStatement(database.db, userId, { limit: 100 })
      expect(statement.items[0]?.balanceAfter).toBe(model.promotional + model.paid)
    }),
    { numRuns: 25 },
  )
})
