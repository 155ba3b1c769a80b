// The fields of a provider's settings. They determine validation, encryption, the form of the admin area and the environment
// variables.
import { line } from '@vitrine/contract/line'
import type { FieldDescription, FieldHint, FieldKind } from '@vitrine/contract/provider-settings'
import { z } from 'zod'
import type { FieldVariable } from './variable.ts'

interface About {
  /** In English, marked with `msg`. A field without a label is stored but not in the form. */
  readonly label?: string
  readonly hint?: FieldHint
  /** The error when a live service lacks it. */
  readonly required?: string
  /** Determines where secrets are sent: when it changes they must be entered again, so that nobody can redirect them. */
  readonly isDestination?: true
  /** Shares a row of the form with another narrow field. */
  readonly isNarrow?: true
  /** The environment variable that sets it. */
  readonly variable?: FieldVariable
}

export interface Field<Value extends string | number = string | number> extends About {
  /** `variable`: only the environment sets it; it is neither stored nor in the form. */
  readonly kind: FieldKind | 'variable'
  /** Has a default, so that settings older than the field can be read. */
  readonly schema: z.ZodType<Value>
  readonly maxLength?: number
  readonly options?: FieldDescription['options']
}

export type FieldTable = Readonly<Record<string, Field>>
/** The values of fields, by name. */
export type SettingsOf<Fields extends FieldTable> = {
  readonly [Name in keyof Fields]: Fields[Name] extends Field<infer Value> ? Value : never
}

/** A rule for a text, unless it is empty. */
export interface Check {
  readonly accepts: RegExp | ((text: string) => boolean)
  readonly message: string
}

type TextAbout = About & { readonly checks?: readonly Check[]; readonly first?: string }

function checked(schema: z.ZodString, checks: readonly Check[] = [], first = ''): z.ZodType<string> {
  const refine = (text: z.ZodString, { accepts, message }: Check) =>
    text.refine(
      (value) => value === '' || (typeof accepts === 'function' ? accepts(value) : accepts.test(value)),
      message,
    )
  return checks.reduce(refine, schema).default(first)
}

const oneLine =
  (kind: 'word' | 'text') =>
  (maxLength: number, { checks, first, ...about }: TextAbout = {}): Field<string> => ({
    ...about,
    kind,
    maxLength,
    schema: checked(line(maxLength), checks, first),
  })

/** A trimmed text, such as an id, a host or an address. */
export const word = oneLine('word')
/** One line of text. */
export const text = oneLine('text')

/** A text of several lines. */
export const long = (maxLength: number, { checks, ...about }: TextAbout): Field<string> => ({
  ...about,
  kind: 'long',
  maxLength,
  schema: checked(z.string().trim().max(maxLength), checks),
})

/** Stored encrypted, and never shown again. A request may hold a new one in clear. */
export const secret = (about: About = {}): Field<string> => ({
  ...about,
  kind: 'secret',
  maxLength: 2000,
  schema: z.string().trim().max(2000).default(''),
})

export const integer = (
  range: { min: number; max: number; first: number; message: string },
  about: About,
): Field<number> => ({
  ...about,
  kind: 'number',
  schema: z.int(range.message).min(range.min, range.message).max(range.max, range.message).default(range.first),
})

type Choice<Value extends string> = {
  readonly value: Value
  /** In English, marked with `msg`, or a name. */
  readonly label: string
  /** Fields that get these values when it is chosen. */
  readonly sets?: Readonly<Record<string, string | number>>
}

/** One of several values, by default the first. */
export const choice = <const Value extends string>(
  options: readonly [Choice<Value>, ...Choice<Value>[]],
  about: About,
): Field<NoInfer<Value>> => ({
  ...about,
  kind: 'choice',
  options: options.map(({ sets = {}, ...option }) => ({ ...option, sets })),
  schema: z.enum(options.map(({ value }) => value)).default(options[0].value as never) as unknown as z.ZodType<Value>,
})

/** A value that only the environment sets. */
export const fromVariable = (name: FieldVariable): Field<string> => ({
  kind: 'variable',
  variable: name,
  schema: z.string().default(''),
})
