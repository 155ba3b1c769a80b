// What is wrong with a field, as a sentence for the person who filled it in. Zod's own sentences speak to programmers; they
// stay for what no page lets anybody send.
import { fillWords } from '@vitrine/contract/sms-words'
import { msg } from '@vitrine/language/texts'
import type { FastifySchemaValidationError } from 'fastify'
import { z } from 'zod'

/** An English text, with the values that belong into it apart, so that pages can translate it. */
interface Sentence {
  readonly text: string
  readonly values?: Readonly<Record<string, string>>
}

/** The issues that people meet, of zod's, as far as their sentences depend on them. */
interface FieldIssue {
  readonly code?: string | undefined
  readonly origin?: unknown
  readonly expected?: unknown
  readonly input?: unknown
  readonly format?: unknown
  readonly inclusive?: unknown
  readonly minimum?: unknown
  readonly maximum?: unknown
  readonly divisor?: unknown
}

function describeIssue(issue: FieldIssue): Sentence | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return describeType(issue)
    case 'too_small':
      return describeTooSmall(issue)
    case 'too_big':
      return describeTooBig(issue)
    case 'invalid_format':
      return describeFormat(issue)
    case 'not_multiple_of':
      return { text: msg('Enter a multiple of {divisor}'), values: { divisor: String(issue.divisor) } }
    default:
      return undefined
  }
}

function describeType({ expected, input }: FieldIssue): Sentence | undefined {
  if (expected === 'int') return { text: msg('Enter a whole number') }
  if (expected === 'number') return { text: msg('Enter a number') }
  return input === undefined || input === null ? { text: msg('This is missing') } : undefined
}

function describeTooSmall({ origin, inclusive, minimum }: FieldIssue): Sentence | undefined {
  const values = { minimum: String(minimum) }
  if (origin === 'string')
    return values.minimum === '1'
      ? { text: msg('Fill this in') }
      : { text: msg('Enter at least {minimum} characters'), values }
  if (origin === 'array') return { text: msg('Choose at least {minimum}'), values }
  if (origin !== 'number' && origin !== 'int') return undefined
  return inclusive
    ? { text: msg('Enter {minimum} or more'), values }
    : { text: msg('Enter more than {minimum}'), values }
}

function describeTooBig({ origin, inclusive, maximum }: FieldIssue): Sentence | undefined {
  const values = { maximum: String(maximum) }
  if (origin === 'string') return { text: msg('Enter at most {maximum} characters'), values }
  if (origin === 'array') return { text: msg('Choose at most {maximum}'), values }
  if (origin !== 'number' && origin !== 'int') return undefined
  return inclusive
    ? { text: msg('Enter {maximum} or less'), values }
    : { text: msg('Enter less than {maximum}'), values }
}

function describeFormat({ format }: FieldIssue): Sentence | undefined {
  if (format === 'email') return { text: msg('Enter an email address such as name@example.com') }
  if (format === 'url') return { text: msg('Enter a web address such as https://example.com') }
  if (format === 'date') return { text: msg('Enter a date') }
  return format === 'regex' ? { text: msg('This is not written as it should be') } : undefined
}

const fill = ({ text, values }: Sentence) => (values ? fillWords(text, values) : text)

/** Makes zod say what `describeIssue` says where a schema has no sentence of its own. */
export function speakToPeople(): void {
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
