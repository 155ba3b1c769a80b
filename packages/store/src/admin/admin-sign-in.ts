// Admin sign-in: a second factor on top of a staff member's own session, and the short admin session that it opens. Owners may
// use the shared admin password instead. The audit log records every attempt that is checked, or that fails because the user is
// not on the staff.

import { createHash } from 'node:crypto'
import { ApiError } from '@vitrine/contract/api-error'
import { isStaff, type StaffRole } from '@vitrine/contract/permission'
import type { AdminEntry, PasskeyLoginRequest } from '@vitrine/contract/staff'
import { type Db, type Tx, transaction } from '@vitrine/database/connection'
import type { TextCipher } from '@vitrine/providers/secret'
import { and, eq, gt, isNull, lt, ne, sql } from 'drizzle-orm'
import { findAdminDevice, rememberAdminDevice } from '../accounts/device.ts'
import { queueEmail } from '../accounts/notification-email.ts'
import { isPasswordRight } from '../accounts/password.ts'
import {
  countAttempt,
  countInWindow,
  countWithPauses,
  deleteAttempts,
  toNetwork,
  uncountAttempt,
} from '../accounts/rate-limit.ts'
import type { Session } from '../accounts/session.ts'
import { sessions, users } from '../accounts/tables.ts'
import { onEachDatabase } from '../prepared.ts'
import { createToken, hashToken } from '../token.ts'
import { findViolatedConstraint } from '../violation.ts'
import { readSharedPassword } from './admin-password.ts'
import { recordAuditEvent } from './audit-log.ts'
import { useRecoveryCode, useTotpCode } from './factor-code.ts'
import { checkPasskey, type PasskeySite } from './passkey.ts'
import { adminPassword, adminSessions, secondFactors } from './tables.ts'

const SESSION_HOURS = 8
/** Changes of staff and second factors require an admin sign-in within this time. */
const FRESH_MINUTES = 15
const DAY_SECONDS = 86_400
/** Failed attempts per day, from all devices together, after which the owner of the account is notified. */
const REPORTED_GUESSES = 10

/** A new admin session. Only this object holds its token in clear. */
export interface OpenedAdminSession {
  readonly token: string
  readonly expiresAt: Date
}

/** A staff member with an admin session. */
export interface SignedInAdmin {
  readonly userId: string
  readonly username: string
  readonly role: StaffRole
  /** The customer session to which the admin session belongs. */
  readonly sessionId: string
  /** Identifies the admin session in the database. */
  readonly tokenHash: string
  /** Opened within the last 15 minutes. */
  readonly isFresh: boolean
  readonly expiresAt: Date
}

/** What opened an admin session: the shared password (hash of its hash) or a second factor. */
type OpenedWith = { readonly passwordMark: string } | { readonly factorId: string }

interface Caller {
  readonly session: Session
  readonly ip: string
  /** The browser's token from an earlier sign-in. */
  readonly deviceToken?: string | undefined
}

type From = Omit<Caller, 'session'>

/**
 * The ways in which the signed-in user can open the admin area. Users who are not on the staff see the password form, as
 * everyone did before staff roles existed. `configuredHash` replaces the stored password.
 */
export async function describeEntry(
  db: Db | Tx,
  { userId, role }: Pick<Session, 'userId' | 'role'>,
  configuredHash: string | undefined,
): Promise<AdminEntry> {
  if (!isStaff(role)) return { password: true, code: false, passkey: false, recoveryCode: false, mustSetUp: false }
  const factors = await db
    .select({ kind: secondFactors.kind, left: sql<number>`cardinality(${secondFactors.codeHashes})` })
    .from(secondFactors)
    .where(eq(secondFactors.userId, userId))
  const has = (kind: string) => factors.some((factor) => factor.kind === kind)
  // Without a password the form stays, because its error explains how to set one.
  const password = role === 'owner' && !(await readSharedPassword(db, configuredHash)).isOff
  return {
    password,
    code: has('totp'),
    passkey: has('passkey'),
    recoveryCode: factors.some(({ kind, left }) => kind === 'recovery-codes' && left > 0),
    mustSetUp: !password && !has('totp') && !has('passkey'),
  }
}

