// Sessions: opening, finding, listing and ending them.
import assert from 'node:assert/strict'
import { ApiError } from '@vitrine/contract/api-error'
import type { UserRole } from '@vitrine/contract/permission'
import type { Db, Tx } from '@vitrine/database/connection'
import { and, desc, eq, gt, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import { isUuid } from '../identifier.ts'
import { onEachDatabase, type Reader } from '../prepared.ts'
import { createToken, hashToken } from '../token.ts'
import { type Client, describeDevice, recognizeDevice } from './device.ts'
import { queueEmail } from './notification-email.ts'
import { sessions, users } from './tables.ts'

const REMEMBERED_HOURS = 7 * 24
const PLAIN_HOURS = 24
/** Precision of "last seen": updating it on every request would turn every read into a write. */
const SEEN_EVERY_MINUTES = 5

export type Role = UserRole

/** A new session. Only this object holds its token in clear. */
export interface OpenedSession {
  readonly userId: string
  readonly token: string
  readonly expiresAt: Date
}

/** A session opened by a sign-in, with the token that identifies the browser next time. */
export interface SignedIn extends OpenedSession {
  readonly deviceToken: string
}

/** The user and session of a request. */
export interface Session {
  readonly id: string
  readonly tokenHash: string
  readonly userId: string
  readonly username: string
  readonly email: string
  readonly role: Role
  readonly rememberMe: boolean
  readonly expiresAt: Date
}

/** Opens a session of 7 days (remember me) or 24 hours; `until` is the expiry of the session that it replaces. */
export async function startSession(
  db: Reader,
  userId: string,
  rememberMe: boolean,
  { device = '', until }: { device?: string; until?: Date } = {},
): Promise<OpenedSession> {
  const token = createToken()
  const hours = rememberMe ? REMEMBERED_HOURS : PLAIN_HOURS
  const [row] = await db
    .insert(sessions)
    .values({
      tokenHash: hashToken(token),
      userId,
      rememberMe,
      device,
      expiresAt: until ?? sql`now() + make_interval(hours => ${hours})`,
    })
    .returning({ expiresAt: sessions.expiresAt })
  assert(row, 'an insert returns its row')
  return { userId, token, expiresAt: row.expiresAt }
}

/**
 * Opens a session for a user who has just proven their identity. A sign-in from a browser that is new to the account is reported
 * to its owner by email, except for the browser that created the account. Later messages use the client's language. Throws
 * `account-blocked`.
 */
export async function openSession(
  tx: Tx,
  userId: string,
  { rememberMe, client }: { rememberMe: boolean; client: Client },
): Promise<SignedIn> {
  await requireUnblocked(tx, userId)
  const { language } = client
  if (language !== undefined) await tx.update(users).set({ language }).where(eq(users.id, userId))
  const device = describeDevice(client.userAgent)
  const session = await startSession(tx, userId, rememberMe, { device })
  const { deviceToken, isUnexpected } = await recognizeDevice(tx, userId, client.deviceToken)
  if (isUnexpected) {
    await queueEmail(tx, { kind: 'new-sign-in', userId, device, at: new Date().toISOString() })
  }
  return { ...session, deviceToken }
}

/** Waits for a concurrent block, which could not yet end a session opened at the same time. */
async function requireUnblocked(tx: Tx, userId: string): Promise<void> {
  const [user] = await tx.select({ blockedAt: users.blockedAt }).from(users).where(eq(users.id, userId)).for('share')
  if (user?.blockedAt) throw new ApiError('account-blocked')
}

/**
 * Blocks an account and ends its sessions. The rows stay for a while, so that an open tab can learn the reason. Returns false
 * when the account was already blocked.
 */
export async function blockUser(tx: Tx, userId: string): Promise<boolean> {
  const { rowCount } = await tx
    .update(users)
    .set({ blockedAt: sql`now()` })
    .where(and(eq(users.id, userId), isNull(users.blockedAt)))
  await tx
    .update(sessions)
    .set({ expiresAt: sql`now()` })
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, sql`now()`)))
  return rowCount === 1
}

/** Unblocks an account. Returns false when it was not blocked. */
export async function unblockUser(tx: Tx, userId: string): Promise<boolean> {
  const { rowCount } = await tx
    .update(users)
    .set({ blockedAt: null })
    .where(and(eq(users.id, userId), isNotNull(users.blockedAt)))
  return rowCount === 1
}

