// The only file that moves credits. Every movement is a transfer of two entries with opposite signs. A user has two accounts,
// promotional and paid; promotional credits are spent first. Paid credits carry the money that was paid for them, by weighted
// average: spending some of them earns their share of it.
import assert from 'node:assert/strict'
import { ApiError } from '@vitrine/contract/api-error'
import type { CreditReason, Statement } from '@vitrine/contract/payments'
import type { Db, Tx } from '@vitrine/database/connection'
import { msg } from '@vitrine/language/texts'
import { desc, eq, inArray, lt, sql } from 'drizzle-orm'
import { decodeCursor, encodeCursor } from '../cursor.ts'
import { executePlanned, onEachDatabase, type Reader } from '../prepared.ts'
import { creditAccounts, creditEntries, creditTransfers } from './tables.ts'

/** Default number of credits for a new account. */
export const SIGNUP_CREDITS = 500
/** Default number of credits for a completed profile. */
export const PROFILE_CREDITS = 500

/** The system account on the other side of a transfer, by its reason. */
const COUNTERPART = {
  signup: 'system:grants',
  profile: 'system:grants',
  template: 'system:sales',
  adjustment: 'system:adjustments',
  pack: 'system:packs',
  refund: 'system:packs',
  dispute: 'system:packs',
} as const satisfies Record<CreditReason, string>
type UserAccountKind = 'promotional' | 'paid'

export interface Balance {
  readonly promotional: number
  readonly paid: number
  readonly total: number
}

/** The result of a movement of credits. `isRepeated`: the key was booked before and nothing moved now. */
export interface Booking {
  readonly balance: Balance
  readonly isRepeated: boolean
}

/** Creates the two accounts of a new user. Idempotent. */
async function openCreditAccounts(tx: Tx, userId: string): Promise<void> {
  await tx
    .insert(creditAccounts)
    .values([
      { id: accountId(userId, 'promotional'), kind: 'user-promotional', userId, balance: 0 },
      { id: accountId(userId, 'paid'), kind: 'user-paid', userId, balance: 0 },
    ])
    .onConflictDoNothing()
}

/** Creates the two accounts of a new user with the sign-up credits, which may be 0. Idempotent. */
export async function grantSignupCredits(tx: Tx, userId: string, credits: number = SIGNUP_CREDITS): Promise<Booking> {
  await openCreditAccounts(tx, userId)
  if (credits === 0) return { balance: await readBalance(tx, userId), isRepeated: false }
  return grantCredits(tx, userId, {
    account: 'promotional',
    credits,
    reason: 'signup',
    description: msg('Welcome credits'),
    key: `signup:${userId}`,
  })
}

/** Grants the credits for a completed profile. `isRepeated` when this user already received them. */
export function grantProfileCredits(tx: Tx, userId: string, credits: number): Promise<Booking> {
  return grantCredits(tx, userId, {
    account: 'promotional',
    credits,
    reason: 'profile',
    description: msg('Profile completed'),
    key: profileKey(userId),
  })
}

/** Whether a user received the credits for a completed profile. */
export async function hasProfileCredits(tx: Tx, userId: string): Promise<boolean> {
  return (await tx.$count(creditTransfers, eq(creditTransfers.idempotencyKey, profileKey(userId)))) > 0
}

function profileKey(userId: string): string {
  return `profile:${userId}`
}

/** Forfeits the remaining credits of a deleted account, so that every balance of the ledger has an owner. Idempotent. */
export async function forfeitCredits(tx: Tx, userId: string): Promise<void> {
  const accounts = await lockUserAccounts(tx, userId)
  for (const kind of ['promotional', 'paid'] as const) {
    const credits = accounts[kind].balance
    if (credits === 0) continue
    const { paise, untaxedPaise } = accounts[kind]
    await book(tx, accounts[kind], {
      change: -credits,
      value: negate({ paise, untaxedPaise }),
      key: `forfeit:${userId}:${kind}`,
      reason: 'adjustment',
      description: msg('Account deleted'),
    })
  }
}

