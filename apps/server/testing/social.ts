// Signs users in with the sandbox's Google the way a page does: nonce, consent, credential.
import assert from 'node:assert/strict'
import type { AppForTest } from './app.ts'

/** A nonce as a page receives it. */
export async function readNonce(store: AppForTest): Promise<string> {
  return String((await store.call('GET', '/api/google-auth/config')).body.nonce)
}

interface Person {
  readonly email: string
  readonly name?: string
  /** By default a new one; `undefined` for a token without a nonce. */
  readonly nonce?: string | undefined
}

/** The credential from the consent page after pressing Allow. */
export async function readCredential(store: AppForTest, person: Person): Promise<string> {
  const nonce = 'nonce' in person ? person.nonce : await readNonce(store)
  const { email, name = 'Asha Rao' } = person
  const clientId = store.deps.providers.get().signIn.clientId
  const answer = await store.call('POST', '/sandbox/sign-in/consent', { body: { clientId, email, name, nonce } })
  assert(answer.status === 200, answer.text)
  return String(answer.body.credential)
}

/** A new or known social account, signed in. */
export async function signInSocially(store: AppForTest, person: Person, ip?: string) {
  const token = await readCredential(store, person)
  const answer = await store.call('POST', '/api/google-auth', { body: { token }, ...(ip !== undefined && { ip }) })
  assert(answer.status < 300, answer.text)
  return { token: String(answer.body.token), user: answer.body.user as { userId: string; username: string } }
}
