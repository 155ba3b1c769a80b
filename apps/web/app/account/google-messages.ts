// Error messages of signing in and registering with Google.
import type { ApiErrorCode } from '@vitrine/contract/api-error'
import { ApiResponseError } from '../api/api.ts'
import { errorText } from '../store/error-text.ts'
import type { GoogleButtonText } from './google-library.ts'

export type GoogleMessages = { failed: string; noUser: string; unavailable: string }

const login: GoogleMessages = {
  failed: 'Google login failed. Please try again.',
  noUser: 'Google login returned no user data',
  unavailable: 'Google login failed. Please try signing in manually or try again later.',
}
const registration: GoogleMessages = {
  failed: 'Google registration failed. Please try again.',
  noUser: 'Google registration returned no user data',
  unavailable: 'Google registration failed. Please try registering manually or try again later.',
}

export function googleMessages(text: GoogleButtonText): GoogleMessages {
  return text === 'signup_with' ? registration : login
}

/** The server does not know on which page Google's button was pressed: its two general sentences are said in the page's. */
const generalCodes: Partial<Record<ApiResponseError['code'], keyof GoogleMessages>> = {
  'google-token-invalid': 'failed',
  'google-unavailable': 'unavailable',
} satisfies Partial<Record<ApiErrorCode, keyof GoogleMessages>>

export function googleErrorText(failure: unknown, messages: GoogleMessages): string {
  const general = failure instanceof ApiResponseError ? generalCodes[failure.code] : undefined
  return general ? messages[general] : errorText(failure, messages.failed)
}
