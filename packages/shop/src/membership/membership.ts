// Owns a member as a whole: an account together with what the shop gives it (welcome credits) and shows it (the profile).
import type { Profile } from '@vitrine/contract/accounts'
import type { UserTemplate } from '@vitrine/contract/catalogue'
import type { Db, Tx } from '@vitrine/database/connection'
import {
  createVerifiedUser,
  findCallingCode,
  findUserIdByEmail,
  getUser,
  insertUser,
  type NewUser,
  type OpenedSession,
  startSession,
} from '../accounts/accounts.ts'
import { type CatalogueRow, getCatalogueRows, toUserTemplate } from '../catalogue/catalogue.ts'
import { getBalance, grantSignupCredits } from '../credits/credits.ts'
import { listEntitlements, listLikes } from '../shelf/shelf.ts'

/**
 * Registers a user whose e-mail address was verified, gives the welcome credits and signs them in: all or nothing.
 * Refuses email-not-verified, email-taken and username-taken. `signupCredits` is configuration (500 by default).
 */
export async function registerUser(
  tx: Tx,
  user: NewUser,
  options: { rememberMe: boolean; signupCredits?: number },
): Promise<OpenedSession> {
  const userId = await createVerifiedUser(tx, user)
  await grantSignupCredits(tx, userId, options.signupCredits)
  return startSession(tx, userId, options.rememberMe)
}

/** Sets up an account of the shop's own, such as the demo buyer, unless its address is already known. */
export async function seedUser(tx: Tx, user: NewUser): Promise<string> {
  const existing = await findUserIdByEmail(tx, user.email)
  if (existing) return existing
  const userId = await insertUser(tx, user)
  await grantSignupCredits(tx, userId)
  return userId
}

/** Everything the specification puts into a profile. */
export async function getProfile(db: Db, userId: string): Promise<Profile> {
  const [user, balance, liked, owned] = await Promise.all([
    getUser(db, userId),
    getBalance(db, userId),
    listLikes(db, userId),
    listEntitlements(db, userId),
  ])
  const rows = await getCatalogueRows(
    db,
    [...liked, ...owned].map((item) => item.templateId),
  )
  return {
    userId: user.id,
    username: user.username,
    email: user.email,
    actualName: user.actualName,
    phoneNumber: user.phoneNumber,
    countryCode: findCallingCode(user.phoneNumber),
    EmpFeild: user.employmentField,
    profilePicture: '',
    isGoogleUser: user.isGoogleUser,
    role: user.role,
    credits: balance.total,
    likedTemplates: toUserTemplates(liked, rows),
    purchasedTemplates: owned.map((item) => item.templateId),
    cart: [],
    paymentHistory: owned.map((item) => ({
      templateId: item.templateId,
      creditsCost: item.creditsCharged,
      purchaseDate: item.createdAt.toISOString(),
      templateType: rows.get(item.templateId)?.kind ?? 'video',
    })),
    templateLinks: [],
    cartVideoLinks: [],
    purchasedVideoLinks: toUserTemplates(owned, rows),
    creditPurchaseHistory: [],
  }
}

function toUserTemplates(
  items: readonly { templateId: string; createdAt: Date }[],
  rows: ReadonlyMap<string, CatalogueRow>,
): UserTemplate[] {
  return items.flatMap((item) => {
    const row = rows.get(item.templateId)
    return row ? [toUserTemplate(row, item.createdAt)] : []
  })
}
