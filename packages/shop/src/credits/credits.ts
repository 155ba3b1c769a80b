// Credits move only in this file, and only as transfers: every entry has a twin of opposite sign. A user has two accounts,
// promotional and paid; what was given is spent before what was paid for.
import assert from 'node:assert/strict'
import type { Statement, StatementLine } from '@vitrine/contract/credits'
import { Refusal } from '@vitrine/contract/refusal'
import type { Db, Tx } from '@vitrine/database/connection'
import { and, asc, desc, eq, inArray, lt, ne, sql } from 'drizzle-orm'
import { decodeCursor, encodeCursor } from '../cursor.ts'
import { onEachDatabase, type Reader } from '../prepared.ts'
import { creditAccounts, creditEntries, creditTransfers } from './tables.ts'

/** Credits that every new account begins with, unless configured otherwise. */
export const SIGNUP_CREDITS = 500
/** Credits for a completed profile, unless configured otherwise. */
export const PROFILE_CREDITS = 500

const SYSTEM = { grants: 'system:grants', sales: 'system:sales', adjustments: 'system:adjustments' } as const
type SystemAccountId = (typeof SYSTEM)[keyof typeof SYSTEM]
type UserAccountKind = 'promotional' | 'paid'
type Reason = StatementLine['reason']

export interface Balance {
  readonly promotional: number
  readonly paid: number
  readonly total: number
}

/** What a movement of credits came to. `isRepeated`: this key had been booked before, and nothing moved now. */
export interface Booking {
  readonly balance: Balance
  readonly isRepeated: boolean
}

/** Gives a new user their two accounts. Safe to repeat. */
export async function openCreditAccounts(tx: Tx, userId: string): Promise<void> {
  await tx
    .insert(creditAccounts)
    .values([
      { id: accountId(userId, 'promotional'), kind: 'user-promotional', userId, balance: 0 },
      { id: accountId(userId, 'paid'), kind: 'user-paid', userId, balance: 0 },
    ])
    .onConflictDoNothing()
}

/** Gives a new user their two accounts and the credits to begin with, which may be none. Safe to repeat. */
export async function grantSignupCredits(tx: Tx, userId: string, credits: number = SIGNUP_CREDITS): Promise<Booking> {
  await openCreditAccounts(tx, userId)
  if (credits === 0) return { balance: await readBalance(tx, userId), isRepeated: false }
  return grantCredits(tx, userId, {
    account: 'promotional',
    credits,
    reason: 'signup',
    description: 'Welcome credits',
    key: `signup:${userId}`,
  })
}

/** Gives the credits for a completed profile. `isRepeated` when this user had them before. */
export function grantProfileCredits(tx: Tx, userId: string, credits: number): Promise<Booking> {
  return grantCredits(tx, userId, {
    account: 'promotional',
    credits,
    reason: 'profile',
    description: 'Profile completed',
    key: profileKey(userId),
  })
}

/** Whether a user was given the credits for a completed profile. */
export async function hasProfileCredits(tx: Tx, userId: string): Promise<boolean> {
  return (await tx.$count(creditTransfers, eq(creditTransfers.idempotencyKey, profileKey(userId)))) > 0
}

function profileKey(userId: string): string {
  return `profile:${userId}`
}

/** Takes back what is left when an account is deleted, so that the books owe nothing to nobody. Safe to repeat. */
export async function forfeitCredits(tx: Tx, userId: string): Promise<void> {
  const accounts = await lockUserAccounts(tx, userId)
  for (const kind of ['promotional', 'paid'] as const) {
    const credits = accounts[kind].balance
    if (credits === 0) continue
    await transfer(tx, {
      from: accounts[kind],
      to: { id: SYSTEM.adjustments },
      credits,
      key: `forfeit:${userId}:${kind}`,
      reason: 'adjustment',
      description: 'Account deleted',
      details: {},
    })
  }
}