/** Money that moves with paid credits, in paise; `untaxedPaise` is the part on which no tax was charged when they were sold. */
export interface CreditValue {
  readonly paise: number
  readonly untaxedPaise: number
}

interface Grant {
  readonly account: UserAccountKind
  readonly credits: number
  /** What the credits are worth; only paid ones are worth something. */
  readonly value?: CreditValue
  /** `refund` and `dispute` return what was removed before. */
  readonly reason: Exclude<CreditReason, 'template'>
  /** The text on the statement. */
  readonly description: string
  readonly details?: Readonly<Record<string, unknown>>
  readonly key: string
}

/** Adds credits to a user's account. Idempotent per key. */
export async function grantCredits(
  tx: Tx,
  userId: string,
  { account, credits, value = NO_VALUE, ...rest }: Grant,
): Promise<Booking> {
  assertCredits(credits)
  const accounts = await lockUserAccounts(tx, userId)
  const isBookedNow = await book(tx, accounts[account], { ...rest, change: credits, value })
  if (!isBookedNow) await assertSameGrant(tx, rest.key, { to: accounts[account].id, credits })
  return { balance: toUserBalance(accounts), isRepeated: !isBookedNow }
}

interface Spending {
  readonly credits: number
  /** `adjustment`: removed by the store's owner. */
  readonly reason: 'template' | 'adjustment'
  readonly description: string
  readonly details: Readonly<Record<string, unknown>>
  readonly key: string
}

interface Spent extends Booking {
  /** How many paid credits this call spent. */
  readonly paidSpent: number
  /** What the paid credits of each spending were worth, in the order of the spendings; empty when repeated. */
  readonly values: readonly CreditValue[]
}

/**
 * Spends credits on all of these items or on none, promotional ones first; an item that needs both accounts is two transfers.
 * Throws `not-enough-credits` with `creditsRequired` and `userCredits`. Idempotent: each key is one spending, and items that were
 * booked together must be repeated together.
 */
export async function spendCredits(tx: Tx, userId: string, spendings: readonly Spending[]): Promise<Spent> {
  for (const { credits } of spendings) assertCredits(credits)
  // Locking first makes two simultaneous purchases wait here instead of both spending the same balance.
  const accounts = await lockUserAccounts(tx, userId)
  const { total, paid: paidBefore } = toUserBalance(accounts)
  const creditsRequired = spendings.reduce((sum, spending) => sum + spending.credits, 0)
  if (total < creditsRequired) {
    // A repeated spending succeeds, however little is left. All bookings of this user's keys happen under this lock, so no other
    // request can interfere with the check.
    if (await areBooked(tx, spendings)) return repeated(accounts)
    throw new ApiError('not-enough-credits', { creditsRequired, userCredits: total })
  }
  const [first, ...others] = spendings
  assert(first, 'a spending needs something to spend on')
  const firstValue = await spend(tx, accounts, first)
  if (!firstValue) {
    assert(await areBooked(tx, spendings), `spending ${first.key} was booked before, but not together with the others`)
    return repeated(accounts)
  }
  const values = [firstValue]
  for (const spending of others) {
    const value = await spend(tx, accounts, spending)
    assert(value, `spending ${spending.key} was booked before, but ${first.key} was not`)
    values.push(value)
  }
  return { balance: toUserBalance(accounts), paidSpent: paidBefore - accounts.paid.balance, isRepeated: false, values }
}

function repeated(accounts: UserAccounts): Spent {
  return { balance: toUserBalance(accounts), paidSpent: 0, isRepeated: true, values: [] }
}

/**
 * Records one spending and returns the value of its paid credits. Its first transfer has the spending's own key, whichever account
 * it debits, so that a repetition collides even when the balances have changed. Undefined, without a change, when it did.
 */
