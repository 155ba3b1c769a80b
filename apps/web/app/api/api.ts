// The typed API client. One interface, two transports: HTTP in the browser, in-process for server rendering.

import { t } from '@lingui/core/macro'
import type { UpdateProfileRequest } from '@vitrine/contract/accounts'
import type { ApiErrorCode } from '@vitrine/contract/api-error'
import type { CatalogueSort, TemplateKind } from '@vitrine/contract/catalogue'
import type { Facet } from '@vitrine/contract/facet-names'
import type { RequestTo, ResponseBody, RouteName } from '@vitrine/contract/routes/api'
import { i18n, serverText } from '../language/i18n.ts'
import { clearToken, findToken, signedOutNotice } from './token.ts'

type ApiRequest = { method: string; path: string; body?: unknown; token?: string; signal?: AbortSignal }

/** Sends one request to the API. Rejects only when there was no response; an error response resolves. */
export type ApiTransport = (request: ApiRequest) => Promise<{ status: number; body: unknown }>

/** Shown when there was no response. */
export const networkErrorMessage = (): string => t`Network error. Please check your connection and try again.`

/**
 * Any response of the API that is not a success. `status` 0 and code 'network' mean that there was none. The code
 * identifies the error; the message is in the language of the page.
 */
export class ApiResponseError extends Error {
  readonly status: number
  readonly code: ApiErrorCode | 'network' | 'unknown'
  /** Further properties of the error, such as `creditsRequired` or `retryAfterSeconds`. */
  readonly details: Readonly<Record<string, unknown>>

  constructor(status: number, code: ApiResponseError['code'], message: string, details: Record<string, unknown> = {}) {
    super(message)
    this.name = 'ApiResponseError'
    this.status = status
    this.code = code
    this.details = details
  }
}

/** Errors that the specification distinguishes by text alone. */
const codesByText: Readonly<Record<string, ApiErrorCode>> = {
  'Not enough credits': 'not-enough-credits',
  'Template not found in any database': 'template-not-found',
}

/**
 * Reads `{ error, code, ...details }`; a server of the specification sends no code. The message is empty when the
 * server sent none, so callers can use their own. It and the messages of `issues` are in the language of the page.
 */
export function toApiError(status: number, body: unknown): ApiResponseError {
  const {
    error,
    code,
    text: pattern,
    ...details
  } = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  const text = typeof error === 'string' ? error : ''
  const known = typeof code === 'string' ? (code as ApiErrorCode) : (codesByText[text] ?? 'unknown')
  const { issues } = details
  const translated = Array.isArray(issues) ? { ...details, issues: issues.map(translateIssue) } : details
  const values = (details.values ?? {}) as Record<string, unknown>
  const message = serverText(text, typeof pattern === 'string' ? pattern : text, values)
  return new ApiResponseError(status, known, message, translated)
}

function translateIssue(issue: unknown): unknown {
  if (typeof issue !== 'object' || issue === null) return issue
  const { message, text, values } = issue as Record<string, unknown>
  if (typeof message !== 'string') return issue
  const pattern = typeof text === 'string' ? text : message
  return { ...issue, message: serverText(message, pattern, (values ?? {}) as Record<string, unknown>) }
}

export type CatalogueRequest = { [Name in Facet]?: string } & {
  search?: string
  section?: string
  sort?: CatalogueSort
  cursor?: string | undefined
  limit?: number
}

type CallOptions = {
  signal?: AbortSignal | undefined
  /** Retries once without a response. For idempotent requests; by default GET and PUT. */
  isRepeatable?: boolean
  /** Sends no token, so that the response is the public one. */
  isAnonymous?: boolean
}
/** The arguments of a route's call; none for a route without parameters and body. */
export type CallOf<Name extends RouteName> =
  Record<never, never> extends RequestTo<Name>
    ? [options?: RequestTo<Name> & CallOptions]
    : [options: RequestTo<Name> & CallOptions]
/**
 * One request to the API, by the name of its route. Rejects with `ApiResponseError`, and with nothing else except an
 * aborted signal's reason.
 */
export type Call = <Name extends RouteName>(route: Name, ...args: CallOf<Name>) => Promise<ResponseBody<Name>>

export const segment = encodeURIComponent