export interface Grant {
  readonly account: UserAccountKind
  readonly credits: number
  readonly reason: 'signup' | 'profile' | 'adjustment'
  /** The line of the statement. */
  readonly description: string
  readonly key: string
}

/** Adds credits to a user's account. Safe to repeat with the same key. */
export async function grantCredits(tx: Tx, userId: string, grant: Grant): Promise<Booking> {
  assertCredits(grant.credits)
  const accounts = await lockUserAccounts(tx, userId)
  const system = grant.reason === 'adjustment' ? SYSTEM.adjustments : SYSTEM.grants
  const isRepeated = !(await transfer(tx, {
    ...grant,
    from: { id: system },
    to: accounts[grant.account],
    details: {},
  }))
  return { balance: balanceOf(accounts), isRepeated }
}

export interface Spending {
  readonly credits: number
  readonly reason: 'template'
  readonly description: string
  readonly details: Readonly<Record<string, unknown>>
  readonly key: string
}

/**
 * Spends a user's credits, promotional ones first; a spending that needs both accounts is two transfers. Refuses
 * not-enough-credits with `creditsRequired` and `userCredits`. Safe to repeat: one spending per key.
 */
export async function spendCredits(tx: Tx, userId: string, spending: Spending): Promise<Booking> {
  assertCredits(spending.credits)
  // Locking first makes two simultaneous purchases wait here instead of both spending the same balance.
  const accounts = await lockUserAccounts(tx, userId)
  // All bookings of this user's keys happen under the lock just taken, so looking cannot be overtaken. It must come before
  // the balance is judged: a repeated spending is no refusal, however little is left. The unique key stays as the backstop.
  if (await isBooked(tx, spending)) return { balance: balanceOf(accounts), isRepeated: true }

  const before = balanceOf(accounts)
  if (before.total < spending.credits) {
    throw new Refusal('not-enough-credits', { creditsRequired: spending.credits, userCredits: before.total })
  }
  const fromPromotional = Math.min(accounts.promotional.balance, spending.credits)
  for (const [kind, credits] of [
    ['promotional', fromPromotional],
    ['paid', spending.credits - fromPromotional],
  ] as const) {
    if (credits === 0) continue
    const key = partKey(spending.key, kind)
    const isBookedNow = await transfer(tx, {
      ...spending,
      credits,
      key,
      from: accounts[kind],
      to: { id: SYSTEM.sales },
    })
    assert(isBookedNow, `transfer ${key} appeared while its user was locked`)
  }
  return { balance: balanceOf(accounts), isRepeated: false }
}

const userBalance = onEachDatabase((db) =>
  db
    .select({ kind: creditAccounts.kind, balance: creditAccounts.balance })
    .from(creditAccounts)
    .where(eq(creditAccounts.userId, sql.placeholder('userId')))
    .prepare('user_balance'),
)

/** What a user can spend. */
export async function getBalance(db: Db, userId: string): Promise<Balance> {
  return sumBalance(await userBalance(db).execute({ userId }))
}

/** What a user can spend as an open transaction sees it, its own bookings included. Locks nothing. */
export async function readBalance(tx: Tx, userId: string): Promise<Balance> {
  return sumBalance(
    await tx
      .select({ kind: creditAccounts.kind, balance: creditAccounts.balance })
      .from(creditAccounts)
      .where(eq(creditAccounts.userId, userId)),
  )
}

function sumBalance(rows: readonly { kind: string; balance: number | null }[]): Balance {
  const of = (kind: string) => rows.find((row) => row.kind === kind)?.balance ?? 0
  return toBalance(of('user-promotional'), of('user-paid'))
}

/**
 * A page of a user's statement, newest first. A spending from both accounts shows as its two lines; `balanceAfter` is the
 * total of both accounts after the line.
 */
