// Google sign-in: Google Identity Services in the browser, ID tokens verified here against Google's published keys.
import { createRemoteJWKSet } from 'jose'
import { verifyIdToken } from './id-token.ts'
import type { SignInProvider } from './sign-in.ts'

export interface GoogleSignInOptions {
  /** `….apps.googleusercontent.com`, from the Google Cloud console. */
  readonly clientId: string
  /** URL of Google's published keys; another one only in tests. */
  readonly keysUrl?: string
  /** Fetching the keys has failed when it takes longer (default 5 s). */
  readonly timeoutMs?: number
}

/** Fetches the keys with the first token and keeps them; unknown keys are looked for again, at most every 30 s. */
export function createGoogleSignIn({ clientId, keysUrl, timeoutMs = 5000 }: GoogleSignInOptions): SignInProvider {
  const keys = createRemoteJWKSet(new URL(keysUrl ?? 'https://www.googleapis.com/oauth2/v3/certs'), {
    timeoutDuration: timeoutMs,
  })
  const rules = { issuers: ['https://accounts.google.com', 'accounts.google.com'], audience: clientId, keys }
  return {
    kind: 'google',
    clientId,
    scriptUrl: 'https://accounts.google.com/gsi/client',
    verify: (idToken) => verifyIdToken(idToken, rules),
  }
}
