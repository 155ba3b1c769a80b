// Wire schemas of accounts: sign-up, sign-in, one-time codes, the profile and sessions. Names such as `EmpFeild` are the specification's;
// the store maps them in one place.

import { z } from 'zod'
import { userTemplate } from './catalogue.ts'
import { isEmailAddress, toCode, toEmailAddress, toPlainCharacters, toPlainLine } from './input.ts'
import { userRoles } from './permission.ts'
import { isPhoneNumber, toE164 } from './phone.ts'
import { languageTag, line } from './text-schema.ts'

/** A normalized email address (see `toEmailAddress`), at most 254 characters. */
export const emailAddress = z
  .string()
  .overwrite(toEmailAddress)
  .min(1, 'Please enter your email address')
  .max(254, 'This email address is too long')
  .refine(isEmailAddress, 'Please enter a valid email address')

/**
 * A username of 3 to 30 letters, digits, dots, hyphens, underscores, with look-alikes converted to plain letters.
 * Case-insensitive.
 */
export const username = z
  .string()
  .overwrite(toPlainCharacters)
  .min(1, 'Username is required')
  .min(3, 'Username must be at least 3 characters long')
  .max(30, 'Username must be at most 30 characters long')
  .regex(/^[A-Za-z0-9._-]+$/, 'Username can only contain letters, numbers, dots, hyphens, and underscores')

/** A password as typed. The store checks its strength; the limit only bounds the cost of hashing. */
export const password = z.string().min(1, 'Please enter your password').max(1024)

const INVALID_PHONE_NUMBER = 'Please enter a valid phone number with its country code'

/** A normalized phone number: `+` and 7 to 15 digits, as long as its country allows (see `toE164`). */
export const phoneNumber = z
  .string()
  .max(60, INVALID_PHONE_NUMBER)
  .overwrite((typed) => toE164(typed))
  .refine(isPhoneNumber, INVALID_PHONE_NUMBER)

/** A name needs something visible: joiners and marks alone are not enough. */
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u

/** Employment field: the fixed options of the forms, or free text for 'Others'. */
export const employmentField = z
  .string()
  .overwrite(toPlainLine)
  .regex(visible, 'Please choose your employment field')
  .max(60)

export const actualName = z.string().overwrite(toPlainLine).regex(visible, 'Please enter your name').max(100)

/** The six digits of a one-time code. */
export const otpCode = z
  .string()
  .overwrite(toCode)
  .min(1, 'Please enter the OTP')
  .regex(/^\d{6}$/, 'The OTP has 6 digits')

const otpPurpose = z.enum(['register', 'reset'])
export type OtpPurpose = z.infer<typeof otpPurpose>

export const checkUserExistsRequest = z.object({ email: emailAddress })
export const checkUserExistsResponse = z.object({ exists: z.literal(true) })

/** Without `purpose` the server decides: `reset` when the address has an account, else `register`. */
export const sendEmailOtpRequest = z.object({ email: emailAddress, purpose: otpPurpose.optional() })
export const sendOtpResponse = z.object({
  message: z.string(),
  retryAfterSeconds: z.int().describe('Seconds until another code may be asked for'),
})

export const verifyEmailOtpRequest = z.object({ email: emailAddress, otp: otpCode, purpose: otpPurpose.optional() })
export const verifyOtpResponse = z.object({ message: z.string(), verified: z.literal(true) })

export const sendPhoneOtpRequest = z.object({ phoneNumber })
export const verifyPhoneOtpRequest = z.object({ phoneNumber, otp: otpCode })

/** Exactly one of an email address and a phone number. */
const codeAddress = { email: emailAddress.optional(), phoneNumber: phoneNumber.optional() }
const hasOneAddress = ({ email, phoneNumber }: { email?: string | undefined; phoneNumber?: string | undefined }) =>
  (email === undefined) !== (phoneNumber === undefined)
const oneAddress = 'Send either email or phoneNumber'

export const sendSignInCodeRequest = z.object(codeAddress).refine(hasOneAddress, oneAddress)
export const codeSignInRequest = z
  .object({ ...codeAddress, otp: otpCode, rememberMe: z.boolean().optional() })
  .refine(hasOneAddress, oneAddress)
export type CodeSignInRequest = z.input<typeof codeSignInRequest>

