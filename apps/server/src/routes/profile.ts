// Routes of the caller's account: profile, picture, password and deletion.

import type { AccountDeletion, RewardObstacle } from '@vitrine/contract/accounts'
import { ApiError } from '@vitrine/contract/api-error'
import { profileRoutes } from '@vitrine/contract/routes/accounts'
import { transaction } from '@vitrine/database/connection'
import { msg } from '@vitrine/language/texts'
import { deleteMember, updateProfile } from '@vitrine/store/account-lifecycle'
import { changePassword, checkPassword, getUser, setProfilePicture } from '@vitrine/store/accounts'
import { shownAddress } from '@vitrine/store/accounts/address'
import { findByGoogleSubject, useSignInNonce } from '@vitrine/store/accounts/google'
import { verifyOtp } from '@vitrine/store/accounts/otp'
import { hashPassword } from '@vitrine/store/accounts/password'
import { countAttempt } from '@vitrine/store/accounts/rate-limit'
import { type AppDeps, profileGift } from '../deps/deps.ts'
import { type ApiScope, defineHandlers, serve } from '../http/serve.ts'
import { storePicture } from '../media/picture.ts'
import type { UploadedMedia } from '../media/uploaded-file.ts'
import { describeProfile, getSession } from '../session/authentication.ts'
import { readClient } from '../session/client.ts'
import type { Uploads } from '../uploads/uploads.ts'
import { verifyCredential } from './google-auth.ts'

const handle = defineHandlers<typeof profileRoutes>()

/** The message when completing the profile earned no credits. */
const REWARD_WITHHELD: Readonly<Record<RewardObstacle, string>> = {
  'phone-not-verified': msg('Profile updated. Verify your phone number to get your free credits.'),
  'phone-rewarded': msg(
    'Profile updated. No credits were added: this phone number has already been used for the free credits.',
  ),
  'account-rewarded': msg(
    'Profile updated. No credits were added: your earlier account has already received the free credits.',
  ),
}

export function addProfileRoutes(api: ApiScope, deps: AppDeps, media: UploadedMedia): void {
  const { db } = deps

  serve(
    api,
    profileRoutes,
    {
      ...pictureHandlers(deps, media),
      ...passwordHandlers(deps),
      ...deletionHandlers(deps, media.uploads),

      'GET /api/profile': (request) => describeProfile(deps, getSession(request).userId),

      'PUT /api/profile': async (request) => {
        const session = getSession(request)
        const { EmpFeild: employmentField, ...rest } = request.body
        const changes = { ...rest, employmentField }
        const profileCredits = profileGift(deps)
        const { renewed, creditsAwarded, creditsWithheld } = await transaction(db, (tx) =>
          updateProfile(tx, session, changes, readClient(deps, request), profileCredits),
        )
        return {
          message: creditsWithheld ? REWARD_WITHHELD[creditsWithheld] : 'Profile updated successfully!',
          usernameChanged: renewed !== undefined,
          ...(renewed && { newToken: renewed.token, expiresAt: renewed.expiresAt.toISOString() }),
          creditsAwarded,
          ...(creditsWithheld && { creditsWithheld }),
          user: await describeProfile(deps, session.userId),
        }
      },
    },
    {
      'POST /api/profile/picture': { config: { hasNoConcurrencyLimit: true } },
    },
  )
}

function pictureHandlers(deps: AppDeps, media: UploadedMedia) {
  const { db, storage } = deps

  return handle({
    'POST /api/profile/picture': async (request) => {
      const { userId } = getSession(request)
      await storePicture(deps, media, userId, request.body)
      const user = await describeProfile(deps, userId)
      return { message: 'Profile picture updated', profilePicture: user.profilePicture, user }
    },

    'DELETE /api/profile/picture': async (request) => {
      const { userId } = getSession(request)
      const old = await transaction(db, (tx) => setProfilePicture(tx, userId, null))
      // After the commit: a row must never refer to a deleted file.
      if (old !== null) await storage.delete(old)
      return { message: 'Profile picture removed', user: await describeProfile(deps, userId) }
    },
  })
}

function passwordHandlers({ db }: AppDeps) {
  return handle({
    'POST /api/change-password': async (request) => {
      const session = getSession(request)
      const { currentPassword, newPassword } = request.body
      const currentHash = await checkPassword(db, session, currentPassword)
      const passwordHash = await hashPassword(newPassword)
      const sessionsEnded = await transaction(db, (tx) =>
        changePassword(tx, session, { present: currentHash, passwordHash }),
      )
      return { message: 'Password changed successfully!', sessionsEnded }
    },
  })
}

function deletionHandlers(deps: AppDeps, uploads: Uploads) {
  const { db } = deps

  return handle({
    'GET /api/profile/deletion': () => ACCOUNT_DELETION,

    'DELETE /api/profile': async (request) => {
      const session = getSession(request)
      const { userId } = session
      const { password, token, otp } = request.body
      if (password !== undefined) {
        const checked = await checkPassword(db, session, password)
        await transaction(db, (tx) => deleteMember(tx, userId, checked))
      } else if (token !== undefined) {
        const identity = await verifyCredential(deps.providers, { token })
        await transaction(db, async (tx) => {
          await useSignInNonce(tx, identity.nonce)
          if ((await findByGoogleSubject(tx, identity.subject)) !== userId) throw new ApiError('google-token-invalid')
          await deleteMember(tx, userId, undefined)
        })
      } else if (otp !== undefined) {
        const user = await getUser(db, userId)
        const isMail = shownAddress(user.email) !== ''
        const channel = isMail ? ('mail' as const) : ('sms' as const)
        const address = isMail ? user.email : user.phoneNumber
        await countAttempt(db, 'otp-verify-ip', request.ip)
        await verifyOtp(db, { channel, address, purpose: 'sign-in' }, otp, readClient(deps, request))
        // Refused for an account that has a password.
        await transaction(db, (tx) => deleteMember(tx, userId, undefined))
      } else {
        throw new ApiError('password-incorrect')
      }
      await uploads.removeUserUploads(userId)
      return { message: 'Your account was deleted', ...ACCOUNT_DELETION }
    },
  })
}

const ACCOUNT_DELETION: AccountDeletion = {
  removed: [
    msg('Your name, email address, phone number, password and profile picture'),
    msg('Your photos, videos and music, including unfinished uploads'),
    msg('Your projects and the videos made from them'),
    msg('Your likes'),
    msg('Your billing details'),
    msg('Your sign-ins on all devices, and the link to your Google account'),
    msg('Your remaining credits: they cannot be paid out or moved to another account'),
  ],
  kept: [
    {
      what: msg('The receipts and invoices that were issued to you, unchanged'),
      why: msg('Accounting and tax law requires it'),
    },
    {
      what: msg('The list of credit movements and payments, without your name'),
      why: msg('Accounting and tax law requires it'),
    },
    {
      what: msg('The list of templates that the account bought, without your name'),
      why: msg('It shows what the credits were spent on'),
    },
    {
      what: msg('A fingerprint (hash) of your email address and of a phone number that was rewarded'),
      why: msg('It prevents the same person from claiming welcome credits repeatedly'),
    },
  ],
}