/**
 * Opens an admin session for an owner who knows the shared admin password, for 8 hours and no longer than the owner's session.
 * Throws `rate-limited`; `admin-required` for users who are not on the staff, whatever the password; `second-factor-required` for
 * staff who are not owners; `admin-password-off`; `admin-password-not-set`; `admin-password-incorrect`. `configuredHash` replaces
 * the stored password. Takes `db`, so that refused attempts are counted and recorded.
 */
export function openAdminSession(
  db: Db,
  session: Session,
  { password, configuredHash, ...from }: { password: string; configuredHash: string | undefined } & From,
): Promise<OpenedAdminSession> {
  return enter(db, { session, ...from }, async () => {
    if (session.role !== 'owner') throw new ApiError('second-factor-required', {}, OWNERS_ONLY)
    const { hash, isOff } = await readSharedPassword(db, configuredHash)
    if (isOff) throw new ApiError('admin-password-off')
    if (hash === undefined) throw new ApiError('admin-password-not-set')
    if (!(await isPasswordRight(password, hash))) throw new ApiError('admin-password-incorrect')
    return { passwordMark: hashPasswordMark(hash) }
  })
}

const OWNERS_ONLY = 'The shared admin password is for owners. Use your authenticator app or your passkey.'

/**
 * The same for the code of an authenticator app or a recovery code. Throws `rate-limited`, `admin-required`,
 * `admin-code-incorrect`.
 */
export function openWithCode(
  db: Db,
  session: Session,
  { code, cipher, ...from }: { code: string; cipher: TextCipher } & From,
): Promise<OpenedAdminSession> {
  const typed = code.replaceAll(/[\s-]/g, '').toUpperCase()
  return enter(db, { session, ...from }, async () => {
    const { userId } = session
    const factorId = /^\d{6}$/.test(typed)
      ? await useTotpCode(db, userId, typed, cipher)
      : await useRecoveryCode(db, userId, typed)
    if (factorId === undefined) throw new ApiError('admin-code-incorrect')
    return { factorId }
  })
}

/** The same for a passkey that answered the newest challenge of this session. Also throws `admin-passkey-refused`. */
export function openWithPasskey(
  db: Db,
  session: Session,
  { response, site, ...from }: PasskeyLoginRequest & { site: PasskeySite } & From,
): Promise<OpenedAdminSession> {
  return enter(db, { session, ...from }, async () => ({ factorId: await checkPasskey(db, session, response, site) }))
}

/**
 * Counts the attempt, runs the check and opens the session. Failures are recorded, and the tenth is reported to the owner of the
 * account. Guesses slow down only the device they come from, so they cannot lock the real owner out.
 */
async function enter(db: Db, caller: Caller, check: () => Promise<OpenedWith>): Promise<OpenedAdminSession> {
  const { session, ip, deviceToken } = caller
  const { id, userId, username, role } = session
  const refuse = async (error: unknown): Promise<never> => {
    if (error instanceof ApiError) {
      const about = { action: 'gate-refused', subjectKind: 'gate', subjectId: userId } as const
      await recordAuditEvent(db, { userId, name: username, ip }, { ...about, after: { refused: error.code } })
    }
    throw error
  }
  if (!isStaff(role)) {
    await countAttempt(db, 'admin-gate-stranger', userId)
    return refuse(new ApiError('admin-required'))
  }
  const device = await findAdminDevice(db, userId, deviceToken)
  // A stolen session may use many networks, and one network may sign in with a stolen password again and again.
  const subjects = device === undefined ? [`${userId} ${toNetwork(ip)}`, id] : [`${userId} ${device}`]
  for (const subject of subjects) await countWithPauses(db, 'admin-gate', subject)
  if (device === undefined) await countAttempt(db, 'admin-gate-others', userId)
  const openedWith = await check().catch(async (error: unknown) => {
    if (error instanceof ApiError) await reportGuess(db, userId)
    return refuse(error)
  })
  for (const subject of subjects) await deleteAttempts(db, 'admin-gate', subject)
  if (device === undefined) await uncountAttempt(db, 'admin-gate-others', userId)
  return transaction(db, (tx) => insertAdminSession(tx, caller, openedWith))
}

