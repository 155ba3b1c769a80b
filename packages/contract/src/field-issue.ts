// Validates form input, and describes the problem of a field as a sentence for the person who filled it in. Zod's own sentences are for programmers.

import type { z } from 'zod'
import { fillWords, msg } from './placeholder.ts'

/** An English text with placeholders, and their values separately, so that pages can translate it. */
export interface FieldSentence {
  readonly text: string
  readonly values?: Readonly<Record<string, string>>
}

/** The properties of zod's issues that affect their sentences. */
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

/** The problem as a sentence; undefined for an issue without one. */
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
 * The problem of a property in a file, which may contain values that no form allows. A property with several allowed forms is
 * only reported as matching none of them.
 */
export function describeProperty(
  issue: FieldIssue & { readonly values?: readonly unknown[] | undefined },
): FieldSentence {
  if (issue.code === 'invalid_value' && issue.values)
    return { text: msg('Write one of these: {choices}'), values: { choices: issue.values.join(', ') } }
  return describeIssue(issue) ?? { text: msg('This is not written as it should be') }
}

// Validation in forms. There is no schema in this file: forms load theirs when a user enters a field.

export type Schema = z.ZodType

/** The problem of a field: `message` in English; `text` and `values` are its template. */
interface TypedProblem {
  readonly path: string
  readonly message: string
  readonly text?: string
  readonly values?: Readonly<Record<string, string>>
}

/** The messages that the server would send. */
export function findProblems(schema: Schema, typed: unknown): TypedProblem[] {
  const described = new Map<string, Pick<TypedProblem, 'text' | 'values'>>()
  const checked = schema.safeParse(typed, {
    error: (issue) => {
      const { text, values = {} } = describeIssue(issue) ?? {}
      if (text === undefined) return undefined
      const message = fillWords(text, values)
      described.set(message, { text, values })
      return message
    },
  })
  const issues = checked.error?.issues ?? []
  return issues.map(({ path, message }) => ({ path: path.join('.'), message, ...described.get(message) }))
}

/** The part of a schema that leads to another one, or limits a text. */
interface Step {
  readonly unwrap?: () => Step
  readonly shape?: Readonly<Record<string, Step>>
  readonly element?: Step
  readonly maxLength?: number | null
}

/** The maximum length of the text at a path such as `packs.1.id`; undefined without a limit. */
export function findMaxLength(schema: Schema, path: string): number | undefined {
  let at: Step | undefined = bare(schema as Step)
  for (const part of path.split('.')) at = bare(at?.shape?.[part] ?? at?.element)
  return at?.maxLength ?? undefined
}

/** Unwraps defaults and optional schemas. A list, which can be unwrapped as well, stays one. */
const bare = (step: Step | undefined): Step | undefined => (step?.unwrap && !step.element ? bare(step.unwrap()) : step)
