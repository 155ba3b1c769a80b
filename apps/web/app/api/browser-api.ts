// The browser's API client: HTTP to this origin, with the stored token. An answer that the session has ended removes the
// token and shows its reason.

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
      // In which the store writes to whoever asks, whatever the browser would ask for.
      'accept-language': i18n.locale,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
  })
  const answer = parseBody(await response.text())
  // Signing in with a wrong password is also a 401, but says nothing about the session: it carries no token. Nor does a
  // wrong password of the admin area, which is a door of its own.
  const isOver = response.status === 401 && !path.startsWith('/api/admin/')
  if (isOver && token !== undefined && token === findToken()) {
    const { code, error } = (answer ?? {}) as { code?: unknown; error?: unknown }
    const showsNotice = code === 'session-blocked' || code === 'session-expired'
    if (showsNotice && typeof error === 'string')
      signedOutNotice.set({ text: serverText(error), canReturn: code === 'session-expired' })
    // After the reason: a page that is being typed on stays for whoever can return.
    clearToken()
  }
  return { status: response.status, body: answer }
}

/** A proxy in between may answer with a page; its status still counts, its text does not. */
function parseBody(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The API as the present user of this browser. Only for event handlers, effects and queries, never while rendering on the server. */
export const visitorApi = createVisitorApi(httpTransport, findToken)

/** For the clients that live beside their pages. */
export const call = createCall(httpTransport, findToken)
