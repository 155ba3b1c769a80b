// The social sign-in port: turns the credential that a browser returns into a verified identity.
import { errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose'

/** A user's identity at the provider, from a verified ID token. */
export interface SocialIdentity {
  /** The provider's own, unchanging number of the account (`sub`). */
  readonly subject: string
  /** Lower-case, and verified by the provider. */
  readonly email: string
  /** Empty when the provider sent none. */
  readonly name: string
  /** The nonce that the store issued for this sign-in; the caller checks that it is unused. */
  readonly nonce: string
}

export interface SignInProvider {
  readonly kind: 'google' | 'sandbox'
  readonly clientId: string
  /** URL of the client library that pages load. */
  readonly scriptUrl: string
  /** Verifies an ID token. Throws `IdTokenRejected`, or `SignInUnavailable` when the provider's keys are unavailable. */
  verify(idToken: string): Promise<SocialIdentity>
}

export interface SignInDeps {
  /** Google's sandbox, which is a part of the server. */
  readonly sandboxSignIn: SignInProvider
}

/** The token is invalid: forged, expired, for another audience, or without a verified address. */
export class IdTokenRejected extends Error {
  readonly reason: 'invalid' | 'email-not-verified'
  constructor(message: string, options: { reason?: IdTokenRejected['reason']; cause?: unknown } = {}) {
    super(message, { cause: options.cause })
    this.name = 'IdTokenRejected'
    this.reason = options.reason ?? 'invalid'
  }
}

/** The provider's keys could not be fetched, so no token can be verified at the moment. */
export class SignInUnavailable extends Error {
  constructor(cause: unknown) {
    super('the keys of the identity provider could not be fetched', { cause })
    this.name = 'SignInUnavailable'
  }
}

// Verifies ID tokens (OpenID Connect Core 1.0, section 3.1.3.7), for Google and the sandbox alike.

interface IdTokenRules {
  /** Every accepted spelling of the issuer. */
  readonly issuers: readonly string[]
  /** The store's client id at the issuer: tokens for other sites are refused. */
  readonly audience: string
  /** Finds the issuer's public key that a token names. */
  readonly keys: JWTVerifyGetKey
}

/** Clocks of two machines differ; more than a minute is an error. */
const LEEWAY_SECONDS = 60
/** Longer than any ID token of Google; bounds the cost of parsing untrusted input. */
const MAX_CHARACTERS = 8192
/** Google's tokens live an hour. An older one is refused, whatever its expiry claim. */
const MAX_AGE_SECONDS = 3600 + LEEWAY_SECONDS

/**
 * Verifies signature (RS256 by the issuer's key set, nothing else), issuer, audience, expiry, age and that the address is
 * verified, and returns the identity. Throws `IdTokenRejected` and `SignInUnavailable`.
 */
export async function verifyIdToken(
  idToken: string,
  { issuers, audience, keys }: IdTokenRules,
): Promise<SocialIdentity> {
  if (idToken.length > MAX_CHARACTERS) throw new IdTokenRejected('the ID token is too long')
  let payload: JWTPayload
  try {
    const verified = await jwtVerify(idToken, keys, {
      algorithms: ['RS256'],
      issuer: [...issuers],
      audience,
      clockTolerance: LEEWAY_SECONDS,
      maxTokenAge: MAX_AGE_SECONDS,
      requiredClaims: ['sub', 'exp', 'iat', 'email', 'nonce'],
    })
    payload = verified.payload
  } catch (error) {
    if (isAboutTheToken(error)) throw new IdTokenRejected('the ID token was not accepted', { cause: error })
    throw new SignInUnavailable(error)
  }
  return readIdentity(payload, audience)
}

function readIdentity(claims: JWTPayload, audience: string): SocialIdentity {
  const { sub, email, name, nonce, azp } = claims as Record<string, unknown>
  if (typeof sub !== 'string' || sub === '' || sub.length > 255) throw new IdTokenRejected('the subject is not a text')
  if (typeof email !== 'string' || !/^[^\s@<>]+@[^\s@<>]+$/.test(email) || email.length > 254) {
    throw new IdTokenRejected('the address is not one')
  }
  if (typeof nonce !== 'string' || nonce === '') throw new IdTokenRejected('the nonce is not a text')
  // A token for several audiences names the one it was made for.
  const isForSeveral = Array.isArray(claims.aud) && claims.aud.length > 1
  if ((isForSeveral || azp !== undefined) && azp !== audience) throw new IdTokenRejected('made for another client')
  // Google has sent both spellings.
  const isVerified = claims.email_verified === true || claims.email_verified === 'true'
  if (!isVerified) throw new IdTokenRejected('the address is not verified', { reason: 'email-not-verified' })
  return { subject: sub, email: email.toLowerCase(), name: typeof name === 'string' ? name : '', nonce }
}

/** Whether an error concerns the token, and not the fetching of the keys. */
function isAboutTheToken(error: unknown): boolean {
  if (!(error instanceof errors.JOSEError)) return false
  const aboutKeys = ['ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID', 'ERR_JOSE_GENERIC']
  return !aboutKeys.includes(error.code)
}
