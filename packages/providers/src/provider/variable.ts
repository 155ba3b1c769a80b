// The definition of an environment variable in the table.
import type { SettingsSection } from '@vitrine/contract/settings'
import { z } from 'zod'

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

export const someText = z.string().min(1).optional()

/** A variable of an outside service, which sets a field of its settings. */
export interface FieldVariable extends Variable<z.ZodType<string | undefined>> {
  readonly name: `VITRINE_${string}`
}

/** `about` has everything but the default, which the owner chooses in the admin area. */
export const variable = (
  name: FieldVariable['name'],
  about: Pick<Variable, 'meaning' | 'example'> = {},
  schema: FieldVariable['schema'] = someText,
): FieldVariable => ({ name, schema, ...about, ...(about.meaning !== undefined && { unset: SETTINGS }) })
