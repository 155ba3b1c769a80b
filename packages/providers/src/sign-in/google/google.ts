// Google sign-in: Google Identity Services in the browser, ID tokens verified here against Google's published keys.

import { msg } from '@vitrine/language/texts'
import { z } from 'zod'
import { type Provider, variable, word } from '../../provider/provider.ts'
import type { SignInDeps, SignInProvider, SocialIdentity } from '../sign-in.ts'

// `off` has this form, too.
const CLIENT_ID = /^[\w.-]+$/
const EXAMPLE = 'a client id such as 1234-abc.apps.googleusercontent.com'

const fields = {
  clientId: word(200, {
    label: msg('Client id'),
    hint: {
      text: msg('Of a web application in the Google Cloud console, with {publicUrl} among its JavaScript origins'),
      values: { publicUrl: '{publicUrl}' },
    },
    required: msg('Enter the client id'),
    checks: [{ accepts: CLIENT_ID, message: `Enter ${EXAMPLE}` }],
    variable: variable(
      'VITRINE_GOOGLE_CLIENT_ID',
      {
        meaning:
          'client id of Google Identity Services, with the store’s address among its JavaScript origins; `off`: nobody signs in with Google',
      },
      z.string().regex(CLIENT_ID, `must be ${EXAMPLE}`).optional(),
    ),
  }),
}

export const google: Provider<SignInProvider, SignInDeps, typeof fields> = {
  id: 'google',
  name: 'Google',
  chosenBy: 'VITRINE_GOOGLE_CLIENT_ID',
  fields,
  place: () => 'google',
  create: createGoogleSignIn,
}

interface GoogleSignInOptions {
  /** `….apps.googleusercontent.com`, from the Google Cloud console. */
  readonly clientId: string
  /** URL of Google's published keys; tests use another one. */
  readonly keysUrl?: string
  /** Time limit for fetching the keys (default 5 s). */
  readonly timeoutMs?: number
}

/** Fetches the keys with the first token and caches them; fetches again for an unknown key, at most every 30 s. */
export function createGoogleSignIn({ clientId, keysUrl, timeoutMs = 5000 }: GoogleSignInOptions): SignInProvider {
  let opened: Promise<(idToken: string) => Promise<SocialIdentity>> | undefined
  // Loaded on demand, because it costs every process 15 MB.
  async function open() {
    const [{ createRemoteJWKSet }, { verifyIdToken }] = await Promise.all([import('jose'), import('../sign-in.ts')])
    const keys = createRemoteJWKSet(new URL(keysUrl ?? 'https://www.googleapis.com/oauth2/v3/certs'), {
      timeoutDuration: timeoutMs,
    })
    const rules = { issuers: ['https://accounts.google.com', 'accounts.google.com'], audience: clientId, keys }
    return (idToken: string) => verifyIdToken(idToken, rules)
  }
  return {
    kind: 'google',
    clientId,
    scriptUrl: 'https://accounts.google.com/gsi/client',
    async verify(idToken) {
      opened ??= open()
      return (await opened)(idToken)
    },
  }
}
