// Schema of every error response, for validation and the OpenAPI document.
import { z } from 'zod'
import { type ApiErrorCode, apiErrors } from './api-error.ts'

const codes = Object.keys(apiErrors) as [ApiErrorCode, ...ApiErrorCode[]]

/** `{ error, code, ...details }`; `code` is absent only in the response to a bug (500). */
export const apiErrorBody = z
  .looseObject({ error: z.string(), code: z.enum(codes).optional() })
  .describe('An error: a sentence for people, a code for programs, and details that depend on the code')
