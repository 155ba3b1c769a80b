// The browser's API client: HTTP to this origin, with the stored token. A response that the session has ended removes
// the token and shows the reason.
import { i18n } from '../language/i18n.ts'
import { serverText } from '../language/server-text.ts'
import { type ApiTransport, createCall, createVisitorApi } from './api.ts'
import { signedOutNotice } from './signed-out-notice.ts'
import { clearToken, findToken } from './token.ts'

export const httpTransport: ApiTransport = async ({ method, path, body, token, signal }) => {
  const response = await fetch(path, {
    method,
    credentials: 'same-origin',
    headers: {
      accept: 'application/json',
      // The page's language, which the store also uses in emails, instead of the browser's preference.
      'accept-language': i18n.locale,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
  })
  const answer = parseBody(await response.text())
  // Signing in with a wrong password is also a 401 but does not end the session: it carries no token. Nor does a wrong
  // password of the admin area, which has its own session.
  const isOver = response.status === 401 && !path.startsWith('/api/admin/')
  if (isOver && token !== undefined && token === findToken()) {
    const { code, error } = (answer ?? {}) as { code?: unknown; error?: unknown }
    const showsNotice = code === 'session-blocked' || code === 'session-expired'
    if (showsNotice && typeof error === 'string')
      signedOutNotice.set({ text: serverText(error), canReturn: code === 'session-expired' })
    // After the reason is set: a page with unsaved input stays open if the customer can sign in again.
    clearToken()
  }
  return { status: response.status, body: answer }
}

/** A proxy may respond with a page; its status still counts, its text does not. */
function parseBody(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * The API as the current user of this browser. Only for event handlers, effects and queries, never while rendering on
 * the server.
 */
export const visitorApi = createVisitorApi(httpTransport, findToken)

/** For clients that are in the folders of their pages. */
export const call = createCall(httpTransport, findToken)
