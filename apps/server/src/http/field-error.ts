// Messages of invalid fields in API responses. Zod's own messages remain for input that no page can send.

import { describeIssue, type FieldSentence } from '@vitrine/contract/field-issue'
import { fillWords } from '@vitrine/contract/sms-words'
import type { FastifySchemaValidationError } from 'fastify'
import { z } from 'zod'

const fill = ({ text, values }: FieldSentence) => (values ? fillWords(text, values) : text)

/** Installs `describeIssue` as zod's messages where a schema has none of its own. */
export function installValidationMessages(): void {
  const { localeError } = z.locales.en()
  z.config({
    localeError: (issue) => {
      const sentence = describeIssue(issue)
      return sentence ? fill(sentence) : localeError(issue)
    },
  })
}

/** What is wrong with one field: `message` in English; `text` and `values` are what it was made of, if it has values. */
export interface FieldError {
  readonly path: string
  readonly message: string
  readonly text?: string
  readonly values?: Readonly<Record<string, string>>
}

/** An issue of a schema as the API answers it. */
export function describeField({
  instancePath,
  keyword,
  params,
  message = 'is not valid',
}: FastifySchemaValidationError): FieldError {
  const path = instancePath.slice(1).replaceAll('/', '.')
  const sentence = describeIssue({ ...params, code: keyword })
  // A schema's own sentence stays as it is.
  return sentence?.values && fill(sentence) === message ? { path, message, ...sentence } : { path, message }
}
