// The social sign-in port: turns the credential that a browser returns into a verified identity.

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
