// Admin sign-in: a second password on top of an owner's session, and the short admin session that it opens. Every attempt
// that reaches the password check, or fails because the user is not an owner, is written to the audit log.
import { createHash, randomBytes } from 'node:crypto'
import { ApiError } from '@vitrine/contract/api-error'
import { type Db, type Tx, transaction } from '@vitrine/database/connection'
import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import { isPasswordRight, type PasswordHash } from '../accounts/password.ts'
import { countAttempt, forgetAttempts, uncountAttempt } from '../accounts/rate-limit.ts'
import type { Session } from '../accounts/session.ts'
import { sessions, users } from '../accounts/tables.ts'
import { onEachDatabase, type Reader } from '../prepared.ts'
import { type Actor, COMMAND_LINE, recordAuditEvent } from './audit-log.ts'
import { adminPassword, adminSessions } from './tables.ts'

const SESSION_HOURS = 8

/** A new admin session; its token exists in clear only here. */
export interface OpenedAdminSession {
  readonly token: string
  readonly expiresAt: Date
}

/** An owner with an admin session. */
export interface SignedInAdmin {
  readonly userId: string
  readonly username: string
  readonly expiresAt: Date
}

/**
 * Opens an admin session for a signed-in owner who knows the admin password, for 8 hours and no longer than the owner's
 * session. Refuses rate-limited; admin-required for users who are not owners, whatever the password;
 * admin-password-not-set; admin-password-incorrect. `configuredHash` replaces the stored password. Takes `db`: attempts
 * are counted and recorded although they are refused.
 */
export async function openAdminSession(
  db: Db,
  session: Session,
  { password, ip, configuredHash }: { password: string; ip: string; configuredHash: string | undefined },
): Promise<OpenedAdminSession> {
  const actor = { userId: session.userId, name: session.username, ip }
  const refuse = async (apiError: ApiError): Promise<never> => {
    const after = { refused: apiError.code }
    await recordAuditEvent(db, actor, { action: 'gate-refused', subjectKind: 'gate', subjectId: session.userId, after })
    throw apiError
  }
  if (session.role !== 'owner') {
    await countAttempt(db, 'admin-gate-stranger', session.userId)
    return refuse(new ApiError('admin-required'))
  }
  await countAttempt(db, 'admin-gate', session.id)
  await countAttempt(db, 'admin-gate-user', session.userId)
  const storedHash = await findPasswordHash(db, configuredHash)
  if (storedHash === undefined) return refuse(new ApiError('admin-password-not-set'))
  if (!(await isPasswordRight(password, storedHash))) return refuse(new ApiError('admin-password-incorrect'))
  await forgetAttempts(db, 'admin-gate', session.id)
  await uncountAttempt(db, 'admin-gate-user', session.userId)

  const token = randomBytes(32).toString('base64url')
  return transaction(db, async (tx) => {
    await tx.delete(adminSessions).where(lt(adminSessions.expiresAt, sql`now()`))
    // Selected, not just inserted: the sign-in may have ended while the password was being checked.
    const { rows } = await tx.execute<{ expires: number }>(sql`
      insert into admin_sessions (token_hash, session_id, password_mark, expires_at)
      select ${hashToken(token)}, id, ${markOf(storedHash)}, least(expires_at, now() + make_interval(hours => ${SESSION_HOURS}))
        from sessions where id = ${session.id} and expires_at > now() for key share
      returning (extract(epoch from expires_at) * 1000)::float8 as expires`)
    const [opened] = rows
    if (!opened) throw new ApiError('admin-required')
    await recordAuditEvent(tx, actor, { action: 'gate-opened', subjectKind: 'gate', subjectId: session.userId })
    return { token, expiresAt: new Date(opened.expires) }
  })
}

const adminByToken = onEachDatabase((db) =>
  db
    .select({
      userId: users.id,
      username: users.username,
      passwordMark: adminSessions.passwordMark,
      passwordHash: adminPassword.passwordHash,
      expiresAt: adminSessions.expiresAt,
    })
    .from(adminSessions)
    .innerJoin(sessions, eq(sessions.id, adminSessions.sessionId))
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(adminPassword, sql`true`)
    .where(
      and(
        eq(adminSessions.tokenHash, sql.placeholder('tokenHash')),
        gt(adminSessions.expiresAt, sql`now()`),
        gt(sessions.expiresAt, sql`now()`),
        eq(users.role, 'owner'),
        isNull(users.blockedAt),
        isNull(users.deletedAt),
      ),
    )
    .prepare('office_by_token'),
)

/** Finds the admin of a token. Refuses admin-required for anything else; checked at every request. */
export async function requireAdmin(
  db: Db,
  token: string | undefined,
  configuredHash: string | undefined,
): Promise<SignedInAdmin> {
  if (token === undefined) throw new ApiError('admin-required')
  const [found] = await adminByToken(db).execute({ tokenHash: hashToken(token) })
  const hash = configuredHash ?? found?.passwordHash
  if (!found || !hash || markOf(hash) !== found.passwordMark) throw new ApiError('admin-required')
  const { userId, username, expiresAt } = found
  return { userId, username, expiresAt }
}

/** Ends an admin session. An unknown token ends nothing. */
export async function closeAdminSession(db: Db, token: string, ip: string): Promise<void> {
  await transaction(db, async (tx) => {
    const { rows } = await tx.execute<{ userId: string; username: string }>(sql`
      delete from admin_sessions using sessions, users
       where admin_sessions.token_hash = ${hashToken(token)} and sessions.id = admin_sessions.session_id
         and users.id = sessions.user_id
      returning users.id as "userId", users.username`)
    const [ended] = rows
    if (!ended) return
    const actor = { userId: ended.userId, name: ended.username, ip }
    await recordAuditEvent(tx, actor, { action: 'gate-closed', subjectKind: 'gate', subjectId: ended.userId })
  })
}

/** Sets the admin password, which ends every admin session. */
export async function setAdminPassword(tx: Tx, passwordHash: PasswordHash, actor: Actor = COMMAND_LINE): Promise<void> {
  await tx
    .insert(adminPassword)
    .values({ passwordHash })
    .onConflictDoUpdate({ target: adminPassword.isOnly, set: { passwordHash, setAt: sql`now()` } })
  await tx.delete(adminSessions)
  await recordAuditEvent(tx, actor, { action: 'gate-password-set', subjectKind: 'gate', subjectId: 'password' })
}

/** Removes the admin password if it is the published one. Returns whether it was. */
export async function retireAdminPassword(db: Db, published: string): Promise<boolean> {
  const hash = await findPasswordHash(db, undefined)
  if (hash === undefined || !(await isPasswordRight(published, hash))) return false
  const { rowCount } = await db.delete(adminPassword).where(eq(adminPassword.passwordHash, hash))
  return rowCount === 1
}

/** Whether an admin password is set. */
export async function hasAdminPassword(db: Reader): Promise<boolean> {
  return (await findPasswordHash(db, undefined)) !== undefined
}

async function findPasswordHash(db: Reader, configuredHash: string | undefined): Promise<string | undefined> {
  if (configuredHash !== undefined) return configuredHash
  const [row] = await db.select({ passwordHash: adminPassword.passwordHash }).from(adminPassword)
  return row?.passwordHash
}

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

function markOf(passwordHash: string): string {
  return createHash('sha256').update(passwordHash).digest('base64url')
}
