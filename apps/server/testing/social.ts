// Signs users in with the sandbox's Google the way a page does: nonce, consent, credential.
import assert from 'node:assert/strict'
import type { AppForTest } from './app.ts'

/** A nonce as a page is given one. */
export async function readNonce(shop: AppForTest): Promise<string> {
  return String((await shop.call('GET', '/api/google-auth/config')).body.nonce)
}

interface Person {
  readonly email: string
  readonly name?: string
  /** A fresh one unless given; `undefined` for a token without. */
  readonly nonce?: string | undefined
}

/** The credential that the consent page hands over when somebody presses Allow. */
export async function readCredential(shop: AppForTest, person: Person): Promise<string> {
  const nonce = 'nonce' in person ? person.nonce : await readNonce(shop)
  const { email, name = 'Asha Rao' } = person
  const clientId = shop.deps.providers.get().signIn.clientId
  const answer = await shop.call('POST', '/sandbox/sign-in/consent', { body: { clientId, email, name, nonce } })
  assert(answer.status === 200, answer.text)
  return String(answer.body.credential)
}

/** A new or known social account, signed in. */
export async function signInSocially(shop: AppForTest, person: Person, ip?: string) {
  const token = await readCredential(shop, person)
  const answer = await shop.call('POST', '/api/google-auth', { body: { token }, ...(ip !== undefined && { ip }) })
  assert(answer.status < 300, answer.text)
  return { token: String(answer.body.token), user: answer.body.user as { userId: string; username: string } }
}
