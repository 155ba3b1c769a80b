// The complete API client in the browser. Public pages use the smaller one of browser-api.ts.

import { httpTransport } from './browser-api.ts'
import { findToken } from './token.ts'
import { createApi } from './whole-api.ts'

/**
 * The API as the current user of this browser. Only for event handlers, effects and queries, never while rendering on
 * the server.
 */
export const api = createApi(httpTransport, findToken)
