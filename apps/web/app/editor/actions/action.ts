// Actions of an editor. An action is one object; its shortcut, buttons, menu line and help line are derived from it.
import type { MessageDescriptor } from '@lingui/core'
import type { ComponentType } from 'react'
import type { Subscribe } from '../../api/observable.ts'
import { i18n } from '../../language/i18n.ts'
import { shownKeys } from './key-text.ts'

/** In the order of the help. */
export const HELP_GROUPS = [
  'General',
  'Photo',
  'Selection',
  'Edit',
  'Transform',
  'Arrange',
  'View',
  'Playback',
] as const
export type HelpGroup = (typeof HELP_GROUPS)[number]

/**
 * The keys that the focused element handles itself, from none to all: a `widget` has a role, a `button` is pressed by
 * keys, a `value` is changed by them (a slider, a radio button, a handle on the stage), `text` is typed into.
 */
export const KEY_FOCUS = ['stage', 'widget', 'button', 'value', 'text'] as const
export type KeyFocus = (typeof KEY_FOCUS)[number]

export interface Action<in Model = never, out Result = unknown> {
  readonly id: string
  /** The section of the help that lists the action. */
  readonly group: HelpGroup
  /** The name on its buttons and in the menu. */
  readonly label?: MessageDescriptor | ((model: Model) => MessageDescriptor)
  /**
   * The text in the help, where it differs from `label`. Neighbours with the same text and the same modifier keys share
   * a line.
   */
  readonly help?: MessageDescriptor
  /** A component that updates itself when the state it shows changes. */
  readonly icon?: ComponentType<{ size?: number; 'aria-hidden'?: 'true' }>
  /** CSS pixels. */
  readonly iconSize?: number
  /**
   * Modifier keys, then the key. Alternatives are separated by bars, and the first of them is shown. Letters and digits
   * are the characters printed on the key; other keys use `KeyboardEvent.key` or `code`.
   */
  readonly shortcut?: string
  /** The shortcut works while the focused element uses no more keys than this. */
  readonly upTo: KeyFocus
  /** Shift changes the step size, not the action. */
  readonly anyShift?: boolean
  /**
   * The browser fires an event of its own for these keys, such as `copy`: the shortcut is shown, but its keys are not
   * listened to.
   */
  readonly isNative?: boolean
  /** Listed among the most useful shortcuts. */
  readonly isCommon?: boolean
  /** The groups of buttons that contain it, with its position in each. */
  readonly toolbar?: Readonly<Record<string, number>>
  /** The section of the context menu, and the position in it. */
  readonly menu?: readonly [section: number, place: number]
  /** The name in the menu, where it differs from `label`. */
  readonly menuLabel?: (model: Model) => MessageDescriptor
  /** Hides the button on phones, always or while the action is disabled. */
  readonly onPhones?: 'never' | 'while-enabled'
  /** A destructive action, styled as such. */
  readonly isDanger?: boolean
  /** Colours the button while the action is on. */
  readonly isLit?: boolean
  /** The subscriptions that report a change of the functions below. */
  readonly follows?: (model: Model) => readonly Subscribe[]
  /** Whether buttons and menus show the action. */
  readonly isVisible?: (model: Model) => boolean
  /**
   * Whether buttons and menus can run the action. The shortcut always runs it, so that the action can explain why it is
   * not possible.
   */
  readonly isEnabled?: (model: Model) => boolean
  readonly isOn?: (model: Model) => boolean
  readonly perform: (model: Model) => Result
}

/**
 * A line of the help that describes something other than an action with a shortcut. The keys are a message when they
 * contain more than key names.
 */
interface HelpNote {
  readonly group: HelpGroup
  readonly help: MessageDescriptor
  readonly keys: string | MessageDescriptor
  readonly isCommon?: boolean
}

/** An entry of a list of actions, in the order of the help. */
export type ActionEntry<Model = never, Result = unknown> = Action<Model, Result> | HelpNote

/** The entries that are actions, without lines that only the help shows. */
export function listActions<Model, Result>(entries: readonly ActionEntry<Model, Result>[]): Action<Model, Result>[] {
  return entries.filter((entry) => 'perform' in entry)
}

/** The current name of an action. */
export function findLabel<Model>({ label, help }: Action<Model>, model: Model): MessageDescriptor {
  const found = (typeof label === 'function' ? label(model) : label) ?? help
  if (!found) throw new Error('an action that is shown needs a label')
  return found
}

/** The actions of a group of buttons, in order. */
export function listButtons<Model>(entries: readonly ActionEntry<Model>[], toolbar: string): Action<Model>[] {
  const findToolbarPlace = (action: Action<Model>) => action.toolbar?.[toolbar]
  return listActions(entries)
    .filter((action) => findToolbarPlace(action) !== undefined)
    .toSorted((a, b) => (findToolbarPlace(a) ?? 0) - (findToolbarPlace(b) ?? 0))
}

export interface MenuEntry {
  label: string
  /** The keys that do the same. */
  keys?: string
  isOff?: boolean
  run: () => void
}

/** The current lines of the context menu, in sections, top first. */
export function buildMenu<Model>(entries: readonly ActionEntry<Model>[], model: Model): MenuEntry[][] {
  const shown = listActions(entries)
    .filter(({ menu, isVisible }) => menu && isVisible?.(model) !== false)
    .toSorted(({ menu: [a, m] = [0, 0] }, { menu: [b, n] = [0, 0] }) => a - b || m - n)
  const sections = Map.groupBy(shown, ({ menu }) => menu?.[0])
  return [...sections.values()].map((actions) =>
    actions.map((action) => ({
      label: i18n._(action.menuLabel?.(model) ?? findLabel(action, model)),
      ...(action.shortcut !== undefined && { keys: shownKeys(action.shortcut) }),
      isOff: action.isEnabled?.(model) === false,
      run: () => void action.perform(model),
    })),
  )
}
