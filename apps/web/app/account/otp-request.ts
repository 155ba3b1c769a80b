// Owns the asking for a one-time code.
import { ApiError } from '../api.ts'

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
    if (wait !== undefined && failure instanceof ApiError && failure.code === 'otp-too-soon') return wait
    throw failure
  }
}

/** How long the server asks to be left alone, where it says so. */
export function findWaitSeconds(failure: unknown): number | undefined {
  const wait = failure instanceof ApiError ? failure.details.retryAfterSeconds : undefined
  return typeof wait === 'number' ? wait : undefined
}

/** A wait in words: seconds as they are counted down, longer ones in whole minutes or hours. */
export function waitText(seconds: number): string {
  if (seconds <= 90) return `${seconds} s`
  const minutes = Math.ceil(seconds / 60)
  return minutes <= 90 ? `${minutes} min` : `${Math.ceil(minutes / 60)} h`
}
