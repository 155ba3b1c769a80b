// The definition of a provider, which its folder exports: its settings, and how to create it.
import type { FieldTable, SettingsOf } from './field.ts'

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

export interface Origin {
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
