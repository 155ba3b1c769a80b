// The tag of a language on the wire.
import { z } from 'zod'

/** BCP 47, as far as addresses of pages use it: `hi`, `pt-BR`. */
export const languageTag = z
  .string()
  .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,2}$/, 'Enter a language tag such as bn or pt-BR')
