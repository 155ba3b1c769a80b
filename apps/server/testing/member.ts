// Members for tests, and the codes that they receive.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { toE164 } from '@vitrine/contract/phone'
import { transaction } from '@vitrine/database/connection'
import { insertUser } from '@vitrine/store/accounts'
import { openSession } from '@vitrine/store/accounts/session'
import { grantSignupCredits } from '@vitrine/store/credits'
import { hashCheaply } from '../../../tests/cheap-hash.ts'
import type { AppForTest } from './app.ts'

export interface MemberForTest {
  readonly token: string
  readonly userId: string
  readonly email: string
  readonly password: string
  readonly username: string
}

/** The newest code sent to an address or a number. */
export async function readCode(store: AppForTest, to: string): Promise<string> {
  const messages = (await store.deps.outbox.list({ to })) ?? []
  const codes = messages.flatMap(({ text }) => /\b\d{6}\b/.exec(text)?.[0] ?? [])
  const [code] = codes
  assert(code, `no code was sent to ${to}`)
  return code
}

/** Adds a signed-in member with 500 credits, as registering would. */
export async function insertMember(store: AppForTest): Promise<MemberForTest> {
  const name = `member-${randomUUID().slice(0, 12)}`
  const email = `${name}@example.test`
  const password = `correct horse ${name}`
  const { userId, token } = await transaction(store.db, async (tx) => {
    const id = await insertUser(tx, {
      username: name,
      email,
      passwordHash: hashCheaply(password),
      actualName: 'A Member',
      phoneNumber: '+919876543210',
      employmentField: 'Individual',
    })
    await grantSignupCredits(tx, id)
    return openSession(tx, id, { rememberMe: false, client: { ip: randomIp(), userAgent: '' } })
  })
  return { token, userId, email, password, username: name }
}

/** Verifies a phone number with its code. */
export async function verifyPhone(store: AppForTest, phoneNumber: string): Promise<void> {
  const sent = await store.call('POST', '/api/send-phone-otp', { body: { phoneNumber } })
  assert(sent.status === 200, sent.text)
  const otp = await readCode(store, toE164(phoneNumber))
  const verified = await store.call('POST', '/api/verify-phone-otp', { body: { phoneNumber, otp } })
  assert(verified.status === 200, verified.text)
}

/** An address that no rate limit has seen. */
export function randomIp(): string {
  const part = () => 1 + Math.floor(Math.random() * 254)
  return `8.${part()}.${part()}.${part()}`
}
