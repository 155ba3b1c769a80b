// Messages of invalid fields in API responses. Input that no page can send gets zod's own messages.

import { describeIssue, type FieldSentence } from '@vitrine/contract/field-issue'
import { fillWords } from '@vitrine/contract/sms-words'
import type { FastifySchemaValidationError } from 'fastify'
import { z } from 'zod'

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
export interface FieldError {
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
