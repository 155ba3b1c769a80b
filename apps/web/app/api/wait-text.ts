// Formats how long to wait before a retry.
import { t } from '@lingui/core/macro'
import { ApiResponseError } from './api.ts'

/** The seconds to wait in an error; undefined if it has none. */
export function findWaitSeconds(failure: unknown): number | undefined {
  const wait = failure instanceof ApiResponseError ? failure.details.retryAfterSeconds : undefined
  return typeof wait === 'number' ? wait : undefined
}

/** Formats a wait: seconds as they count down, longer ones in whole minutes or hours. */
export function waitText(seconds: number): string {
  if (seconds <= 90) return t`${seconds} s`
  const minutes = Math.ceil(seconds / 60)
  if (minutes <= 90) return t`${minutes} min`
  const hours = Math.ceil(minutes / 60)
  return t`${hours} h`
}
