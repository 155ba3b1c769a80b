// The typed API client. One interface, two transports: HTTP in the browser, in-process for server rendering.
import { t } from '@lingui/core/macro'
import type { MessageResponse, Profile, UpdateProfileRequest, UpdateProfileResponse } from '@vitrine/contract/accounts'
import type { ApiErrorCode } from '@vitrine/contract/api-error'
import type {
  CataloguePage,
  CatalogueSort,
  DirectSellTemplate,
  ImageTemplate,
  SuggestionPage,
  Template,
  TemplateKind,
  VideoUrlResponse,
} from '@vitrine/contract/catalogue'
import type { Facet } from '@vitrine/contract/facet-names'
import type { LikeResponse } from '@vitrine/contract/library'
import { serverText } from '../language/server-text.ts'

export type ApiRequest = { method: string; path: string; body?: unknown; token?: string; signal?: AbortSignal }

/** Carries one request to the API. Rejects only when no answer came; an error answer is an answer. */
export type ApiTransport = (request: ApiRequest) => Promise<{ status: number; body: unknown }>

/** Shown when no answer came at all. */
export const networkErrorMessage = (): string => t`Network error. Please check your connection and try again.`

/**
 * Any answer of the API that is not a success. `status` 0 and code 'network' mean that no answer came. The message is in the
 * language of the page: what an error is, its code says.
 */
export class ApiResponseError extends Error {
  readonly status: number
  readonly code: ApiErrorCode | 'network' | 'unknown'
  /** Whatever the error adds, such as `creditsRequired` or `retryAfterSeconds`. */
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
 * Reads `{ error, code, ...details }`; a server of the specification sends no code. The message is empty when the server
 * sent none, so callers can put their own. It and the messages of `issues` are in the language of the page.
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
  body?: unknown
  signal?: AbortSignal | undefined
  /** Retries once without a response. For idempotent requests; GET and PUT by default. */
  isRepeatable?: boolean
  /** Sends no token, so that the answer is the one that everybody gets. */
  isAnonymous?: boolean
}
/** One request to the API. Rejects with `ApiResponseError`, and with nothing else except an aborted signal's reason. */
export type Call = <T>(method: string, path: string, options?: CallOptions) => Promise<T>

export const segment = encodeURIComponent

/** `?a=b` of the parts that are not empty, or nothing. */
export function query(parts: Record<string, string | number | undefined>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(parts)) {
    if (value !== undefined && value !== '') search.set(name, String(value))
  }
  return search.size > 0 ? `?${search}` : ''
}

/** Requests over one transport. `findToken` returns the bearer token of each. */
export function createCall(transport: ApiTransport, findToken: () => string | undefined = () => undefined): Call {
  return async <T>(method: string, path: string, options: CallOptions = {}) => {
    const { body, signal, isRepeatable = method === 'GET' || method === 'PUT' } = options
    const token = options.isAnonymous ? undefined : findToken()
    const ask = () =>
      transport({
        method,
        path,
        ...(body === undefined ? {} : { body }),
        ...(token === undefined ? {} : { token }),
        ...(signal === undefined ? {} : { signal }),
      })
    // One lost response is ordinary: a phone that changes its cell, a proxy that restarts.
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
    return answer.body as T
  }
}

/** Calls that every page may need: catalogue, likes, session. The rest is in whole-api.ts. */
export function createVisitorApi(transport: ApiTransport, findToken?: () => string | undefined) {
  const call = createCall(transport, findToken)
  return { ...visitorCalls(call), ...catalogueCalls(call) }
}

export type VisitorApi = ReturnType<typeof createVisitorApi>

function catalogueCalls(call: Call) {
  return {
    /** One page of a kind's catalogue; `nextCursor` requests the next one. */
    getCataloguePage: (kind: TemplateKind, request: CatalogueRequest, signal?: AbortSignal) =>
      call<CataloguePage>('GET', `/api/catalogue/${kind}${query(request)}`, { signal }),
    getImageTemplate: (templateId: string) => call<ImageTemplate>('GET', `/api/image-template/${segment(templateId)}`),
    getDirectSellTemplate: (templateId: string) =>
      call<DirectSellTemplate>('GET', `/api/direct-sell/${segment(templateId)}`),
    getSuggestions: (templateId: string, request: { cursor?: string; limit?: number }, signal?: AbortSignal) =>
      call<SuggestionPage>('GET', `/api/suggestions/${segment(templateId)}${query(request)}`, { signal }),
    listTemplates: (signal?: AbortSignal) => call<Template[]>('GET', '/api/templates', { signal }),
    getTemplate: (templateId: string, signal?: AbortSignal) =>
      call<Template>('GET', `/api/template/${segment(templateId)}`, { signal }),
    getVideoUrl: (templateId: string) =>
      // The page of a template shows its preview, also to those who have a video of their own.
      call<VideoUrlResponse>('GET', `/api/video-url/${segment(templateId)}/${segment(templateId)}compiled.mp4`, {
        isAnonymous: true,
      }),
  }
}

function visitorCalls(call: Call) {
  return {
    logout: () => call<MessageResponse>('POST', '/api/logout'),
    getProfile: (signal?: AbortSignal) => call<Profile>('GET', '/api/profile', { signal }),
    updateProfile: (changes: UpdateProfileRequest) =>
      call<UpdateProfileResponse>('PUT', '/api/profile', { body: changes }),
    addToLiked: (templateId: string) => call<LikeResponse>('POST', '/api/add-to-liked', { body: { templateId } }),
    unlikeTemplate: (templateId: string) => call<LikeResponse>('DELETE', `/api/unlike-template/${segment(templateId)}`),
  }
}
