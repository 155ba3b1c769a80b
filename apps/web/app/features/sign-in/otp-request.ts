// Requests one-time codes.
import { ApiResponseError } from '../../api/api.ts'
import { findWaitSeconds } from '../../api/wait-text.ts'

/** The wait between two codes for one address. */
export const resendWaitSeconds = 60

/**
 * Requests a code and returns in how many seconds another one may be requested. 'Sent less than a minute ago' counts as
 * success: that code is still valid, and a user who reopened the dialog or the page has it.
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
