// What is wrong with a field, as a sentence for the person who filled it in. Zod's own sentences speak to programmers.
import { msg } from './translatable.ts'

/** An English text, with the values that belong into its braces apart, so that pages can translate it. */
export interface FieldSentence {
  readonly text: string
  readonly values?: Readonly<Record<string, string>>
}

/** The issues that people meet, of zod's, as far as their sentences depend on them. */
export interface FieldIssue {
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

/** What is wrong, for people; undefined for an issue that has no sentence of its own. */
export function describeIssue(issue: FieldIssue): FieldSentence | undefined {
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

function describeType({ expected, input }: FieldIssue): FieldSentence | undefined {
  if (expected === 'int') return { text: msg('Enter a whole number') }
  if (expected === 'number') return { text: msg('Enter a number') }
  return input === undefined || input === null ? { text: msg('This is missing') } : undefined
}

function describeTooSmall({ origin, inclusive, minimum }: FieldIssue): FieldSentence | undefined {
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

function describeTooBig({ origin, inclusive, maximum }: FieldIssue): FieldSentence | undefined {
  const values = { maximum: String(maximum) }
  if (origin === 'string') return { text: msg('Enter at most {maximum} characters'), values }
  if (origin === 'array') return { text: msg('Choose at most {maximum}'), values }
  if (origin !== 'number' && origin !== 'int') return undefined
  return inclusive
    ? { text: msg('Enter {maximum} or less'), values }
    : { text: msg('Enter less than {maximum}'), values }
}

function describeFormat({ format }: FieldIssue): FieldSentence | undefined {
  if (format === 'email') return { text: msg('Enter an email address such as name@example.com') }
  if (format === 'url') return { text: msg('Enter a web address such as https://example.com') }
  if (format === 'date') return { text: msg('Enter a date') }
  return format === 'regex' ? { text: msg('This is not written as it should be') } : undefined
}

/**
 * What is wrong with a property of a file, which may hold what no form lets anybody send. Of a property that may be written in
 * several ways it says no more than that it is none of them.
 */
export function describeProperty(
  issue: FieldIssue & { readonly values?: readonly unknown[] | undefined },
): FieldSentence {
  if (issue.code === 'invalid_value' && issue.values)
    return { text: msg('Write one of these: {choices}'), values: { choices: issue.values.join(', ') } }
  return describeIssue(issue) ?? { text: msg('This is not written as it should be') }
}
