// Owns what is said when signing in or registering with Google fails. Both have the same sentences, each its own verb.
import type { ApiErrorCode } from '@vitrine/contract/api-error'
import { ApiResponseError } from '../api.ts'
import { errorText } from './error-text.ts'
import type { GoogleButtonText } from './google-library.ts'

export type GoogleWords = { failed: string; noUser: string; unavailable: string }

const login: GoogleWords = {
  failed: 'Google login failed. Please try again.',
  noUser: 'Google login returned no user data',
  unavailable: 'Google login failed. Please try signing in manually or try again later.',
}
const registration: GoogleWords = {
  failed: 'Google registration failed. Please try again.',
  noUser: 'Google registration returned no user data',
  unavailable: 'Google registration failed. Please try registering manually or try again later.',
}

export function googleWords(text: GoogleButtonText): GoogleWords {
  return text === 'signup_with' ? registration : login
}

/** The server does not know on which page Google's button was pressed: its two general sentences are said in the page's. */
const generalCodes: Partial<Record<ApiResponseError['code'], keyof GoogleWords>> = {
  'google-token-invalid': 'failed',
  'google-unavailable': 'unavailable',
} satisfies Partial<Record<ApiErrorCode, keyof GoogleWords>>

export function googleErrorText(failure: unknown, words: GoogleWords): string {
  const general = failure instanceof ApiResponseError ? generalCodes[failure.code] : undefined
  return general ? words[general] : errorText(failure, words.failed)
}
