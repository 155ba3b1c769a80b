// The definition of a provider, which its folder exports: its settings, their environment variables, and how to create it.

import type { FieldDescription, FieldHint, FieldKind, SettingsSection } from '@vitrine/contract/settings'
import { line } from '@vitrine/contract/text-schema'
import { z } from 'zod'

/** One way to use a kind of service, such as a gateway of text messages. */
export interface Provider<Port, Deps, Fields extends FieldTable = FieldTable> {
  /** The stored id. */
  readonly id: string
  /** A name, or a text marked with `msg`. */
  readonly name: string
  /** In the order of the form. Fields with the same name in several providers of one service are one stored value. */
  readonly fields: Fields
  /** The environment variable that chooses it. The variables of its required fields must then be set. */
  readonly chosenBy?: string
  /** Refuses its other variables without that one. */
  readonly isRefusedInPart?: true
  /** Completes settings from the environment. */
  complete?(settings: SettingsOf<Fields>): Partial<SettingsOf<Fields>>
  /** Problems of live settings as a whole, by field. */
  check?(settings: SettingsOf<Fields>): Readonly<Partial<Record<keyof Fields, string>>>
  /** Its address without keys, for the status page. */
  place(settings: SettingsOf<Fields>): string
  /** Whether the settings are those of a test account. */
  isTest?(settings: SettingsOf<Fields>): boolean
  /** `settings` are complete, with secrets in clear. Connects only on first use. */
  create(settings: SettingsOf<Fields>, deps: Deps & Origin): Port
}

interface Origin {
  /** Chosen by the operator of the machine, who may name hosts in a private network. */
  readonly isTrusted: boolean
}

/** A kind of service: a port, its providers and its sandbox. */
export interface Service<Port, Deps> {
  /** Marked with `msg`, as is the note. */
  readonly title: string
  readonly note?: string
  /** The first is the default. With several, the field `gateway` selects one. */
  readonly providers: readonly [Provider<Port, Deps>, ...Provider<Port, Deps>[]]
  /** Where people see what the sandbox did. */
  readonly sandboxPlace: string
  sandbox(deps: Deps): Port
}

/** The decided mode of a service, with secrets in clear. */
export type ServiceChoice =
  | { readonly kind: 'off' }
  | { readonly kind: 'sandbox' }
  | ({ readonly kind: 'live'; readonly provider: string; readonly settings: SettingsOf<FieldTable> } & Origin)

// The definition of an environment variable in the table.

/** The value that disables a service, instead of an address or an id. */
export const OFF = 'off'

/** The default "the admin area decides". */
export const SETTINGS = 'the settings'

export interface Variable<S extends z.ZodType = z.ZodType> {
  readonly schema: S
  /** One sentence for an owner, in Markdown. Absent for variables that are only for this program's own processes and tests. */
  readonly meaning?: string
  /** The default, in Markdown. */
  readonly unset?: string
  /** The value in the example file. */
  readonly example?: string
  /** The example file sets it, instead of showing it as a comment. */
  readonly isInExample?: true
  /** One of the few that every owner should know: it is in the README. */
  readonly isEssential?: true
  /** The settings field that the variable fixes, as `section.field`. */
  readonly fixes?: `${SettingsSection}.${string}`
}

export const define = <S extends z.ZodType>(schema: S, about: Omit<Variable<S>, 'schema'> = {}): Variable<S> => ({
  schema,
  ...about,
})

const someText = z.string().min(1).optional()

/** A variable of an outside service, which sets a field of its settings. */
interface FieldVariable extends Variable<z.ZodType<string | undefined>> {
  readonly name: `VITRINE_${string}`
}

/** `about` has everything but the default, which the owner chooses in the admin area. */
export const variable = (
  name: FieldVariable['name'],
  about: Pick<Variable, 'meaning' | 'example'> = {},
  schema: FieldVariable['schema'] = someText,
): FieldVariable => ({ name, schema, ...about, ...(about.meaning !== undefined && { unset: SETTINGS }) })

// The fields of a provider's settings. They determine validation, encryption, the form of the admin area and the environment
// variables.

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