/** `?a=b` of the non-empty parts, or an empty string. */
export function query(parts: Record<string, string | number | undefined>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(parts)) {
    if (value !== undefined && value !== '') search.set(name, String(value))
  }
  return search.size > 0 ? `?${search}` : ''
}

/** The address of a route: `/api/cart/some-id?a=b`. */
export function buildAddress<Name extends RouteName>(route: Name, ...[request]: CallOf<Name>): string {
  const { params = {}, query: parts = {} } = (request ?? {}) as AnyRequest
  const path = route.slice(route.indexOf(' ') + 1)
  return path.replaceAll(/:(\w+)/g, (_, name: string) => segment(params[name] ?? '')) + query(parts)
}

interface AnyRequest extends CallOptions {
  params?: Record<string, string>
  query?: Record<string, string | number | undefined>
  body?: unknown
}

/** Requests over one transport. `findToken` returns the bearer token of each. */
export function createCall(transport: ApiTransport, findToken: () => string | undefined = () => undefined): Call {
  return async (route, ...args) => {
    const [method = ''] = route.split(' ')
    const options = (args[0] ?? {}) as AnyRequest
    const { body, signal, isRepeatable = method === 'GET' || method === 'PUT' } = options
    const token = options.isAnonymous ? undefined : findToken()
    const ask = () =>
      transport({
        method,
        path: buildAddress(route, ...args),
        ...(body === undefined ? {} : { body }),
        ...(token === undefined ? {} : { token }),
        ...(signal === undefined ? {} : { signal }),
      })
    // A single lost response is common: a phone changes its cell, a proxy restarts.
    const again = (cause: unknown) => {
      if (signal?.aborted || !isRepeatable) throw cause
      return ask()
    }
    const answer = await ask()
      .catch(again)
      .catch((cause: unknown) => {
        if (signal?.aborted) throw cause
        throw new ApiResponseError(0, 'network', networkErrorMessage())
      })
    if (answer.status >= 400) throw toApiError(answer.status, answer.body)
    return answer.body as ResponseBody<typeof route>
  }
}

/** Calls that every page may need: catalogue, likes, session. The rest is in member-api.ts. */
export function createVisitorApi(transport: ApiTransport, findToken?: () => string | undefined) {
  const call = createCall(transport, findToken)
  return { ...visitorCalls(call), ...catalogueCalls(call) }
}

export type VisitorApi = ReturnType<typeof createVisitorApi>

function catalogueCalls(call: Call) {
  return {
    /** One page of a kind's catalogue; `nextCursor` requests the next one. */
    getCataloguePage: (kind: TemplateKind, request: CatalogueRequest, signal?: AbortSignal) =>
      call('GET /api/catalogue/:kind', { params: { kind }, query: request, signal }),
    getImageTemplate: (templateId: string) => call('GET /api/image-template/:templateId', { params: { templateId } }),
    getDirectSellTemplate: (templateId: string) => call('GET /api/direct-sell/:templateId', { params: { templateId } }),
    getSuggestions: (templateId: string, request: { cursor?: string; limit?: number }, signal?: AbortSignal) =>
      call('GET /api/suggestions/:templateId', { params: { templateId }, query: request, signal }),
    listTemplates: (signal?: AbortSignal) => call('GET /api/templates', { signal }),
    getTemplate: (templateId: string, signal?: AbortSignal) =>
      call('GET /api/template/:templateId', { params: { templateId }, signal }),
    getVideoUrl: (templateId: string) =>
      // The page of a template shows its preview, even to customers who have a video of their own.
      call('GET /api/video-url/:templateId/:file', {
        params: { templateId, file: `${templateId}compiled.mp4` },
        isAnonymous: true,
      }),
  }
}

function visitorCalls(call: Call) {
  return {
    logout: () => call('POST /api/logout'),
    getProfile: (signal?: AbortSignal) => call('GET /api/profile', { signal }),
    updateProfile: (changes: UpdateProfileRequest) => call('PUT /api/profile', { body: changes }),
    addToLiked: (templateId: string) => call('POST /api/add-to-liked', { body: { templateId } }),
    unlikeTemplate: (templateId: string) => call('DELETE /api/unlike-template/:templateId', { params: { templateId } }),
  }
}

// The browser's API client: HTTP to this origin, with the stored token. A response that the session has ended removes
// the token and shows the reason.

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
