// Error messages of signing in and registering with Google.
import { t } from '@lingui/core/macro'
import type { ApiErrorCode } from '@vitrine/contract/api-error'
import { ApiResponseError } from '../../api/api.ts'
import { errorText } from '../../api/error-text.ts'
import type { GoogleButtonText } from './google-library.ts'

export type GoogleMessages = { failed: string; noUser: string; unavailable: string }

export function googleMessages(text: GoogleButtonText): GoogleMessages {
  if (text === 'signup_with') {
    return {
      failed: t`Google registration failed. Please try again.`,
      noUser: t`Google registration returned no user data`,
      unavailable: t`Google registration failed. Please try registering manually or try again later.`,
    }
  }
  return {
    failed: t`Google login failed. Please try again.`,
    noUser: t`Google login returned no user data`,
    unavailable: t`Google login failed. Please try signing in manually or try again later.`,
  }
}

/** The server does not know which page has the button: its two general sentences are replaced by the page's own. */
const generalCodes: Partial<Record<ApiResponseError['code'], keyof GoogleMessages>> = {
  'google-token-invalid': 'failed',
  'google-unavailable': 'unavailable',
} satisfies Partial<Record<ApiErrorCode, keyof GoogleMessages>>

export function googleErrorText(failure: unknown, messages: GoogleMessages): string {
  const general = failure instanceof ApiResponseError ? generalCodes[failure.code] : undefined
  return general ? messages[general] : errorText(failure, messages.failed)
}
