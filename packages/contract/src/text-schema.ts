// Schemas of single texts that many requests have: a language tag, one line, the id of a file.
import { z } from 'zod'
import { toPlainLine } from './input.ts'
import { isTakenAddress } from './template-id.ts'

/** BCP 47, as far as URLs of pages use it: `hi`, `pt-BR`. `Intl` must know it, to format dates and amounts. */
export const languageTag = z
  .string()
  .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,2}$/, 'Enter a language tag such as bn or pt-BR')
  .refine(isKnownToIntl, 'Enter a language tag such as bn or pt-BR')
  .refine((tag) => !isPathName(tag), 'Pages have this address')

function isKnownToIntl(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false
  }
}

/** Includes those of the canvas editor, `/{templateId}-template`. URLs are compared ignoring case. */
const isPathName = (tag: string) => isTakenAddress(tag.toLowerCase()) || tag.toLowerCase().endsWith('-template')

/** One line of text, normalized by `toPlainLine`, at most `longest` characters; a NUL is refused. */
export const line = (longest: number) =>
  z
    .string()
    .overwrite(toPlainLine)
    .max(longest)
    .regex(/^\P{Cc}*$/u, 'Use one line of text')

/** The id of a published file, which is the hash of its bytes. */
export const storedId = z.string().regex(/^sha256:[0-9a-f]{64}$/)
