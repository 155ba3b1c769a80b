// Owns the shape of every error answer, for validation and the OpenAPI document.
import { z } from 'zod'
import { type RefusalCode, refusals } from './refusal.ts'

const codes = Object.keys(refusals) as [RefusalCode, ...RefusalCode[]]

/** `{ error, code, ...details }`; `code` is absent only on answers of a bug (500). */
export const refusalBody = z
  .looseObject({ error: z.string(), code: z.enum(codes).optional() })
  .describe('An error: a sentence for people, a code for programs, and details that depend on the code')
