// The closed list of API errors: each code with its HTTP status and its message. A code without an entry does not compile. The
// browser imports this file, so it does not use zod.
import { fillWords } from './placeholder.ts'

/** The closed list of rules that can refuse a request. The wire field `code` carries one of these. */
export type ApiErrorCode =
  | 'invalid-input'
  | 'invalid-json'
  | 'sign-in-required'
  | 'session-blocked'
  | 'session-expired'
  | 'invalid-credentials'
  | 'account-blocked'
  | 'admin-required'
  | 'admin-password-incorrect'
  | 'admin-password-not-set'
  | 'admin-password-off'
  | 'admin-code-incorrect'
  | 'admin-passkey-refused'
  | 'admin-sign-in-again'
  | 'permission-required'
  | 'second-factor-required'
  | 'second-factor-needed'
  | 'second-factor-setup-over'
  | 'second-factor-not-found'
  | 'invitation-invalid'
  | 'invitation-expired'
  | 'invitation-other-account'
  | 'invitation-not-sent'
  | 'already-staff'
  | 'last-owner'
  | 'forbidden'
  | 'not-found'
  | 'template-not-found'
  | 'template-incomplete'
  | 'template-in-use'
  | 'template-withdrawn'
  | 'shape-not-offered'
  | 'project-not-found'
  | 'render-not-found'
  | 'asset-not-found'
  | 'import-not-found'
  | 'upload-not-found'
  | 'user-not-found'
  | 'email-taken'
  | 'username-taken'
  | 'email-not-verified'
  | 'password-too-weak'
  | 'password-incorrect'
  | 'password-not-set'
  | 'google-token-invalid'
  | 'google-email-not-verified'
  | 'google-unavailable'
  | 'link-consent-required'
  | 'session-not-found'
  | 'otp-invalid'
  | 'otp-expired'
  | 'otp-too-many-tries'
  | 'otp-too-soon'
  | 'otp-not-sent'
  | 'otp-ceiling-reached'
  | 'phone-not-unique'
  | 'rate-limited'
  | 'not-enough-credits'
  | 'price-changed'
  | 'not-entitled'
  | 'cart-empty'
  | 'cart-full'
  | 'receipt-not-found'
  | 'pack-not-found'
  | 'pack-not-offered'
  | 'starter-pack-used'
  | 'billing-details-missing'
  | 'gstin-missing'
  | 'payment-unavailable'
  | 'payment-off'
  | 'payment-order-not-found'
  | 'payment-signature-invalid'
  | 'payment-mismatch'
  | 'payment-failed'
  | 'payment-returned'
  | 'payment-not-found'
  | 'payment-not-refundable'
  | 'refund-refused'
  | 'project-changed'
  | 'too-many-projects'
  | 'settings-changed'
  | 'store-not-set-up'
  | 'setup-key-wrong'
  | 'setup-incomplete'
  | 'setup-finished'
  | 'version-not-found'
  | 'difference-not-found'
  | 'too-many-versions'
  | 'field-value-invalid'
  | 'too-many-renders'
  | 'render-not-cancellable'
  | 'render-not-retryable'
  | 'idempotency-key-reused'
  | 'asset-deleted'
  | 'upload-too-large'
  | 'upload-type-not-allowed'
  | 'upload-incomplete'
  | 'image-too-many-pixels'
  | 'media-damaged'
  | 'media-too-long'
  | 'library-full'
  | 'payload-too-large'
  | 'storage-unavailable'
  | 'store-unavailable'

