// Formats how long the server asks to wait.
import { ApiResponseError } from '../api.ts'

/** The seconds that an error asks to wait; undefined where it does not say. */
export function findWaitSeconds(failure: unknown): number | undefined {
  const wait = failure instanceof ApiResponseError ? failure.details.retryAfterSeconds : undefined
  return typeof wait === 'number' ? wait : undefined
}

/** A wait in words: seconds as they are counted down, longer ones in whole minutes or hours. */
export function waitText(seconds: number): string {
  if (seconds <= 90) return `${seconds} s`
  const minutes = Math.ceil(seconds / 60)
  return minutes <= 90 ? `${minutes} min` : `${Math.ceil(minutes / 60)} h`
}
