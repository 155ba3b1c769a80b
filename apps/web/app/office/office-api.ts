// Owns the way to the office's API: with the cookie of the gate, which only the browser knows, and without an authorization
// header. Every section's client is built from `officeCall`; a closed office answers 401 and `OfficeFailed` says what to do.
import type { AdminLoginRequest, AdminSession } from '@vitrine/contract/admin'
import { ApiResponseError, type Call, createCall, query } from '../api.ts'
import { httpTransport, call as memberCall } from '../store/browser-api.ts'

const callOffice = createCall(httpTransport)
const closedListeners = new Set<() => void>()

/** Hears that an act found the office closed. Returns how to stop hearing it. */
export function onOfficeClosed(listener: () => void): () => void {
  closedListeners.add(listener)
  return () => closedListeners.delete(listener)
}

/**
 * One request below `/api/admin`. Rejects with `ApiResponseError` (401: the office is closed; where that keeps an act from being
 * done, the password is asked for over the page), or an aborted signal's reason.
 */
export const officeCall: Call = async (method, path, options) => {
  try {
    return await callOffice(method, path, options)
  } catch (error) {
    if (method !== 'GET' && error instanceof ApiResponseError && error.status === 401)
      for (const listener of closedListeners) listener()
    throw error
  }
}

/** The address of a path of the office with those parts that are not empty: `/api/admin/users.csv?period=week`. */
export function officeAddress(path: string, parts: Record<string, string | number | undefined> = {}): string {
  return `/api/admin${path}${query(parts)}`
}

/** Opens the office. The one call that says who is signed in: only an owner gets the cookie. */
export function openOffice(request: AdminLoginRequest): Promise<AdminSession> {
  return memberCall<AdminSession>('POST', officeAddress('/login'), { body: request })
}

/** Closes the office on the server and makes the browser forget its cookie. */
export function closeOffice(): Promise<unknown> {
  return callOffice('POST', officeAddress('/logout'))
}