export async function listStatement(
  db: Db,
  userId: string,
  page: { cursor?: string | undefined; limit: number },
): Promise<Statement> {
  const own = inArray(creditEntries.accountId, [accountId(userId, 'promotional'), accountId(userId, 'paid')])
  const after = page.cursor === undefined ? undefined : decodeCursor('statement', page.cursor)[0]
  const lines = db
    .select({
      id: creditEntries.id,
      transferId: creditEntries.transferId,
      credits: creditEntries.credits,
      // Entries of one user are written under one lock, so the order of their ids is the order in which they happened.
      balanceAfter: sql<number>`sum(${creditEntries.credits}) over (order by ${creditEntries.id})`
        .mapWith(Number)
        .as('total_after'),
    })
    .from(creditEntries)
    .where(own)
    .as('lines')
  const rows = await db
    .select({
      id: lines.id,
      credits: lines.credits,
      balanceAfter: lines.balanceAfter,
      reason: creditTransfers.reason,
      description: creditTransfers.description,
      createdAt: creditTransfers.createdAt,
    })
    .from(lines)
    .innerJoin(creditTransfers, eq(creditTransfers.id, lines.transferId))
    .where(after === undefined ? undefined : lt(lines.id, after))
    .orderBy(desc(lines.id))
    .limit(page.limit + 1)
  const shown = rows.slice(0, page.limit)
  const last = rows.length > page.limit ? shown.at(-1) : undefined
  return {
    items: shown.map((row) => ({ ...row, id: String(row.id), createdAt: row.createdAt.toISOString() })),
    nextCursor: last ? encodeCursor('statement', [last.id, '']) : null,
  }
}

export interface LedgerCheck {
  readonly transfers: number
  readonly entries: number
  /** Everything that does not add up, in words; empty in a sound ledger. */
  readonly faults: string[]
}

/** Proves the ledger: all entries sum to zero, transfers have two, balances equal their entries, nothing is negative. */
export async function checkLedger(db: Reader): Promise<LedgerCheck> {
  const { rows } = await db.execute<{ transfers: number; entries: number; sum: string; faults: string[] }>(sql`
    select (select count(*)::int from credit_transfers) as transfers,
           (select count(*)::int from credit_entries) as entries,
           (select coalesce(sum(credits), 0) from credit_entries) as sum,
           array(
             select 'transfer ' || t.id || ' is not two entries of opposite sign'
               from credit_transfers t left join credit_entries e on e.transfer_id = t.id
              group by t.id
             having count(e.id) <> 2 or sum(e.credits) <> 0
                 or count(*) filter (where e.account_id = t.from_account and e.credits = -t.credits) <> 1
             union all
             select 'account ' || a.id || ' has ' || a.balance || ' but its entries sum to ' || coalesce(sum(e.credits), 0)
               from credit_accounts a left join credit_entries e on e.account_id = a.id
              where a.kind <> 'system'
              group by a.id
             having a.balance <> coalesce(sum(e.credits), 0)
             union all
             select 'account ' || id || ' is negative: ' || balance from credit_accounts where balance < 0
             union all
             select 'entry ' || id || ' says ' || balance_after || ' after it, but the entries up to it sum to ' || running
               from (select e.id, e.balance_after, sum(e.credits) over (partition by e.account_id order by e.id) as running
                       from credit_entries e join credit_accounts a on a.id = e.account_id where a.kind <> 'system') as told
              where balance_after is distinct from running
           ) as faults`)
  const found = rows[0]
  assert(found, 'the ledger check answers one row')
  const faults = [...found.faults]
  if (BigInt(found.sum) !== 0n) faults.push(`all entries sum to ${found.sum} instead of 0`)
  return { transfers: found.transfers, entries: found.entries, faults }
}

interface UserAccount {
  readonly id: string
  balance: number
}
type UserAccounts = Record<UserAccountKind, UserAccount>

