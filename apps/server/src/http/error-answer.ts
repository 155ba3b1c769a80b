// The one error handler: every error is answered as `{ error, code, ...details }`.
import type { Socket } from 'node:net'
import { ApiError } from '@vitrine/contract/api-error'
import { describeIssue, type FieldSentence } from '@vitrine/contract/field-issue'
import { fillWords } from '@vitrine/contract/placeholder'
import { findSqlState, forgetValues, isDatabaseAway } from '@vitrine/database/connection'
import { PaymentGatewayRefused, PaymentGatewayUnavailable } from '@vitrine/providers/payment'
import { FileMissing, StorageUnavailable } from '@vitrine/providers/storage'
import type { FastifyError, FastifyReply, FastifyRequest, FastifySchemaValidationError } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { z } from 'zod'

/** PostgreSQL's errors for a NUL: stored texts cannot contain one, so it came with the request. */
const UNSTORABLE_CHARACTER = ['22021', '22P05']

/** Error codes of a file system that is full, read-only, broken, or not writable. */
const STORAGE_ERRNO = ['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EACCES', 'EPERM']
const RETRY_AFTER_SECONDS = 5

/** Limits the issues of a body with a thousand errors. */
const MAX_ISSUES = 20

const INTERNAL = 'Something went wrong on our side. Nothing was lost; please try again.'

/** The API error for an exception; undefined for a bug. Includes the framework's errors about the request. */
function findApiError(error: unknown): ApiError | undefined {
  if (error instanceof ApiError) return error
  if (error instanceof FileMissing) return new ApiError('not-found')
  if (hasZodFastifySchemaValidationErrors(error)) {
    const issues = error.validation.slice(0, MAX_ISSUES).map(describeField)
    return new ApiError('invalid-input', { issues })
  }
  if (UNSTORABLE_CHARACTER.includes(findSqlState(error) ?? '')) {
    return unreadableCharacters()
  }
  const { code, statusCode } = (error ?? {}) as Partial<FastifyError>
  switch (code) {
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return new ApiError('invalid-json')
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new ApiError('invalid-json', {}, 'Send the request as JSON, with the content type application/json')
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new ApiError('payload-too-large')
    case 'FST_STATIC_FORBIDDEN_PATH':
      return new ApiError('not-found')
    case 'ECONNRESET':
      // The client disconnected during its request, so no one receives the response, and it is not the server's fault.
      return statusCode === 400 ? new ApiError('invalid-input', { issues: [] }) : undefined
    default:
      // Request errors found by the framework: a bad URL, a wrong content length.
      if (code?.startsWith('FST_ERR_') && statusCode !== undefined && statusCode < 500) {
        return new ApiError('invalid-input', { issues: [] })
      }
      return undefined
  }
}

const CONNECTION_FAULTS: Readonly<Record<string, { status: string; apiError: ApiError }>> = {
  HPE_HEADER_OVERFLOW: { status: '431 Request Header Fields Too Large', apiError: new ApiError('payload-too-large') },
  ERR_HTTP_REQUEST_TIMEOUT: { status: '408 Request Timeout', apiError: new ApiError('invalid-input', { issues: [] }) },
}
const NOT_HTTP = { status: '400 Bad Request', apiError: new ApiError('invalid-input', { issues: [] }) }

/** Answers input that never became a request: bytes that are not HTTP, headers without end. Closes the connection. */
export function sendConnectionError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const { status, apiError } = CONNECTION_FAULTS[error.code ?? ''] ?? NOT_HTTP
  const body = JSON.stringify(apiError.toBody())
  const head = ['content-type: application/json; charset=utf-8', `content-length: ${Buffer.byteLength(body)}`]
  socket.end([`HTTP/1.1 ${status}`, ...head, 'connection: close', '', body].join('\r\n'))
}

/** The API error for an exception that is neither the caller's fault nor a bug: a dependency is unavailable. */
function findOutage(error: unknown): ApiError | undefined {
  const details = { retryAfterSeconds: RETRY_AFTER_SECONDS }
  if (isDatabaseAway(error)) return new ApiError('store-unavailable', details)
  // A gateway that rejects the store (for example because of wrong keys) is unavailable for the customer, too; only the log
  // distinguishes them.
  if (error instanceof PaymentGatewayUnavailable || error instanceof PaymentGatewayRefused) {
    return new ApiError('payment-unavailable', details)
  }
  for (let current = error; current instanceof Error; current = current.cause) {
    if (current instanceof StorageUnavailable) return new ApiError('storage-unavailable', details)
    const { code = '', syscall } = current as NodeJS.ErrnoException
    if (syscall !== undefined && STORAGE_ERRNO.includes(code)) return new ApiError('storage-unavailable', details)
  }
  return undefined
}

/** Answers with an error; logs it with its stack if it is the server's fault. */
export function sendApiError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const outage = findOutage(error)
  if (outage) request.log.error({ err: forgetValues(error) }, 'a dependency is unavailable')
  const apiError = outage ?? findApiError(error)
  if (!apiError) {
    request.log.error({ err: forgetValues(error) }, 'request failed')
    return reply.code(500).send({ error: INTERNAL, code: 'internal', requestId: request.id })
  }
  const { retryAfterSeconds } = apiError.details
  if (typeof retryAfterSeconds === 'number') reply.header('retry-after', Math.ceil(retryAfterSeconds))
  if (apiError.status === 401) reply.header('www-authenticate', 'Bearer')
  return reply.code(apiError.status).send(apiError.toBody())
}

function unreadableCharacters(): ApiError {
  return new ApiError('invalid-input', { issues: [{ path: '', message: 'A text holds unreadable characters' }] })
}

/** Paths for programs, not for people with a browser. */
const NO_PAGE = /^\/(api|files|media|receipts|assets|sandbox)(\/|$)/

function asksForPage({ method, raw }: FastifyRequest): boolean {
  return method === 'GET' && !NO_PAGE.test(raw.url ?? '')
}

/** Rejects a NUL in the URL: PostgreSQL texts and file names cannot contain one. */
export async function rejectNulBytes(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
  if (!request.raw.url?.includes('%00')) return undefined
  if (asksForPage(request)) return reply.redirect('/', 302)
  throw unreadableCharacters()
}

/** Answers a malformed URL, such as `/%E0%A4%A`. As a page it is one that does not exist, which links to the home page. */
export function sendUndecodableUrlError(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return asksForPage(request) ? reply.redirect('/', 302) : sendApiError(error, request, reply)
}

// Messages of invalid fields in API responses. Input that no page can send gets zod's own messages.

const fill = ({ text, values }: FieldSentence) => (values ? fillWords(text, values) : text)

/** Installs `describeIssue` for schemas without their own messages. */
export function installValidationMessages(): void {
  const { localeError } = z.locales.en()
  z.config({
    localeError: (issue) => {
      const sentence = describeIssue(issue)
      return sentence ? fill(sentence) : localeError(issue)
    },
  })
}

/** The problem with one field: `message` in English; `text` and `values` are its template, if it has values. */
interface FieldError {
  readonly path: string
  readonly message: string
  readonly text?: string
  readonly values?: Readonly<Record<string, string>>
}

/** The response form of a schema's issue. */
export function describeField({
  instancePath,
  keyword,
  params,
  message = 'is not valid',
}: FastifySchemaValidationError): FieldError {
  const path = instancePath.slice(1).replaceAll('/', '.')
  const sentence = describeIssue({ ...params, code: keyword })
  // A schema's own message stays unchanged.
  return sentence?.values && fill(sentence) === message ? { path, message, ...sentence } : { path, message }
}
