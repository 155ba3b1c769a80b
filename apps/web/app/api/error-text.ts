// Chooses the message for a failed call: the server's, otherwise the form's.
import { t } from '@lingui/core/macro'
import { serverText } from '../language/i18n.ts'
import { ApiResponseError } from './api.ts'

/** The message for one field, because the general message of such a response is not helpful. */
function firstIssue(error: ApiResponseError): string | undefined {
  return error.code === 'invalid-input' ? Object.values(fieldErrors(error))[0] : undefined
}

/** `networkText` replaces the usual sentence when there was no response. */
export function errorText(error: unknown, fallback: string, networkText?: string): string {
  if (!(error instanceof ApiResponseError)) return fallback
  if (error.status === 0) return networkText ?? error.message
  const waitSeconds = error.code === 'rate-limited' ? findWaitSeconds(error) : undefined
  if (waitSeconds !== undefined) {
    const wait = waitText(waitSeconds)
    return t`Too many requests. Please try again in ${wait}.`
  }
  return firstIssue(error) || error.message || fallback
}

/** Whether the call failed because its session had ended. */
export function isSessionOver(error: unknown): boolean {
  return error instanceof ApiResponseError && error.status === 401
}

/** `errorText` for a profile that could not be saved: a response without `error` may have a `message`. */
export function profileErrorText(error: unknown): string {
  const { message } = error instanceof ApiResponseError ? error.details : {}
  return errorText(
    error,
    typeof message === 'string' && message !== ''
      ? serverText(message)
      : t`Failed to update profile. Please try again.`,
  )
}

/** The messages of an 'invalid-input' response, by field name. */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ApiResponseError) || !Array.isArray(error.details.issues)) return {}
  const found: Record<string, string> = {}
  for (const issue of error.details.issues as { path?: unknown; message?: unknown }[]) {
    const path = Array.isArray(issue.path) ? issue.path.join('.') : issue.path
    if (typeof path === 'string' && typeof issue.message === 'string') found[path.replace(/^[/.]/, '')] = issue.message
  }
  return found
}

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