/** Both accounts of a user, always locked in the order of their ids. */
async function lockUserAccounts(tx: Tx, userId: string): Promise<UserAccounts> {
  const rows = await tx
    .select({ id: creditAccounts.id, balance: creditAccounts.balance })
    .from(creditAccounts)
    .where(and(eq(creditAccounts.userId, userId), ne(creditAccounts.kind, 'system')))
    .orderBy(asc(creditAccounts.id))
    .for('update')
  const of = (kind: UserAccountKind): UserAccount => {
    const row = rows.find((account) => account.id === accountId(userId, kind))
    assert(row && row.balance !== null, `user ${userId} has no ${kind} account`)
    return { id: row.id, balance: row.balance }
  }
  return { promotional: of('promotional'), paid: of('paid') }
}

interface Transfer {
  readonly from: UserAccount | { readonly id: SystemAccountId }
  readonly to: UserAccount | { readonly id: SystemAccountId }
  readonly credits: number
  readonly key: string
  readonly reason: Reason
  readonly description: string
  readonly details: Readonly<Record<string, unknown>>
}

/**
 * Books one transfer between accounts that the caller has locked, and keeps their balances in step. Answers false, having
 * changed nothing, when the key was booked before.
 */
async function transfer(tx: Tx, { from, to, credits, key, reason, description, details }: Transfer): Promise<boolean> {
  const [booked] = await tx
    .insert(creditTransfers)
    .values({
      idempotencyKey: key,
      fromAccount: from.id,
      toAccount: to.id,
      credits,
      reason,
      description,
      details: { ...details },
    })
    .onConflictDoNothing({ target: creditTransfers.idempotencyKey })
    .returning({ id: creditTransfers.id })
  if (!booked) {
    await assertSameTransfer(tx, key, { from: from.id, to: to.id, credits })
    return false
  }
  const entries = []
  for (const [account, change] of [
    [from, -credits],
    [to, credits],
  ] as const) {
    const balanceAfter = 'balance' in account ? account.balance + change : null
    if ('balance' in account && balanceAfter !== null) {
      account.balance = balanceAfter
      await tx.update(creditAccounts).set({ balance: balanceAfter }).where(eq(creditAccounts.id, account.id))
    }
    entries.push({ transferId: booked.id, accountId: account.id, credits: change, balanceAfter })
  }
  await tx.insert(creditEntries).values(entries)
  return true
}

/** A key that comes back with another amount or other accounts is a bug of the caller, never a second booking. */
async function assertSameTransfer(
  tx: Tx,
  key: string,
  wanted: { from: string; to: string; credits: number },
): Promise<void> {
  const [first] = await tx
    .select({ from: creditTransfers.fromAccount, to: creditTransfers.toAccount, credits: creditTransfers.credits })
    .from(creditTransfers)
    .where(eq(creditTransfers.idempotencyKey, key))
  assert.deepEqual(first, wanted, `transfer ${key} was booked before as something else`)
}

async function isBooked(tx: Tx, { key, credits }: Spending): Promise<boolean> {
  const parts = await tx
    .select({ credits: creditTransfers.credits })
    .from(creditTransfers)
    .where(inArray(creditTransfers.idempotencyKey, [partKey(key, 'promotional'), partKey(key, 'paid')]))
  if (parts.length === 0) return false
  const first = parts.reduce((sum, part) => sum + part.credits, 0)
  assert(first === credits, `spending ${key} was booked before as ${first} credits, now ${credits} are asked for`)
  return true
}

function partKey(key: string, kind: UserAccountKind): string {
  return `${key}:${kind}`
}

function accountId(userId: string, kind: UserAccountKind): string {
  return `user:${userId}:${kind}`
}

function balanceOf(accounts: UserAccounts): Balance {
  return toBalance(accounts.promotional.balance, accounts.paid.balance)
}

function toBalance(promotional: number, paid: number): Balance {
  return { promotional, paid, total: promotional + paid }
}

function assertCredits(credits: number): void {
  assert(Number.isSafeInteger(credits) && credits > 0, `credits must be a positive integer, got ${credits}`)
}
