// Calls the admin API with the cookie of the admin session, which scripts cannot read, and without an authorization
// header. Every section builds its client from `adminCall`. An ended session responds with 401; `AdminError` explains
// what to do.

import type { AdminLoginRequest, AdminSession } from '@vitrine/contract/admin'
import { ApiResponseError, type Call, createCall, httpTransport, call as memberCall, query } from '../../api/api.ts'
import { createNotifier } from '../../api/observable.ts'
import { createOperationEvents } from '../../api/operation.ts'

const sendAdminRequest = createCall(httpTransport)
/** The admin session has ended, or is too old for the attempted change. */
export type EndedCause = 'over' | 'old'
const sessionEnded = createNotifier()
let lastCause: EndedCause = 'over'
const roleRefused = createNotifier()

/**
 * Notifies of an action that failed because the admin session has ended or is too old. Returns a function that
 * unsubscribes.
 */
export function onSessionEnded(listener: (cause: EndedCause) => void): () => void {
  return sessionEnded.subscribe(() => listener(lastCause))
}

/** Notifies of a request that the role no longer includes. Returns a function that unsubscribes. */
export const onRoleRefused = roleRefused.subscribe

/**
 * One request below `/api/admin` that the page makes by itself. Rejects with `ApiResponseError` (401: the admin session
 * has ended), or an aborted signal's reason.
 */
export const backgroundAdminCall: Call = async (route, ...args) => {
  try {
    return await sendAdminRequest(route, ...args)
  } catch (error) {
    if (error instanceof ApiResponseError && error.code === 'permission-required') roleRefused.notify()
    throw error
  }
}

/** As `backgroundAdminCall`, for user actions: when an ended session fails a change, a dialog asks for the password. */
export const adminCall: Call = async (route, ...args) => {
  try {
    return await backgroundAdminCall(route, ...args)
  } catch (error) {
    if (!route.startsWith('GET ') && error instanceof ApiResponseError && error.status === 401) {
      lastCause = error.code === 'admin-sign-in-again' ? 'old' : 'over'
      sessionEnded.notify()
    }
    throw error
  }
}

/** The address of an admin path with its non-empty query parameters: `/api/admin/users.csv?period=week`. */
export function adminApiPath(path: string, parts: Record<string, string | number | undefined> = {}): string {
  return `/api/admin${path}${query(parts)}`
}

/** The operations that the admin area shows. */
export const adminEvents = createOperationEvents((signal) =>
  fetch(adminApiPath('/operations/events'), { headers: { accept: 'text/event-stream' }, signal }),
)

/** Opens the admin area with the account's token; the response sets the admin cookie. */
export function signInAsAdmin(request: AdminLoginRequest): Promise<AdminSession> {
  return memberCall('POST /api/admin/login', { body: request })
}

/** Closes the admin area on the server, which deletes the cookie. */
export function signOutOfAdmin(): Promise<unknown> {
  return sendAdminRequest('POST /api/admin/logout')
}
