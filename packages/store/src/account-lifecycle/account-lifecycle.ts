// The life of an account across areas: registration with welcome credits, the profile and its reward, and deletion.
import assert from 'node:assert/strict'
import type { Profile, RewardObstacle } from '@vitrine/contract/accounts'
import { ApiError } from '@vitrine/contract/api-error'
import type { UserTemplate } from '@vitrine/contract/catalogue'
import { findCallingCode } from '@vitrine/contract/phone'
import type { Db, Tx } from '@vitrine/database/connection'
import type { SocialIdentity } from '@vitrine/providers/sign-in'
import {
  type CheckedPassword,
  createVerifiedUser,
  eraseUser,
  findUserIdByEmail,
  getUser,
  insertUser,
  lockUser,
  type NewUser,
  readUser,
  type UserChanges,
  updateUser,
} from '../accounts/accounts.ts'
import { shownAddress } from '../accounts/address.ts'
import { type CodeAddress, findOrCreateCodeAccount } from '../accounts/code-account.ts'
import type { Client } from '../accounts/device.ts'
import { findOrCreateGoogleUser, linkGoogle, useSignInNonce } from '../accounts/google.ts'
import { consumeVerifiedMark, type Prover } from '../accounts/otp.ts'
import { hasRewardMark, setRewardMark } from '../accounts/reward-mark.ts'
import { type OpenedSession, openSession, type Session, type SignedIn } from '../accounts/session.ts'
import { eraseBillingDetails } from '../billing/quote.ts'
import { getCatalogueRows } from '../catalogue/catalogue.ts'
import { type CatalogueRow, toUserTemplate } from '../catalogue/wire.ts'
import {
  forfeitCredits,
  getBalance,
  grantProfileCredits,
  grantSignupCredits,
  hasProfileCredits,
  PROFILE_CREDITS,
  SIGNUP_CREDITS,
} from '../credits/credits.ts'
import { eraseCart, listCartLines } from '../library/cart.ts'
import { eraseLikes, listEntitlements, listLikes } from '../library/library.ts'
import { eraseUserAssets } from '../media/media.ts'
import { eraseFiles } from '../media/stored-file.ts'
import { eraseQuotedBuyers, listPaidPacks } from '../payments/order.ts'
import { eraseProjects } from '../projects/projects.ts'
import { erasePreparedRenders } from '../renders/prepared-render.ts'
import { eraseRenders } from '../renders/renders.ts'

/** What a sign-in provides. `signupCredits` is configuration (500 by default). */
export interface Welcome {
  readonly rememberMe: boolean
  readonly client: Client
  readonly signupCredits?: number
}

/**
 * Registers a user with a verified email address, grants the welcome credits and opens a session, all in one transaction. Throws
 * `email-not-verified`, `email-taken` and `username-taken`.
 */
export async function registerUser(tx: Tx, user: NewUser, welcome: Welcome): Promise<SignedIn> {
  const userId = await createVerifiedUser(tx, user, welcome.client)
  await grantWelcomeCredits(tx, userId, user.email, welcome.signupCredits)
  return openSession(tx, userId, welcome)
}

/**
 * Signs in with a verified Google identity and consumes its nonce. The first sign-in creates an account with the welcome credits.
 * Throws `google-token-invalid` (nonce) and `link-consent-required`.
 */
export async function signInWithGoogle(
  tx: Tx,
  identity: SocialIdentity,
  welcome: Welcome,
): Promise<SignedIn & { isNewUser: boolean }> {
  await useSignInNonce(tx, identity.nonce)
  const { userId, isNewUser } = await findOrCreateGoogleUser(tx, identity)
  if (isNewUser) await grantWelcomeCredits(tx, userId, identity.email, welcome.signupCredits)
  return { ...(await openSession(tx, userId, welcome)), isNewUser }
}

/**
 * Links a verified Google identity to the account that agreed to it (see `proveLinkConsent`) and signs in. Throws
 * `google-token-invalid` (nonce), and `invalid-credentials` when the password has changed since.
 */
