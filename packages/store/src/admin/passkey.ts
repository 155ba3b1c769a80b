// Passkeys of the staff (Web Authentication, level 3): registration and verification. The server stores each challenge for one
// session, one try and five minutes.
import assert from 'node:assert/strict'
import {
  type AuthenticationResponseJSON,
  type AuthenticatorTransport,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { ApiError } from '@vitrine/contract/api-error'
import type { AddPasskeyRequest, PasskeyLoginRequest } from '@vitrine/contract/staff'
import type { Db } from '@vitrine/database/connection'
import { and, eq, gt, lt, or, sql } from 'drizzle-orm'
import type { Session } from '../accounts/session.ts'
import type { Reader } from '../prepared.ts'
import { factorChallenges, secondFactors } from './tables.ts'

/** The site as browsers identify it. */
export interface PasskeySite {
  /** Scheme, host and port of the pages. */
  readonly origin: string
  /** The host name, to which passkeys belong (the relying party's id). */
  readonly host: string
  readonly store: string
}

interface NewPasskey {
  readonly credentialId: string
  readonly publicKey: string
  readonly counter: number
  readonly transports: string[]
}

const LIFE_SECONDS = 300
/** ES256, EdDSA and RS256 (IANA, COSE algorithms): those that authenticators use. */
const ALGORITHMS = [-7, -8, -257]
const TIMEOUT_MS = LIFE_SECONDS * 1000

/** Options for registering a passkey with user verification. Excludes passkeys that are already registered. */
export async function beginPasskey(
  db: Db,
  { sessionId, userId, username }: { sessionId: string; userId: string; username: string },
  { host, store }: PasskeySite,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const options = await generateRegistrationOptions({
    rpName: store,
    rpID: host,
    userName: username,
    userID: new Uint8Array(Buffer.from(userId)),
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    timeout: TIMEOUT_MS,
    excludeCredentials: await listCredentials(db, userId),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
  })
  await storeChallenge(db, { sessionId, purpose: 'passkey', value: options.challenge, seconds: LIFE_SECONDS })
  return options
}

/**
 * Verifies a new passkey against the newest challenge of the session. Throws `second-factor-setup-over` and
 * `admin-passkey-refused`.
 */
export async function verifyNewPasskey(
  db: Db,
  sessionId: string,
  response: AddPasskeyRequest['response'],
  { origin, host }: PasskeySite,
): Promise<NewPasskey> {
  const expectedChallenge = await consumeChallenge(db, sessionId, 'passkey')
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: response as unknown as RegistrationResponseJSON,
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: host,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(refuse)
  if (!verified || !registrationInfo) throw new ApiError('admin-passkey-refused')
  const { id, publicKey, counter } = registrationInfo.credential
  return {
    credentialId: id,
    publicKey: Buffer.from(publicKey).toString('base64url'),
    counter,
    transports: response.response.transports ?? [],
  }
}

/** Options for signing in with a passkey. Throws `second-factor-not-found` for a user without one. */
export async function beginPasskeySignIn(
  db: Db,
  { id, userId }: Pick<Session, 'id' | 'userId'>,
  { host }: PasskeySite,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const allowCredentials = await listCredentials(db, userId)
  if (allowCredentials.length === 0) throw new ApiError('second-factor-not-found')
  const options = await generateAuthenticationOptions({
    rpID: host,
    allowCredentials,
    timeout: TIMEOUT_MS,
    userVerification: 'required',
  })
  const value = options.challenge
  await storeChallenge(db, { sessionId: id, purpose: 'passkey-sign-in', value, seconds: LIFE_SECONDS })
  return options
}

/**
 * Verifies a passkey's answer to the newest challenge of this session and returns the factor. A signature counter that does not
 * grow indicates a copied passkey (level 3, §6.1.1) and is refused. Throws `second-factor-setup-over` and
 * `admin-passkey-refused`.
 */
export async function checkPasskey(
  db: Db,
  { id: sessionId, userId }: Pick<Session, 'id' | 'userId'>,
  response: PasskeyLoginRequest['response'],
  { origin, host }: PasskeySite,
): Promise<string> {
  const expectedChallenge = await consumeChallenge(db, sessionId, 'passkey-sign-in')
  const [passkey] = await db
    .select()
    .from(secondFactors)
    .where(and(eq(secondFactors.userId, userId), eq(secondFactors.credentialId, response.id)))
  if (!passkey) throw new ApiError('admin-passkey-refused')
  assert(passkey.publicKey, 'a passkey has a key')
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: response as unknown as AuthenticationResponseJSON,
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: host,
    requireUserVerification: true,
    credential: {
      id: response.id,
      publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
      counter: passkey.counter,
    },
  }).catch(refuse)
  const { newCounter } = authenticationInfo
  // Two requests with the same counter mean that one comes from a copy.
  const isNewer = or(
    lt(secondFactors.counter, newCounter),
    newCounter === 0 ? eq(secondFactors.counter, 0) : sql`false`,
  )
  const { rowCount } = verified
    ? await db
        .update(secondFactors)
        .set({ counter: newCounter, lastUsedAt: sql`now()` })
        .where(and(eq(secondFactors.id, passkey.id), isNewer))
    : { rowCount: 0 }
  if (rowCount !== 1) throw new ApiError('admin-passkey-refused')
  return passkey.id
}

async function listCredentials(db: Db, userId: string) {
  const rows = await db
    .select({ id: secondFactors.credentialId, transports: secondFactors.transports })
    .from(secondFactors)
    .where(and(eq(secondFactors.userId, userId), eq(secondFactors.kind, 'passkey')))
  return rows.flatMap(({ id, transports }) =>
    id === null ? [] : [{ id, transports: transports as AuthenticatorTransport[] }],
  )
}

/** The library throws plain errors for malformed input from a browser. */
function refuse(): never {
  throw new ApiError('admin-passkey-refused')
}

// The challenges of sessions, also those for setting up an authenticator app.

type Purpose = (typeof factorChallenges.$inferSelect)['purpose']

/** Replaces the challenge of a session, and deletes all expired ones. */
export async function storeChallenge(
  db: Db,
  { sessionId, purpose, value, seconds }: { sessionId: string; purpose: Purpose; value: string; seconds: number },
): Promise<void> {
  await db.delete(factorChallenges).where(lt(factorChallenges.expiresAt, sql`now()`))
  const set = { value, expiresAt: sql`now() + make_interval(secs => ${seconds})` }
  await db
    .insert(factorChallenges)
    .values({ sessionId, purpose, ...set })
    .onConflictDoUpdate({ target: [factorChallenges.sessionId, factorChallenges.purpose], set })
}

/** Consumes the challenge of a session. Throws `second-factor-setup-over`. */
export async function consumeChallenge(db: Reader, sessionId: string, purpose: Purpose): Promise<string> {
  const [taken] = await db.delete(factorChallenges).where(living(sessionId, purpose)).returning()
  if (!taken) throw new ApiError('second-factor-setup-over')
  return taken.value
}

/** Reads the challenge without consuming it. */
export async function readChallenge(db: Reader, sessionId: string, purpose: Purpose): Promise<string> {
  const [row] = await db.select().from(factorChallenges).where(living(sessionId, purpose))
  if (!row) throw new ApiError('second-factor-setup-over')
  return row.value
}

function living(sessionId: string, purpose: Purpose) {
  return and(
    eq(factorChallenges.sessionId, sessionId),
    eq(factorChallenges.purpose, purpose),
    gt(factorChallenges.expiresAt, sql`now()`),
  )
}
