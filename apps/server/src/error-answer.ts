// Every error leaves through here, in one shape: `{ error, code, ...details }`.
import { Refusal } from '@vitrine/contract/refusal'
import { FileMissing } from '@vitrine/providers/storage'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'

const INTERNAL = 'Something went wrong on our side. Nothing was lost; please try again.'

/** The refusal an error stands for; undefined for a bug. Framework errors about the request become refusals too. */
export function findRefusal(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error
  if (error instanceof FileMissing) return new Refusal('not-found')
  if (hasZodFastifySchemaValidationErrors(error)) {
    const issues = error.validation.map(({ instancePath, message }) => ({
      path: instancePath.slice(1).replaceAll('/', '.'),
      message: message ?? 'is not valid',
    }))
    return new Refusal('invalid-input', { issues })
  }
  const { code, statusCode } = (error ?? {}) as Partial<FastifyError>
  switch (code) {
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return new Refusal('invalid-json')
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new Refusal('invalid-json', {}, 'Send the request as JSON, with the content type application/json')
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new Refusal('payload-too-large')
    default:
      // What the framework itself finds wrong with a request: a bad URL, a content length that lies.
      if (code?.startsWith('FST_ERR_') && statusCode !== undefined && statusCode < 500) {
        return new Refusal('invalid-input', { issues: [] })
      }
      return undefined
  }
}

/** Answers an error; logs it with its stack when it is ours. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = findRefusal(error)
  if (!refusal) {
    request.log.error({ err: error }, 'request failed')
    return reply.code(500).send({ error: INTERNAL, code: 'internal', requestId: request.id })
  }
  const { retryAfterSeconds } = refusal.details
  if (typeof retryAfterSeconds === 'number') reply.header('retry-after', Math.ceil(retryAfterSeconds))
  if (refusal.status === 401) reply.header('www-authenticate', 'Bearer')
  return reply.code(refusal.status).send(refusal.toBody())
}