/** Status and default message of each error. Messages from the specification are literal. */
export const apiErrors: Readonly<Record<ApiErrorCode, { readonly status: number; readonly message: string }>> = {
  'invalid-input': { status: 400, message: 'Some of the information sent is missing or not valid' },
  'invalid-json': { status: 400, message: 'The request is not valid JSON' },
  'sign-in-required': { status: 401, message: 'Please log in to continue' },
  'session-blocked': { status: 401, message: 'This account has been blocked. Please contact support.' },
  'session-expired': { status: 401, message: 'Your session has ended. Please log in again.' },
  'invalid-credentials': { status: 401, message: 'Invalid email or password' },
  'account-blocked': { status: 403, message: 'This account has been blocked. Please contact support.' },
  'admin-required': {
    status: 401,
    message: 'Authentication failed. Please log in to your account first and make sure you have admin permissions.',
  },
  'admin-password-incorrect': { status: 401, message: 'Invalid password. Access denied.' },
  'admin-password-not-set': {
    status: 409,
    message: 'No admin password has been set yet. Set one with: vitrine set-admin-password',
  },
  'admin-password-off': {
    status: 403,
    message: 'The shared admin password is switched off. Use your authenticator app or a passkey.',
  },
  'admin-code-incorrect': {
    status: 401,
    message: 'That code isn’t correct, or it was used already. Enter the newest one.',
  },
  'admin-passkey-refused': { status: 401, message: 'The passkey could not be verified. Please try again.' },
  'admin-sign-in-again': {
    status: 401,
    message: 'For this change you must have signed in to the admin area within the last 15 minutes.',
  },
  'permission-required': {
    status: 403,
    message: 'Your role does not include this. An owner of the store can change your role under Staff.',
  },
  'second-factor-required': {
    status: 403,
    message: 'Set up your sign-in to the admin area first: an authenticator app or a passkey.',
  },
  'second-factor-needed': {
    status: 409,
    message: 'This is your only way into the admin area. Add another one first.',
  },
  'second-factor-setup-over': {
    status: 409,
    message: 'This took too long, or began in another tab. Please start again.',
  },
  'second-factor-not-found': { status: 404, message: 'This was removed already' },
  'invitation-invalid': {
    status: 404,
    message: 'This invitation was used or cancelled. Ask an owner of the store for a new one.',
  },
  'invitation-expired': {
    status: 410,
    message: 'This invitation has expired. Ask an owner of the store to send it again.',
  },
  'invitation-other-account': {
    status: 403,
    message: 'This invitation was sent to another email address. Sign in with the account of that address.',
  },
  'invitation-not-sent': {
    status: 503,
    message: 'The invitation was saved, but its email could not be sent just now. Please send it again in a moment.',
  },
  'already-staff': {
    status: 409,
    message: 'This account is on the staff already. You can change its role in the list.',
  },
  'last-owner': { status: 409, message: 'The store needs an owner. Make somebody else an owner first.' },
  forbidden: { status: 403, message: 'You do not have permission to do this' },
  'not-found': { status: 404, message: 'Not found' },
  'template-not-found': { status: 404, message: 'Template not found' },
  'template-incomplete': { status: 409, message: 'This template has no document yet and cannot be put on sale' },
  'template-in-use': {
    status: 409,
    message: 'Someone else has projects based on this template, so it cannot be deleted.',
  },
  'template-withdrawn': {
    status: 409,
    message: 'This template was withdrawn. Publish it on its page in the admin to put it back on sale.',
  },
  'shape-not-offered': {
    status: 409,
    message: 'This template is no longer offered in this shape. Please choose another shape in the editor.',
  },
  'project-not-found': { status: 404, message: 'Project not found' },
  'render-not-found': { status: 404, message: 'Video not found' },
  'import-not-found': { status: 404, message: 'This import no longer exists' },
  'asset-not-found': { status: 404, message: 'File not found' },
  'upload-not-found': { status: 404, message: 'Upload not found. Please choose the file again.' },
  'user-not-found': { status: 404, message: 'No user found with this email address. Please create a new account.' },
  'email-taken': { status: 409, message: 'An account with this email address already exists. Please log in.' },
  'username-taken': { status: 409, message: 'Username is already taken' },
  'email-not-verified': { status: 403, message: 'Please verify your email address first' },
  'password-too-weak': { status: 422, message: 'This password is too common. Please choose another one.' },
  'password-incorrect': { status: 403, message: 'Your current password is incorrect' },
  'password-not-set': {
    status: 409,
    message: 'Your account has no password yet. Set one with “Forgot your password?” on the sign-in page.',
  },
  'google-token-invalid': { status: 401, message: 'Google login failed. Please try again.' },
  'google-email-not-verified': {
    status: 403,
    message: 'Your Google account has no verified email address. Please sign in another way.',
  },
  'google-unavailable': {
    status: 503,
    message: 'Google login failed. Please try signing in manually or try again later.',
  },
  'link-consent-required': {
    status: 409,
    message: 'An account with this email address already exists. Enter its password to connect Google to it.',
  },
  'session-not-found': { status: 404, message: 'This session has already ended' },
  'otp-invalid': { status: 400, message: 'That code isn’t correct. Please check it and try again.' },
  'otp-expired': { status: 400, message: 'This code has expired. Please request a new one.' },
  'otp-too-many-tries': { status: 429, message: 'Too many incorrect codes. Please request a new one.' },
  'otp-too-soon': { status: 429, message: 'Please wait a moment before requesting another code' },
  'otp-not-sent': { status: 503, message: 'We could not send the code just now. Please try again in a moment.' },
  'phone-not-unique': {
    status: 409,
    message: 'This number cannot be used to sign in. Please use your email address instead.',
  },
  'otp-ceiling-reached': {
    status: 503,
    message: 'We’re sending an unusual number of codes right now, so no more can be sent. Please try again later.',
  },
  'rate-limited': { status: 429, message: 'Too many requests. Please try again later.' },
  'not-enough-credits': { status: 402, message: 'Not enough credits' },
  'price-changed': {
    status: 409,
    message: 'The price of this template has changed. Please check it and confirm again.',
  },
  'not-entitled': { status: 403, message: 'This file belongs to a template you have not bought yet' },
  'cart-empty': { status: 409, message: 'Your cart is empty' },
  'cart-full': { status: 409, message: 'Your cart is full. Please check out or remove something first.' },
  'receipt-not-found': { status: 404, message: 'Receipt not found' },
  'pack-not-found': { status: 404, message: 'This credit pack does not exist' },
  'pack-not-offered': { status: 409, message: 'This pack is not on sale now. Please choose another one.' },
  'starter-pack-used': { status: 409, message: 'The starter pack can be bought once per account' },
  'billing-details-missing': {
    status: 409,
    message: 'Please tell us where you are before you pay: the tax depends on it',
  },
  'gstin-missing': {
    status: 409,
    message: 'The store had no GSTIN in this period, so there is no GSTR-1 for it.',
  },
  'payment-unavailable': { status: 503, message: 'Failed to initiate payment. Please try again.' },
  'payment-off': { status: 503, message: 'Credits cannot be bought at the moment. Please come back later.' },
  'payment-order-not-found': { status: 404, message: 'Order not found' },
  'payment-signature-invalid': { status: 400, message: 'Payment verification failed. Please contact support.' },
  'payment-mismatch': { status: 409, message: 'This payment does not belong to this order' },
  'payment-failed': { status: 402, message: 'Payment failed' },
  'payment-returned': { status: 409, message: 'This payment could not be used and is being returned to you' },
  'payment-not-found': { status: 404, message: 'Payment not found' },
  'payment-not-refundable': { status: 409, message: 'This payment cannot be refunded, or only a smaller amount of it' },
  'refund-refused': { status: 409, message: 'The payment gateway refused the refund' },
  'store-not-set-up': { status: 503, message: 'This store is being set up and opens soon' },
  'setup-key-wrong': {
    status: 401,
    message: 'Please open the address that the newest start of the store has printed',
  },
  'setup-incomplete': { status: 409, message: 'Some steps are not saved yet' },
  'setup-finished': { status: 410, message: 'This store is set up' },
  'settings-changed': { status: 409, message: 'Somebody else changed these settings in the meantime' },
  'project-changed': { status: 409, message: 'This project was changed somewhere else in the meantime' },
  'too-many-projects': { status: 409, message: 'You have too many projects. Please delete some you no longer need.' },
  'version-not-found': { status: 404, message: 'This version no longer exists' },
  'difference-not-found': { status: 404, message: 'This difference is not in the report, or cannot be accepted' },
  'too-many-versions': {
    status: 409,
    message: 'This project has too many named versions. Please delete some you no longer need.',
  },
  'field-value-invalid': { status: 422, message: 'One of the values does not fit its field' },
  'too-many-renders': {
    status: 429,
    message: 'Your other videos are still being made. Please wait until one is ready.',
  },
  'render-not-cancellable': { status: 409, message: 'This video can no longer be cancelled' },
  'render-not-retryable': { status: 409, message: 'Only a failed or cancelled video can be tried again' },
  'idempotency-key-reused': { status: 409, message: 'This request key was already used for something else' },
  'asset-deleted': { status: 410, message: 'This file was deleted' },
  'upload-too-large': { status: 413, message: 'This file is too large' },
  'upload-type-not-allowed': { status: 415, message: 'This kind of file is not supported' },
  'upload-incomplete': { status: 409, message: 'The upload is not complete yet' },
  'image-too-many-pixels': {
    status: 413,
    message:
      'This picture has too many pixels. The limit is 210 megapixels for photos in JPEG or HEIC, and 50 for other pictures and for progressive JPEG.',
  },
  'media-damaged': { status: 422, message: 'This file is damaged and cannot be read' },
  'media-too-long': { status: 422, message: 'This recording is too long' },
  'library-full': {
    status: 413,
    message: 'Your library is full. Please delete files you no longer need, then try again.',
  },
  'payload-too-large': { status: 413, message: 'The request is too large' },
  'storage-unavailable': {
    status: 503,
    message: 'File storage cannot be reached right now. Please try again shortly.',
  },
  'store-unavailable': {
    status: 503,
    message: 'The store is temporarily unavailable. Nothing was lost; please try again in a moment.',
  },
}

/**
 * An expected refusal, which the caller can only report. The server answers `errors[code].status` with `{ error: message, code,
 * ...details }`; `message` is the code's default unless a more precise one is passed. With `details.values` it is a template with
 * placeholders such as `{count}`, which the response contains as `text`, so that pages can find its translation.
 */
export class ApiError extends Error {
  readonly code: ApiErrorCode
  readonly details: Readonly<Record<string, unknown>>
  readonly #text: string

  constructor(code: ApiErrorCode, details: Record<string, unknown> = {}, message: string = apiErrors[code].message) {
    super(fillText(message, details.values))
    this.#text = message
    this.name = 'ApiError'
    this.code = code
    this.details = details
  }

  /** The HTTP status of this error. */
  get status(): number {
    return apiErrors[this.code].status
  }

  /** The response body. Details can never hide `error` and `code`. */
  toBody(): { error: string; code: ApiErrorCode } & Record<string, unknown> {
    const text = this.details.values ? { text: this.#text } : {}
    return { ...this.details, ...text, error: this.message, code: this.code }
  }
}

function fillText(text: string, values: unknown): string {
  if (typeof values !== 'object' || values === null) return text
  return fillWords(text, Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)])))
}