const sessionByToken = onEachDatabase((db) =>
  db
    .select({
      id: sessions.id,
      tokenHash: sessions.tokenHash,
      userId: users.id,
      username: users.username,
      email: users.email,
      role: users.role,
      rememberMe: sessions.rememberMe,
      expiresAt: sessions.expiresAt,
      isStale: sql<boolean>`${sessions.lastSeenAt} < now() - make_interval(mins => ${sql.raw(String(SEEN_EVERY_MINUTES))})`,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.tokenHash, sql.placeholder('tokenHash')),
        gt(sessions.expiresAt, sql`now()`),
        isNull(users.blockedAt),
      ),
    )
    .prepare('session_by_token'),
)

/** The active session of a token, or undefined. */
export async function findSession(db: Db, token: string): Promise<Session | undefined> {
  const [found] = await sessionByToken(db).execute({ tokenHash: hashToken(token) })
  if (!found) return undefined
  const { isStale, ...session } = found
  if (isStale) await db.update(sessions).set({ lastSeenAt: sql`now()` }).where(eq(sessions.id, session.id))
  return session
}

/**
 * The active session of a token. Throws `sign-in-required` without one, `session-blocked` when a block ended it, and
 * `session-expired` when it is unknown or expired.
 */
export async function requireSession(db: Db, token: string | undefined): Promise<Session> {
  if (!token) throw new ApiError('sign-in-required')
  const session = await findSession(db, token)
  if (!session) throw new ApiError((await wasEndedByBlock(db, token)) ? 'session-blocked' : 'session-expired')
  return session
}

async function wasEndedByBlock(db: Db, token: string): Promise<boolean> {
  const [ended] = await db
    .select({ id: sessions.id })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.tokenHash, hashToken(token)), isNotNull(users.blockedAt)))
  return ended !== undefined
}

/** Throws `session-expired` when the session has ended since it was looked up: another tab may have replaced or revoked it. */
export async function lockSession(tx: Tx, session: Session): Promise<{ device: string }> {
  const [living] = await tx
    .select({ device: sessions.device })
    .from(sessions)
    .where(and(eq(sessions.tokenHash, session.tokenHash), gt(sessions.expiresAt, sql`now()`)))
    .for('update')
  if (!living) throw new ApiError('session-expired')
  return living
}

/** Ends the session of a token. An unknown token ends nothing. */
export async function endSession(db: Db, token: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.tokenHash, hashToken(token)))
}

/** Ends all other sessions of a user. Returns how many. */
export async function endOtherSessions(tx: Tx, session: Session): Promise<number> {
  const { rowCount } = await tx
    .delete(sessions)
    .where(and(eq(sessions.userId, session.userId), ne(sessions.tokenHash, session.tokenHash)))
  return rowCount ?? 0
}

/** Ends all sessions of a user. */
export async function endAllSessions(tx: Tx, userId: string): Promise<void> {
  await tx.delete(sessions).where(eq(sessions.userId, userId))
}

/** Ends one session of the caller by its id. Throws `session-not-found`, also for another user's session. */
export async function revokeSession(db: Db, userId: string, sessionId: string): Promise<void> {
  const { rowCount } = isUuid(sessionId)
    ? await db.delete(sessions).where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId)))
    : { rowCount: 0 }
  if (rowCount !== 1) throw new ApiError('session-not-found')
}

interface SessionRecord {
  readonly id: string
  /** Empty when the browser did not identify itself. */
  readonly device: string
  readonly rememberMe: boolean
  readonly createdAt: Date
  readonly lastSeenAt: Date
  readonly expiresAt: Date
}

/** The active sessions of a user, at most 100: the current one, then those seen last. */
export function listSessions(db: Db, userId: string, currentId?: string): Promise<SessionRecord[]> {
  return db
    .select({
      id: sessions.id,
      device: sessions.device,
      rememberMe: sessions.rememberMe,
      createdAt: sessions.createdAt,
      lastSeenAt: sessions.lastSeenAt,
      expiresAt: sessions.expiresAt,
    })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, sql`now()`)))
    .orderBy(
      ...(currentId === undefined ? [] : [desc(eq(sessions.id, currentId))]),
      desc(sessions.lastSeenAt),
      desc(sessions.id),
    )
    .limit(100)
}

/** Deletes expired sessions; those of blocked accounts after a week, as long as a browser keeps a token. Returns how many. */
export async function purgeSessions(db: Db): Promise<number> {
  const { rowCount } = await db.execute(sql`
    delete from ${sessions} using ${users}
     where ${users.id} = ${sessions.userId}
       and ${sessions.expiresAt} < now() - case when ${users.blockedAt} is null then interval '0' else interval '7 days' end`)
  return rowCount ?? 0
}