export async function linkAndSignIn(
  tx: Tx,
  identity: SocialIdentity,
  { consent, ...welcome }: Welcome & { consent: { userId: string; passwordHash: string } },
): Promise<SignedIn> {
  await useSignInNonce(tx, identity.nonce)
  await linkGoogle(tx, identity, consent)
  return openSession(tx, consent.userId, welcome)
}

/**
 * Signs in the owner of an address or number that a one-time code proved, and consumes the proof. The first sign-in creates an
 * account with the welcome credits: once per number, and never again for an address whose account was deleted. Throws
 * `otp-expired` when the proof was used, `phone-not-unique` and `account-blocked`.
 */
export async function signInWithCode(
  tx: Tx,
  proven: CodeAddress,
  welcome: Welcome,
): Promise<SignedIn & { isNewUser: boolean }> {
  if (!(await consumeVerifiedMark(tx, { ...proven, purpose: 'sign-in' }, welcome.client))) {
    throw new ApiError('otp-expired')
  }
  const { userId, isNewUser } = await findOrCreateCodeAccount(tx, proven)
  if (isNewUser && proven.channel === 'mail') {
    await grantWelcomeCredits(tx, userId, proven.address, welcome.signupCredits)
  } else if (isNewUser) {
    const isFirst = await setRewardMark(tx, 'signup-phone', proven.address)
    await grantSignupCredits(tx, userId, isFirst ? welcome.signupCredits : 0)
  }
  return { ...(await openSession(tx, userId, welcome)), isNewUser }
}

/** A user who deleted an account and returns does not receive the welcome credits again. */
async function grantWelcomeCredits(tx: Tx, userId: string, email: string, credits = SIGNUP_CREDITS): Promise<void> {
  const isReturning = await hasRewardMark(tx, 'deleted-email', email)
  await grantSignupCredits(tx, userId, isReturning ? 0 : credits)
}

/** Creates an account that the store itself needs, such as the demo buyer, unless its address is already known. */
export async function seedUser(tx: Tx, user: NewUser): Promise<string> {
  const existing = await findUserIdByEmail(tx, user.email)
  if (existing) return existing
  const userId = await insertUser(tx, user)
  await grantSignupCredits(tx, userId)
  return userId
}

interface ProfileUpdate {
  /** Replaces the caller's session; undefined unless the username changed. */
  readonly renewed: OpenedSession | undefined
  /** True when this update completed the profile and was rewarded for it. */
  readonly creditsAwarded: boolean
  /** Why an update that completed the profile earned no reward; undefined when it did, or when no reward was due. */
  readonly creditsWithheld: RewardObstacle | undefined
}

/**
 * Changes a profile (see `updateUser` for the rules). The first time a social account has both a verified phone number and an
 * employment field, it grants the reward: once per user, even after deleting the account and returning, and once per phone
 * number.
 */
export async function updateProfile(
  tx: Tx,
  session: Session,
  changes: UserChanges,
  prover: Prover,
  profileCredits: number = PROFILE_CREDITS,
): Promise<ProfileUpdate> {
  const renewed = await updateUser(tx, session, changes, prover)
  const outcome = await rewardCompleteProfile(tx, session.userId, profileCredits)
  const isAbout = changes.phoneNumber !== undefined || changes.employmentField !== undefined
  return {
    renewed,
    creditsAwarded: outcome === 'awarded',
    // A later change of the name does not report it again.
    creditsWithheld: outcome === 'awarded' || !isAbout ? undefined : outcome,
  }
}

/** Returns undefined where no reward is due: the profile is incomplete or already rewarded, or the account has a password. */
async function rewardCompleteProfile(
  tx: Tx,
  userId: string,
  credits: number,
): Promise<'awarded' | RewardObstacle | undefined> {
  // Two tabs that complete the same profile must run one after the other.
  await lockUser(tx, userId)
  const user = await readUser(tx, userId)
  const isComplete = user.phoneNumber.trim() !== '' && user.employmentField.trim() !== ''
  if (!user.isGoogleUser || !isComplete || credits === 0) return undefined
  if (await hasProfileCredits(tx, userId)) return undefined
  if (await hasRewardMark(tx, 'profile-email', user.email)) return 'account-rewarded'
  // Anyone can type any number: an unverified one must not use up the reward of its real owner.
  if (!user.isPhoneVerified) return 'phone-not-verified'
  if (!(await setRewardMark(tx, 'profile-phone', user.phoneNumber))) return 'phone-rewarded'
  const { isRepeated } = await grantProfileCredits(tx, userId, credits)
  assert(!isRepeated, `the completed profile of ${userId} was rewarded while its user was locked`)
  return 'awarded'
}

