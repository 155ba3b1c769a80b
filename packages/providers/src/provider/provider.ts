// What a folder of a provider says about it: its settings, and how it is made from them.
import type { FieldTable, SettingsOf } from './field.ts'

/** One way to use a kind of service, such as a gateway of text messages. */
export interface Provider<Port, Deps, Fields extends FieldTable = FieldTable> {
  /** As it is stored. */
  readonly id: string
  /** A name, or a text marked with `msg`. */
  readonly name: string
  /** In the order of the form. Fields of several providers of one service under the same name are one stored value. */
  readonly fields: Fields
  /** The environment variable that chooses it. Those of its required fields must be set then. */
  readonly chosenBy?: string
  /** Its other variables without that one are refused. */
  readonly isRefusedInPart?: true
  /** What settings from the environment say besides. */
  complete?(settings: SettingsOf<Fields>): Partial<SettingsOf<Fields>>
  /** What is wrong with live settings as a whole, by field. */
  check?(settings: SettingsOf<Fields>): Readonly<Partial<Record<keyof Fields, string>>>
  /** Where it is, without keys, for the status page. */
  place(settings: SettingsOf<Fields>): string
  /** With such settings nothing is real. */
  isTest?(settings: SettingsOf<Fields>): boolean
  /** `settings` are complete, with secrets in clear. Connects to nothing before it is used. */
  create(settings: SettingsOf<Fields>, deps: Deps & Origin): Port
}

export interface Origin {
  /** The operator of the machine has chosen it, who may name what is in a private network. */
  readonly isTrusted: boolean
}

/** A kind of service: a port, its providers and its sandbox. */
export interface Service<Port, Deps> {
  /** Marked with `msg`, as is the note. */
  readonly title: string
  readonly note?: string
  /** The first is the one that is offered first. With several, the field `gateway` says which. */
  readonly providers: readonly [Provider<Port, Deps>, ...Provider<Port, Deps>[]]
  /** Where people see what the sandbox did. */
  readonly sandboxPlace: string
  sandbox(deps: Deps): Port
}

/** How a service is to work: decided, with secrets in clear. */
export type ServiceChoice =
  | { readonly kind: 'off' }
  | { readonly kind: 'sandbox' }
  | ({ readonly kind: 'live'; readonly provider: string; readonly settings: SettingsOf<FieldTable> } & Origin)