async function spend(
  tx: Tx,
  accounts: UserAccounts,
  { credits, key, ...rest }: Spending,
): Promise<CreditValue | undefined> {
  const fromPromotional = Math.min(accounts.promotional.balance, credits)
  const fromPaid = credits - fromPromotional
  const value = shareValue(accounts.paid, fromPaid)
  const fromPaidAccount = { ...rest, change: -fromPaid, value: negate(value) }
  if (fromPromotional === 0) return (await book(tx, accounts.paid, { ...fromPaidAccount, key })) ? value : undefined
  if (!(await book(tx, accounts.promotional, { ...rest, change: -fromPromotional, key }))) return undefined
  if (fromPaid > 0) {
    const isBookedNow = await book(tx, accounts.paid, { ...fromPaidAccount, key: restKey(key) })
    assert(isBookedNow, `transfer ${restKey(key)} appeared while its user was locked`)
  }
  return value
}

const NO_VALUE: CreditValue = { paise: 0, untaxedPaise: 0 }

const negate = ({ paise, untaxedPaise }: CreditValue): CreditValue => ({ paise: -paise, untaxedPaise: -untaxedPaise })

/** The value of some of `balance` credits: their share of the money, rounded; all of it with the last credit. */
export function shareValue(
  { balance, paise, untaxedPaise }: CreditValue & { readonly balance: number },
  credits: number,
): CreditValue {
  if (credits === 0) return NO_VALUE
  // Rounding the taxed part instead would let the untaxed one exceed the whole.
  const untaxed = roundShare(untaxedPaise, credits, balance)
  return { paise: untaxed + roundShare(paise - untaxedPaise, credits, balance), untaxedPaise: untaxed }
}

/** `amount * part / whole`, half up. The product may exceed what a number holds exactly. */
function roundShare(amount: number, part: number, whole: number): number {
  return Number((BigInt(amount) * BigInt(part) * 2n + BigInt(whole)) / (BigInt(whole) * 2n))
}

interface Clawback {
  readonly credits: number
  readonly reason: 'refund' | 'dispute'
  readonly description: string
  readonly details: Readonly<Record<string, unknown>>
  /** A new key: repeating one is a caller's bug. */
  readonly key: string
  /** The money that goes back, and whether no tax was charged when the credits were sold. */
  readonly returnedPaise: number
  readonly isUntaxed: boolean
}

/**
 * Removes up to this many paid credits and leaves promotional ones. The money that goes back leaves the account with them, as far
 * as the account has it: what exceeds it was earned by credits already spent. Returns what it removed.
 */
export async function removePaidCredits(
  tx: Tx,
  userId: string,
  { credits, returnedPaise, isUntaxed, ...rest }: Clawback,
): Promise<{ credits: number; value: CreditValue }> {
  assertCredits(credits)
  const { paid } = await lockUserAccounts(tx, userId)
  const taken = Math.min(credits, paid.balance)
  if (taken === 0) return { credits: 0, value: NO_VALUE }
  const paise = Math.min(returnedPaise, paid.paise)
  const taxedPaise = paid.paise - paid.untaxedPaise
  const untaxedPaise = isUntaxed ? Math.min(paise, paid.untaxedPaise) : Math.max(0, paise - taxedPaise)
  const value = { paise, untaxedPaise }
  const isBookedNow = await book(tx, paid, { ...rest, change: -taken, value: negate(value) })
  assert(isBookedNow, `${rest.key} was taken back before`)
  return { credits: taken, value }
}

const userBalance = onEachDatabase((db) =>
  db
    .select({ kind: creditAccounts.kind, balance: creditAccounts.balance })
    .from(creditAccounts)
    .where(eq(creditAccounts.userId, sql.placeholder('userId')))
    .prepare('user_balance'),
)

/** A user's balance. */
export async function getBalance(db: Db, userId: string): Promise<Balance> {
  return sumBalance(await userBalance(db).execute({ userId }))
}