/** `token`: the part behind the # in the link of an email with a code. */
export const signInLinkRequest = z.object({ token: z.string().max(200), rememberMe: z.boolean().optional() })

export const registerRequest = z.object({
  username,
  email: emailAddress,
  password,
  actualName,
  phoneNumber,
  EmpFeild: employmentField,
  rememberMe: z.boolean().optional(),
})
export type RegisterRequest = z.infer<typeof registerRequest>

export const loginRequest = z.object({ email: emailAddress, password, rememberMe: z.boolean().optional() })

export const resetPasswordRequest = z.object({
  email: emailAddress,
  newPassword: password,
  verifiedOtp: z.boolean().optional().describe('Accepted and never trusted: the server has its own mark'),
})

export const messageResponse = z.object({ message: z.string() })

export const checkUsernameRequest = z.object({ username })
export const checkUsernameResponse = z.object({ available: z.boolean() })

/** One line of the payment history: credits spent on a template. */
export const payment = z.object({
  templateId: z.string(),
  creditsCost: z.int(),
  purchaseDate: z.iso.datetime(),
  templateType: z.string(),
})

export const profile = z.object({
  userId: z.uuid(),
  username: z.string(),
  email: z.string(),
  actualName: z.string(),
  phoneNumber: z.string(),
  countryCode: z.string(),
  EmpFeild: z.string(),
  profilePicture: z.string().describe('Signed, expiring address of a square picture; empty without one'),
  isPhoneVerified: z.boolean(),
  isGoogleUser: z.boolean().describe('Created through social sign-in'),
  isGoogleLinked: z.boolean().describe('Can sign in with Google'),
  hasPassword: z.boolean(),
  createdAt: z.iso.datetime(),
  role: z.enum(userRoles),
  credits: z.int(),
  likedTemplates: z.array(userTemplate).describe('Newest first'),
  purchasedTemplates: z.array(z.string()).describe('Ids of the templates this user owns, newest first'),
  cart: z.array(z.string()).describe('Ids of templates; an id stands once for each licence'),
  paymentHistory: z.array(payment),
  templateLinks: z.array(userTemplate).describe('The records of the liked templates'),
  cartVideoLinks: z.array(userTemplate),
  purchasedVideoLinks: z.array(userTemplate),
  creditPurchaseHistory: z
    .array(
      z.object({
        creditsPurchased: z.int(),
        amountPaid: z.number().describe('Rupees'),
        purchaseDate: z.iso.datetime(),
        transactionId: z.string(),
      }),
    )
    .describe('Newest first'),
})
export type Profile = z.infer<typeof profile>

export const sessionResponse = z.object({
  token: z.string().describe('Opaque bearer token'),
  expiresAt: z.iso.datetime(),
  user: profile,
})
export type SessionResponse = z.infer<typeof sessionResponse>

export const codeSignInResponse = sessionResponse.extend({ isNewUser: z.boolean() })

export const signInLinkResponse = z.object({
  email: z.string(),
  session: codeSignInResponse.nullable().describe('null: the link was for a new password, which may now be sent'),
})

/** Only the changed fields are sent; an empty object changes nothing. */
export const updateProfileRequest = z.object({
  username: username.optional(),
  actualName: actualName.optional(),
  phoneNumber: z
    .string()
    .max(60, INVALID_PHONE_NUMBER)
    .overwrite((typed) => toE164(typed))
    .regex(/^\+?\d{4,15}$/, INVALID_PHONE_NUMBER)
    .optional()
    .describe('International, or national digits together with countryCode'),
  countryCode: z
    .string()
    .trim()
    .regex(/^\+[1-9]\d{0,3}$/, 'Please choose a country code')
    .optional(),
  EmpFeild: employmentField.optional(),
  email: emailAddress
    .optional()
    .describe(
      'The present one, or, verified for registration, the first one of an account that has none: addresses cannot be changed',
    ),
  language: languageTag.optional().describe('In which emails and receipts are written'),
})
export type UpdateProfileRequest = z.infer<typeof updateProfileRequest>

/** Why a completed social profile gets no reward. */
const rewardObstacle = z.enum(['phone-not-verified', 'phone-rewarded', 'account-rewarded'])
export type RewardObstacle = z.infer<typeof rewardObstacle>