/**
 * Deletes an account: removes sessions, likes, projects, renders and files, clears the account, takes its credits back, and
 * queues the removal of stored files in the same transaction. The ledger and the purchases stay, without a name; issued documents stay
 * unchanged, as the law requires (in India 72 months, CGST Act s. 36). Throws
 * `forbidden` for the store's owner and `password-incorrect`.
 */
export async function deleteMember(tx: Tx, userId: string, checked: CheckedPassword | undefined): Promise<void> {
  await lockUser(tx, userId)
  // Without this check, a user could delete a rewarded account, return with an invented number and be rewarded again.
  if (await hasProfileCredits(tx, userId)) {
    await setRewardMark(tx, 'profile-email', (await readUser(tx, userId)).email)
  }
  const pictureKey = await eraseUser(tx, userId, checked)
  await erasePreparedRenders(tx, { userId })
  const fileKeys = await eraseRenders(tx, userId)
  await eraseProjects(tx, userId)
  const assetKeys = await eraseUserAssets(tx, userId)
  await eraseLikes(tx, userId)
  await eraseBillingDetails(tx, userId)
  await eraseQuotedBuyers(tx, userId)
  await eraseCart(tx, userId)
  await forfeitCredits(tx, userId)
  const keys = [...fileKeys, ...assetKeys, ...(pictureKey === null ? [] : [pictureKey])]
  await eraseFiles(tx, keys)
}

/** The profile with every field of the specification. `signUrl` creates an expiring URL of a private storage key. */
export async function getProfile(db: Db, userId: string, signUrl: (storageKey: string) => string): Promise<Profile> {
  const [user, balance, liked, cart, owned, packs] = await Promise.all([
    getUser(db, userId),
    getBalance(db, userId),
    listLikes(db, userId),
    listCartLines(db, userId),
    listEntitlements(db, userId),
    listPaidPacks(db, userId),
  ])
  const rows = await getCatalogueRows(
    db,
    [...liked, ...owned, ...cart].map((item) => item.templateId),
  )
  const likedTemplates = toUserTemplates(liked, rows)
  return {
    userId: user.id,
    username: user.username,
    email: shownAddress(user.email),
    actualName: user.actualName,
    phoneNumber: user.phoneNumber,
    countryCode: findCallingCode(user.phoneNumber),
    EmpFeild: user.employmentField,
    profilePicture: user.profilePictureKey === null ? '' : signUrl(user.profilePictureKey),
    isPhoneVerified: user.isPhoneVerified,
    isGoogleUser: user.isGoogleUser,
    isGoogleLinked: user.isGoogleLinked,
    hasPassword: user.hasPassword,
    createdAt: user.createdAt.toISOString(),
    role: user.role,
    credits: balance.total,
    likedTemplates,
    purchasedTemplates: owned.map((item) => item.templateId),
    cart: cart.flatMap(({ templateId, quantity }) => Array.from({ length: quantity }, () => templateId)),
    paymentHistory: owned.map((item) => ({
      templateId: item.templateId,
      creditsCost: item.creditsCharged,
      purchaseDate: item.createdAt.toISOString(),
      templateType: rows.get(item.templateId)?.kind ?? 'video',
    })),
    templateLinks: likedTemplates,
    cartVideoLinks: toUserTemplates(cart, rows),
    purchasedVideoLinks: toUserTemplates(owned, rows),
    creditPurchaseHistory: packs.map((pack) => ({
      creditsPurchased: pack.credits,
      amountPaid: pack.amountPaise / 100,
      purchaseDate: pack.paidAt.toISOString(),
      transactionId: pack.transactionId,
    })),
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
