// The time of a response must not reveal whether an address has an account. Hashing a password dominates that time, so these
// tests count hashes instead of measuring time on a shared machine.
import { createHook } from 'node:async_hooks'
import { ApiError } from '@vitrine/contract/api-error'
import { transaction } from '@vitrine/database/connection'
import { expect, it } from 'vitest'
import { useDatabase } from '../../../../tests/database.ts'
import { newName } from '../../testing/store.ts'
import { insertUser, signIn } from './accounts.ts'
import { findOrCreateGoogleUser, issueSignInNonce, proveLinkConsent } from './google.ts'
import { ABSENT_HASH, hashPassword } from './password.ts'

const database = useDatabase()
const PASSWORD = 'rangoli & lamps'

/** How many passwords Node hashes while something is done. */
async function countHashes(work: () => Promise<unknown>): Promise<number> {
  let hashes = 0
  const hook = createHook({
    init(_id, type) {
      if (type === 'ARGON2REQUEST') hashes++
    },
  }).enable()
  try {
    await work().catch((error: unknown) => expect(error).toBeInstanceOf(ApiError))
  } finally {
    hook.disable()
  }
  return hashes
}

async function addMember(): Promise<string> {
  const username = newName()
  const email = `${username}@example.test`
  const passwordHash = await hashPassword(PASSWORD)
  const user = { username, email, passwordHash, actualName: 'A', phoneNumber: '', employmentField: '' }
  await transaction(database.db, (tx) => insertUser(tx, user))
  return email
}

async function addSocialMember(): Promise<string> {
  const name = newName()
  const email = `${name}@gmail.test`
  const identity = { subject: name, email, name, nonce: await issueSignInNonce(database.db) }
  await transaction(database.db, (tx) => findOrCreateGoogleUser(tx, identity))
  return email
}

it('hashes a password once, also for an unknown address', async () => {
  expect(await countHashes(() => hashPassword(PASSWORD))).toBe(1)
  const costs = (hash: string) => hash.split('$').slice(1, 4)
  expect(costs(ABSENT_HASH)).toEqual(costs(await hashPassword(PASSWORD)))
  const lengths = (hash: string) =>
    hash
      .split('$')
      .slice(4)
      .map((part) => part.length)
  expect(lengths(ABSENT_HASH)).toEqual(lengths(await hashPassword(PASSWORD)))
})

it('a sign-in hashes one password, whether the address is known, unknown or signs in with Google alone', async () => {
  const attempt = (email: string, password: string) =>
    countHashes(() => signIn(database.db, { email, password, rememberMe: false }, { ip: newName(), userAgent: '' }))
  const known = await addMember()
  expect(await attempt(known, PASSWORD)).toBe(1)
  expect(await attempt(known, 'something else')).toBe(1)
  expect(await attempt(`${newName()}@example.test`, PASSWORD)).toBe(1)
  expect(await attempt(await addSocialMember(), PASSWORD)).toBe(1)
})

it('so does agreeing to a link with Google', async () => {
  const attempt = (email: string) =>
    countHashes(() =>
      proveLinkConsent(
        database.db,
        { subject: newName(), email, name: '', nonce: '' },
        { password: 'something else', client: { ip: newName() } },
      ),
    )
  expect(await attempt(await addMember())).toBe(1)
  expect(await attempt(`${newName()}@example.test`)).toBe(1)
})