/** A user's balance as an open transaction sees it, including its own bookings. Takes no lock. */
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
 * A page of a user's statement, newest first. A spending from both accounts shows as its two lines; `balanceAfter` is the total
 * of both accounts after the line.
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
      // Entries of one user are written under one lock, so the order of their ids is chronological.
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

interface LedgerCheck {
  readonly transfers: number
  readonly entries: number
  /** A sentence for every inconsistency; empty in a consistent ledger. */
  readonly faults: string[]
}

/** Verifies the ledger: all entries sum to zero, transfers have two, balances equal their entries, nothing is negative. */
export async function checkLedger(db: Reader): Promise<LedgerCheck> {
  const { rows } = await db.execute<{ transfers: number; entries: number; sum: string; faults: string[] }>(sql`
    select (select count(*)::int from credit_transfers) as transfers,
           (select count(*)::int from credit_entries) as entries,
           (select coalesce(sum(credits), 0) from credit_entries) as sum,
           array(
             select 'transfer ' || t.id || ' is not two entries of opposite sign'
               from credit_transfers t left join credit_entries e on e.transfer_id = t.id
              group by t.id
             having count(e.id) <> 2 or sum(e.credits) <> 0 or sum(e.paise) <> 0 or sum(e.untaxed_paise) <> 0
                 or count(*) filter (where e.account_id = t.from_account and e.credits = -t.credits) <> 1
             union all
             select 'account ' || a.id || ' has ' || a.balance || ' but its entries sum to ' || coalesce(sum(e.credits), 0)
               from credit_accounts a left join credit_entries e on e.account_id = a.id
              where a.kind <> 'system'
              group by a.id
             having a.balance <> coalesce(sum(e.credits), 0)
             union all
             select 'account ' || a.id || ' holds ' || a.paise || ' paise, ' || a.untaxed_paise || ' of them untaxed, but its entries sum to '
                    || coalesce(sum(e.paise), 0) || ' and ' || coalesce(sum(e.untaxed_paise), 0)
               from credit_accounts a left join credit_entries e on e.account_id = a.id
              where a.kind <> 'system'
              group by a.id
             having (a.paise, a.untaxed_paise) <> (coalesce(sum(e.paise), 0), coalesce(sum(e.untaxed_paise), 0))
             union all
             select 'account ' || id || ' is negative: ' || balance from credit_accounts where balance < 0
             union all
             select 'entry ' || id || ' says ' || balance_after || ' after it, but the entries up to it sum to ' || running
               from (select e.id, e.balance_after, sum(e.credits) over (partition by e.account_id order by e.id) as running
                       from credit_entries e join credit_accounts a on a.id = e.account_id where a.kind <> 'system') as entries
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
  paise: number
  untaxedPaise: number
}
type UserAccounts = Record<UserAccountKind, UserAccount>

/** Both accounts of a user, always locked in the order of their ids. */
async function lockUserAccounts(tx: Tx, userId: string): Promise<UserAccounts> {
  const { rows } = await executePlanned<{ id: string; balance: string | null; paise: string; untaxed_paise: string }>(
    tx,
    sql`select id, balance, paise, untaxed_paise from credit_accounts where user_id = ${userId} and kind <> 'system' order by id for update`,
  )
  const of = (kind: UserAccountKind): UserAccount => {
    const row = rows.find((account) => account.id === accountId(userId, kind))
    assert(row && row.balance !== null, `user ${userId} has no ${kind} account`)
    return {
      id: row.id,
      balance: Number(row.balance),
      paise: Number(row.paise),
      untaxedPaise: Number(row.untaxed_paise),
    }
  }
  return { promotional: of('promotional'), paid: of('paid') }
}

interface Transfer {
  /** Credits that the user receives; negative for a removal. */
  readonly change: number
  /** Their value, with the same sign. */
  readonly value?: CreditValue
  readonly key: string
  readonly reason: CreditReason
  readonly description: string
  readonly details?: Readonly<Record<string, unknown>>
}

/**
 * Records one transfer between an account that the caller has locked and a system account, with its two entries and the new
 * balance, in one statement. Returns false without a change when the key was booked before.
 */
async function book(tx: Tx, account: UserAccount, transfer: Transfer): Promise<boolean> {
  const { change, value = NO_VALUE, key, reason, description, details = {} } = transfer
  const system = COUNTERPART[reason]
  const [from, to] = change > 0 ? [system, account.id] : [account.id, system]
  const balanceAfter = account.balance + change
  const paise = account.paise + value.paise
  const untaxedPaise = account.untaxedPaise + value.untaxedPaise
  const { rowCount } = await executePlanned(
    tx,
    sql`
    with booked as (
      insert into credit_transfers (idempotency_key, from_account, to_account, credits, reason, description, details)
      values (${key}, ${from}, ${to}, ${Math.abs(change)}, ${reason}, ${description}, ${JSON.stringify(details)}::jsonb)
      on conflict (idempotency_key) do nothing
      returning id
    ), changed as (
      update credit_accounts set balance = ${balanceAfter}, paise = ${paise}, untaxed_paise = ${untaxedPaise} where id = ${account.id} and exists (select from booked)
    )
    insert into credit_entries (transfer_id, account_id, credits, balance_after, paise, untaxed_paise)
    select booked.id, entry.account_id, entry.sign * ${Math.abs(change)}, entry.balance_after,
           entry.sign * ${Math.abs(value.paise)}, entry.sign * ${Math.abs(value.untaxedPaise)}
      from booked, (values (${account.id}, ${Math.sign(change)}::bigint, ${balanceAfter}::bigint), (${system}, ${-Math.sign(change)}::bigint, null))
        as entry (account_id, sign, balance_after)`,
  )
  if (rowCount === 0) return false
  Object.assign(account, { balance: balanceAfter, paise, untaxedPaise })
  return true
}

/** A repeated key with another amount or account is a caller's bug, never a second booking. */
async function assertSameGrant(tx: Tx, key: string, expected: { to: string; credits: number }): Promise<void> {
  const [first] = await tx
    .select({ to: creditTransfers.toAccount, credits: creditTransfers.credits })
    .from(creditTransfers)
    .where(eq(creditTransfers.idempotencyKey, key))
  assert.deepEqual(first, expected, `transfer ${key} was booked before as something else`)
}

/** Whether all of these were booked before. A key that was booked with another amount is a caller's bug. */
async function areBooked(tx: Tx, spendings: readonly Spending[]): Promise<boolean> {
  const keys = spendings.flatMap(({ key }) => [key, restKey(key)])
  const parts = await tx
    .select({ key: creditTransfers.idempotencyKey, credits: creditTransfers.credits })
    .from(creditTransfers)
    .where(inArray(creditTransfers.idempotencyKey, keys))
  const bookedAs = new Map(parts.map((part) => [part.key, part.credits]))
  return spendings.every(({ key, credits }) => {
    const first = bookedAs.get(key)
    if (first === undefined) return false
    const booked = first + (bookedAs.get(restKey(key)) ?? 0)
    assert(booked === credits, `spending ${key} was booked before as ${booked} credits, now ${credits} are asked for`)
    return true
  })
}

/** The key of the paid part of a spending, once the promotional account is empty. */
function restKey(key: string): string {
  return `${key}:paid`
}

function accountId(userId: string, kind: UserAccountKind): string {
  return `user:${userId}:${kind}`
}

function toUserBalance(accounts: UserAccounts): Balance {
  return toBalance(accounts.promotional.balance, accounts.paid.balance)
}

function toBalance(promotional: number, paid: number): Balance {
  return { promotional, paid, total: promotional + paid }
}

function assertCredits(credits: number): void {
  assert(Number.isSafeInteger(credits) && credits > 0, `credits must be a positive integer, got ${credits}`)
}
