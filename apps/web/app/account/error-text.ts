// Owns which words a failed call gets: the server's when it sent some, the form's own otherwise.
import { ApiError } from '../api.ts'
import { findWaitSeconds, waitText } from './wait-text.ts'

/** `networkText` replaces the usual sentence when no answer came at all. */
export function errorText(error: unknown, fallback: string, networkText?: string): string {
  if (!(error instanceof ApiError)) return fallback
  if (error.status === 0) return networkText ?? error.message
  const waitSeconds = error.code === 'rate-limited' ? findWaitSeconds(error) : undefined
  if (waitSeconds !== undefined) return `Too many requests. Please try again in ${waitText(waitSeconds)}.`
  return error.message || fallback
}

/** Whether the call failed because its session had ended. */
export function isSessionOver(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401
}

/** `errorText` for a profile that could not be saved: an answer without `error` may hold a `message`. */
export function profileErrorText(error: unknown): string {
  const { message } = error instanceof ApiError ? error.details : {}
  return errorText(
    error,
    typeof message === 'string' && message !== '' ? message : 'Failed to update profile. Please try again.',
  )
}

/** The messages of an 'invalid-input' answer by the name of the field they are about. */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError) || !Array.isArray(error.details.issues)) return {}
  const found: Record<string, string> = {}
  for (const issue of error.details.issues as { path?: unknown; message?: unknown }[]) {
    const path = Array.isArray(issue.path) ? issue.path.join('.') : issue.path
    if (typeof path === 'string' && typeof issue.message === 'string') found[path.replace(/^[/.]/, '')] = issue.message
  }
  return found
}
