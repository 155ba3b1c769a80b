// Requests one-time codes.
import { ApiResponseError } from '../api.ts'
import { findWaitSeconds } from './wait-text.ts'

/** Between two codes for one address. */
export const resendWaitSeconds = 60

/**
 * Asks for a code and answers in how many seconds another one may be asked for. That one was sent less than a minute ago is
 * no failure: it is still good, and whoever closed the dialog or came back to the page has it already.
 */
export async function requestOtp(send: () => Promise<unknown>): Promise<number> {
  try {
    await send()
    return resendWaitSeconds
  } catch (failure) {
    const wait = findWaitSeconds(failure)
    if (wait !== undefined && failure instanceof ApiResponseError && failure.code === 'otp-too-soon') return wait
    throw failure
  }
}
