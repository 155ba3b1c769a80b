// Validates form input with a schema. Contains no schema itself: forms load theirs when a user enters a field.
import type { z } from 'zod'
import { describeIssue } from './field-issue.ts'
import { fillWords } from './sms-words.ts'

export type Schema = z.ZodType

/** The problem of a field: `message` in English; `text` and `values` are its template. */
export interface TypedProblem {
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
