// Registers users the way a browser does: with the codes from the outbox.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { toE164 } from '@vitrine/contract/phone'
import type { AppForTest } from './app-for-test.ts'

export interface MemberForTest {
  readonly token: string
  readonly userId: string
  readonly email: string
  readonly password: string
  readonly username: string
}

/** The newest code that was sent to an address or a number. */
export async function readCode(shop: AppForTest, to: string): Promise<string> {
  const messages = (await shop.deps.outbox.list({ to })) ?? []
  const codes = messages.flatMap(({ text }) => /\b\d{6}\b/.exec(text)?.[0] ?? [])
  const [code] = codes
  assert(code, `no code was sent to ${to}`)
  return code
}

/** Registers a new member with 500 credits. Every member comes from an address of their own, so no rate limit is met. */
export async function registerMember(shop: AppForTest, ip = randomIp()): Promise<MemberForTest> {
  const name = `member-${randomUUID().slice(0, 12)}`
  const email = `${name}@example.test`
  const password = `correct horse ${name}`
  const succeed = async (path: string, body: unknown) => {
    const answer = await shop.call('POST', path, { body, ip })
    assert(answer.status < 300, `${path}: ${answer.status} ${answer.text}`)
    return answer.body
  }
  await succeed('/api/send-email-otp', { email })
  await succeed('/api/verify-email-otp', { email, otp: await readCode(shop, email) })
  const session = await succeed('/api/register', {
    username: name,
    email,
    password,
    actualName: 'A Member',
    phoneNumber: '+919876543210',
    EmpFeild: 'Individual',
  })
  const { userId } = session.user as { userId: string }
  return { token: String(session.token), userId, email, password, username: name }
}

/** Proves a phone number by the code that is sent to it. */
export async function verifyPhone(shop: AppForTest, phoneNumber: string): Promise<void> {
  const sent = await shop.call('POST', '/api/send-phone-otp', { body: { phoneNumber } })
  assert(sent.status === 200, sent.text)
  const otp = await readCode(shop, toE164(phoneNumber))
  const verified = await shop.call('POST', '/api/verify-phone-otp', { body: { phoneNumber, otp } })
  assert(verified.status === 200, verified.text)
}

/** An address that no rate limit has seen. */
export function randomIp(): string {
  const part = () => 1 + Math.floor(Math.random() * 254)
  return `8.${part()}.${part()}.${part()}`
}
