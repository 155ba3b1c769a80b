import { profile } from '@vitrine/contract/accounts'
import { transaction } from '@vitrine/database/connection'
import { beforeAll, expect, it } from 'vitest'
import { useDatabase } from '../../../../tests/database.ts'
import { addCatalogueFiles, addTemplate, catchApiError, newName } from '../../testing/store.ts'
import { findUserIdByEmail, type NewUser } from '../accounts/accounts.ts'
import { issueOtp, type OtpTarget, verifyOtp } from '../accounts/otp.ts'
import type { PasswordHash } from '../accounts/password.ts'
import { findSession } from '../accounts/session.ts'
import { checkLedger, getBalance } from '../credits/credits.ts'
import { acquireTemplate, likeTemplate } from '../library/library.ts'
import { getProfile, registerUser, seedUser } from './account-lifecycle.ts'

const database = useDatabase()
beforeAll(() => addCatalogueFiles(database.db))

function newUser(changes: Partial<NewUser> = {}): NewUser {
  const username = newName()
  return {
    username,
    email: `${username}@example.test`,
    passwordHash: '$argon2id$unused' as PasswordHash,
    actualName: 'Asha Rao',
    phoneNumber: '+919876543210',
    employmentField: 'Agency',
    ...changes,
  }
}

async function verifyAddress(email: string): Promise<void> {
  const target: OtpTarget = { channel: 'mail', address: email, purpose: 'register' }
  const otp = await transaction(database.db, (tx) => issueOtp(tx, target, { ip: newName() }))
  await verifyOtp(database.db, target, otp.code, { ip: '::1' })
}

const signUrl = (key: string) => `/files/${key}`
const register = (user: NewUser) =>
  transaction(database.db, (tx) => registerUser(tx, user, { rememberMe: true, client: { ip: '::1', userAgent: '' } }))

it('a registration opens the account, gives 500 credits and signs in', async () => {
  const user = newUser()
  await verifyAddress(user.email)
  const session = await register(user)
  expect(await findSession(database.db, session.token)).toMatchObject({
    userId: session.userId,
    username: user.username,
  })
  expect(await getBalance(database.db, session.userId)).toEqual({ promotional: 500, paid: 0, total: 500 })
})

it('a refused registration leaves neither an account nor credits', async () => {
  const taken = newUser()
  await transaction(database.db, (tx) => seedUser(tx, taken))
  const before = await checkLedger(database.db)
  const user = newUser({ username: taken.username })
  await verifyAddress(user.email)
  expect((await catchApiError(register(user))).code).toBe('username-taken')
  expect(await findUserIdByEmail(database.db, user.email)).toBeUndefined()
  expect(await checkLedger(database.db)).toEqual(before)
})

it('a seeded account is set up once', async () => {
  const owner = newUser({ role: 'owner' })
  const first = await transaction(database.db, (tx) => seedUser(tx, owner))
  expect(await transaction(database.db, (tx) => seedUser(tx, owner))).toBe(first)
  expect((await getProfile(database.db, first, signUrl)).role).toBe('owner')
})

it('a profile holds every field of the specification, with likes and purchases newest first', async () => {
  const user = newUser()
  const userId = await transaction(database.db, (tx) => seedUser(tx, user))
  const [liked, bought] = [await addTemplate(database.db), await addTemplate(database.db)]
  await transaction(database.db, async (tx) => {
    await likeTemplate(tx, userId, liked)
    await acquireTemplate(tx, { userId, templateId: bought, region: { isIndianUser: true } })
  })
  const shown = await getProfile(database.db, userId, signUrl)
  expect(profile.parse(shown)).toEqual(shown)
  expect(shown).toMatchObject({
    username: user.username,
    email: user.email,
    actualName: 'Asha Rao',
    phoneNumber: '+919876543210',
    countryCode: '+91',
    EmpFeild: 'Agency',
    isGoogleUser: false,
    role: 'buyer',
    credits: 420,
    likedTemplates: [{ templateId: liked, templateName: 'Royal Invitation', thumbnailFrame: '0' }],
    purchasedTemplates: [bought],
    purchasedVideoLinks: [{ templateId: bought }],
    paymentHistory: [{ templateId: bought, creditsCost: 80, templateType: 'video' }],
    cart: [],
  })
})