/** At most once a day: ten mistakes are more than typing errors. */
async function reportGuess(db: Db, userId: string): Promise<void> {
  const { count } = await countInWindow(db, 'admin-gate-wrong', userId, DAY_SECONDS)
  if (count !== REPORTED_GUESSES) return
  await transaction(db, (tx) => queueEmail(tx, { kind: 'admin-sign-in-guessed', userId, count }))
}

/**
 * Opens an admin session with the verified factor, and records it. Throws `admin-required` when the session or factor ended
 * meanwhile.
 */
export async function insertAdminSession(
  tx: Tx,
  { session, ip, deviceToken }: Caller,
  openedWith: OpenedWith,
): Promise<OpenedAdminSession> {
  const token = createToken()
  const { userId, username } = session
  const factorId = 'factorId' in openedWith ? openedWith.factorId : null
  const passwordMark = 'passwordMark' in openedWith ? openedWith.passwordMark : null
  await tx.delete(adminSessions).where(lt(adminSessions.expiresAt, sql`now()`))
  // Inserted from a select, because the session may have ended during the check of the factor.
  const { rows } = await tx
    .execute<{ expires: number }>(sql`
      insert into admin_sessions (token_hash, session_id, factor_id, password_mark, expires_at)
      select ${hashToken(token)}, id, ${factorId}::uuid, ${passwordMark},
             least(expires_at, now() + make_interval(hours => ${SESSION_HOURS}))
        from sessions where id = ${session.id} and expires_at > now() for key share
      returning (extract(epoch from expires_at) * 1000)::float8 as expires`)
    .catch((error: unknown) => {
      if (findViolatedConstraint(error)?.includes('factor_id')) throw new ApiError('admin-required')
      throw error
    })
  const [opened] = rows
  if (!opened) throw new ApiError('admin-required')
  await rememberAdminDevice(tx, userId, deviceToken)
  const actor = { userId, name: username, ip }
  await recordAuditEvent(tx, actor, { action: 'gate-opened', subjectKind: 'gate', subjectId: userId })
  return { token, expiresAt: new Date(opened.expires) }
}

const adminByToken = onEachDatabase((db) =>
  db
    .select({
      userId: users.id,
      username: users.username,
      role: users.role,
      sessionId: adminSessions.sessionId,
      passwordMark: adminSessions.passwordMark,
      passwordHash: adminPassword.passwordHash,
      switchedOffAt: adminPassword.switchedOffAt,
      expiresAt: adminSessions.expiresAt,
      isFresh: sql<boolean>`${adminSessions.createdAt} > now() - make_interval(mins => ${sql.raw(String(FRESH_MINUTES))})`,
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
        ne(users.role, 'buyer'),
        isNull(users.blockedAt),
        isNull(users.deletedAt),
      ),
    )
    .prepare('admin_by_token'),
)

/** The staff member of a token. Throws `admin-required` for any other token; checked on every request. */
export async function requireAdmin(
  db: Db,
  token: string | undefined,
  configuredHash: string | undefined,
): Promise<SignedInAdmin> {
  if (token === undefined) throw new ApiError('admin-required')
  const tokenHash = hashToken(token)
  const [found] = await adminByToken(db).execute({ tokenHash })
  if (!found || !isStaff(found.role)) throw new ApiError('admin-required')
  const { userId, username, role, sessionId, passwordMark, isFresh, expiresAt } = found
  // Removing a second factor ends its sessions; the shared password must be compared here.
  if (passwordMark !== null) {
    const hash = configuredHash ?? found.passwordHash
    const isValid = role === 'owner' && found.switchedOffAt === null && hash && hashPasswordMark(hash) === passwordMark
    if (!isValid) throw new ApiError('admin-required')
  }
  return { userId, username, role, sessionId, tokenHash, isFresh, expiresAt }
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

function hashPasswordMark(passwordHash: string): string {
  return createHash('sha256').update(passwordHash).digest('base64url')
}
