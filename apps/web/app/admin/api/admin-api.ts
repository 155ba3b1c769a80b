// Calls the admin API with the cookie of the admin session, which scripts cannot read, and without an authorization header.
// Every section builds its client from `adminCall`. An ended session answers 401; `AdminError` says what to do.
import type { AdminLoginRequest, AdminSession } from '@vitrine/contract/admin'
import { ApiResponseError, type Call, createCall, query } from '../../api/api.ts'
import { httpTransport, call as memberCall } from '../../api/browser-api.ts'
import { createOperationEvents } from '../../api/follow-operation.ts'
import { createNotifier } from '../../api/observable.ts'

const sendAdminRequest = createCall(httpTransport)
/** The admin session is over, or too old for the change that was tried. */
export type EndedCause = 'over' | 'old'
const sessionEnded = createNotifier()
let lastCause: EndedCause = 'over'
const roleRefused = createNotifier()

/** Notifies of an action that failed because the admin session has ended or is too old. Returns how to unsubscribe. */
export function onSessionEnded(listener: (cause: EndedCause) => void): () => void {
  return sessionEnded.subscribe(() => listener(lastCause))
}

/** Notifies of a request that the role does not include any more. Returns how to unsubscribe. */
export const onRoleRefused = roleRefused.subscribe

/**
 * One request below `/api/admin` that the page makes by itself. Rejects with `ApiResponseError` (401: the admin session has
 * ended), or an aborted signal's reason.
 */
export const backgroundAdminCall: Call = async (route, ...given) => {
  try {
    return await sendAdminRequest(route, ...given)
  } catch (error) {
    if (error instanceof ApiResponseError && error.code === 'permission-required') roleRefused.notify()
    throw error
  }
}

/** As `backgroundAdminCall`, for what somebody asked for: when an ended session fails a change, a dialog asks for the password. */
export const adminCall: Call = async (route, ...given) => {
  try {
    return await backgroundAdminCall(route, ...given)
  } catch (error) {
    if (!route.startsWith('GET ') && error instanceof ApiResponseError && error.status === 401) {
      lastCause = error.code === 'admin-sign-in-again' ? 'old' : 'over'
      sessionEnded.notify()
    }
    throw error
  }
}

/** The address of a path of the admin area with those parts that are not empty: `/api/admin/users.csv?period=week`. */
export function adminApiPath(path: string, parts: Record<string, string | number | undefined> = {}): string {
  return `/api/admin${path}${query(parts)}`
}

/** The operations that the admin area shows. */
export const adminEvents = createOperationEvents((signal) =>
  fetch(adminApiPath('/operations/events'), { headers: { accept: 'text/event-stream' }, signal }),
)

/** Opens the admin area. The one call that says who is signed in: only an owner gets the cookie. */
export function signInAsAdmin(request: AdminLoginRequest): Promise<AdminSession> {
  return memberCall('POST /api/admin/login', { body: request })
}

/** Closes the admin area on the server and makes the browser forget its cookie. */
export function signOutOfAdmin(): Promise<unknown> {
  return sendAdminRequest('POST /api/admin/logout')
}