export const updateProfileResponse = z.object({
  message: z.string(),
  usernameChanged: z.boolean(),
  newToken: z.string().optional().describe('Replaces the token sent; present when the username changed'),
  expiresAt: z.iso.datetime().optional(),
  creditsAwarded: z.boolean(),
  creditsWithheld: rewardObstacle
    .optional()
    .describe('Why a completed social profile was not rewarded; absent when it was, or was before'),
  user: profile,
})
export type UpdateProfileResponse = z.infer<typeof updateProfileResponse>

/** A square of the upright picture, in pixels. */
const pictureCrop = z.object({ left: z.int().min(0), top: z.int().min(0), size: z.int().min(16) })
export type PictureCrop = z.infer<typeof pictureCrop>

/** Exactly one of a finished upload and a picture of the caller's library. Without `crop`: the largest centred square. */
export const setPictureRequest = z
  .object({
    uploadId: z.string().min(1).max(100).optional(),
    assetId: z.string().min(1).max(100).optional(),
    crop: pictureCrop.optional(),
  })
  .refine(
    ({ uploadId, assetId }) => (uploadId === undefined) !== (assetId === undefined),
    'Send either uploadId or assetId',
  )
export type SetPictureRequest = z.infer<typeof setPictureRequest>
export const setPictureResponse = z.object({ message: z.string(), profilePicture: z.string(), user: profile })
export const removePictureResponse = z.object({ message: z.string(), user: profile })

export const changePasswordRequest = z.object({ currentPassword: password, newPassword: password })
export const changePasswordResponse = z.object({
  message: z.string(),
  sessionsEnded: z.int().describe('Other devices that were signed out'),
})

/** The consequences of deleting an account, as sentences for its owner. */
export const accountDeletion = z.object({
  removed: z.array(z.string()),
  kept: z.array(z.object({ what: z.string(), why: z.string() })),
})
export type AccountDeletion = z.infer<typeof accountDeletion>

/** The password; for an account without one a new Google ID token or sign-in code. */
export const deleteAccountRequest = z.object({
  otp: otpCode.optional(),
  password: password.optional(),
  token: z.string().max(8192).optional(),
})
export type DeleteAccountRequest = z.infer<typeof deleteAccountRequest>
export const deleteAccountResponse = accountDeletion.extend({ message: z.string() })

// Social sign-in: the browser's configuration and the credential it returns.

export const googleConfig = z.object({
  clientId: z.string(),
  scriptUrl: z.string().describe('The client library: Google’s own, or its twin in the sandbox'),
  nonce: z.string().describe('For one sign-in within 10 minutes; goes into the initialisation of the library'),
  isSandbox: z.boolean(),
})
export type GoogleConfig = z.infer<typeof googleConfig>

const credential = z.string().min(1, 'Invalid Google credential response').max(8192)

export const googleAuthRequest = z.object({
  token: credential.describe('The ID token that the client library called back with'),
  nonce: z.string().max(200).optional().describe('When given it must be the one in the token'),
  rememberMe: z.boolean().optional(),
})
export type GoogleAuthRequest = z.infer<typeof googleAuthRequest>

export const googleAuthResponse = sessionResponse.extend({ isNewUser: z.boolean() })
export type GoogleAuthResponse = z.infer<typeof googleAuthResponse>

/** The consent of an account that has a password: the password. */
export const googleLinkRequest = googleAuthRequest.extend({ password })
export type GoogleLinkRequest = z.infer<typeof googleLinkRequest>

/** The request of the sandbox's consent page when Allow is pressed. */
export const sandboxConsentRequest = z.object({
  clientId: z.string().max(200),
  nonce: z.string().max(200).optional(),
  email: emailAddress,
  name: line(100),
})
export const sandboxConsentResponse = z.object({ credential: z.string() })

// The session list: where a user is signed in, and signing out other devices.

const listedSession = z.object({
  sessionId: z.uuid(),
  device: z.string().describe('Browser and system; empty when unknown'),
  createdAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime().describe('Exact to a few minutes'),
  expiresAt: z.iso.datetime(),
  rememberMe: z.boolean(),
  current: z.boolean().describe('The session of this request'),
})
export type ListedSession = z.infer<typeof listedSession>

export const sessionList = z.object({ sessions: z.array(listedSession).describe('The current one first') })
export type SessionList = z.infer<typeof sessionList>

export const endSessionsResponse = z.object({ message: z.string(), sessionsEnded: z.int() })
