// What can be done in an editor. An action is one object, from which its shortcut, its buttons, its line in menus and its line
// in the help come.
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
 * What the element with the focus does with keys itself, from nothing to everything: a `widget` has a role, a `button` is
 * pressed by keys, a `value` is changed by them (a slider, a radio button, a handle on the stage), `text` is written.
 */
export const KEY_FOCUS = ['stage', 'widget', 'button', 'value', 'text'] as const
export type KeyFocus = (typeof KEY_FOCUS)[number]

export interface Action<in Model = never, out Result = unknown> {
  readonly id: string
  /** The part of the help that it belongs to. */
  readonly group: HelpGroup
  /** The name of its buttons and of its line in the menu. */
  readonly label?: MessageDescriptor | ((model: Model) => MessageDescriptor)
  /** Its text in the help where that is another one. Neighbours with the same text and the same held keys share a line. */
  readonly help?: MessageDescriptor
  /** Follows what it shows by itself. */
  readonly icon?: ComponentType<{ size?: number; 'aria-hidden'?: 'true' }>
  /** CSS pixels. */
  readonly iconSize?: number
  /**
   * What is held, then the key; alternatives stand between bars, and the first of them is shown. Letters and digits are what
   * is written on the key; other keys are named by `KeyboardEvent.key` or `code`.
   */
  readonly shortcut?: string
  /** The shortcut holds up to this focus. */
  readonly upTo: KeyFocus
  /** Shift changes the step of the action, not the action. */
  readonly anyShift?: boolean
  /** The browser makes an event of the press, such as copying: the shortcut is shown, and its key not listened to. */
  readonly isNative?: boolean
  /** One of the shortcuts that save most time. */
  readonly isCommon?: boolean
  /** The groups of buttons that it is in, with its place in each. */
  readonly toolbar?: Readonly<Record<string, number>>
  /** The section of the context menu, and the place in it. */
  readonly menu?: readonly [section: number, place: number]
  /** What the menu calls it where that is something else. */
  readonly menuLabel?: (model: Model) => MessageDescriptor
  /** Where phones have no room for its button, or only while it is enabled. */
  readonly onPhones?: 'never' | 'while-enabled'
  /** What it takes away should not be taken away by mistake. */
  readonly isDanger?: boolean
  /** Its button is coloured while it is on. */
  readonly isLit?: boolean
  /** What tells that the functions below answer something else. */
  readonly follows?: (model: Model) => readonly Subscribe[]
  /** Whether buttons and menus show it. */
  readonly isVisible?: (model: Model) => boolean
  /** Whether buttons and menus do it. Its shortcut always does: it says why it cannot. */
  readonly isEnabled?: (model: Model) => boolean
  /** For what is switched on and off. */
  readonly isOn?: (model: Model) => boolean
  readonly perform: (model: Model) => Result
}

/** A line of the help about what is no action with a shortcut. The keys are a message where they are not only names of keys. */
interface HelpNote {
  readonly group: HelpGroup
  readonly help: MessageDescriptor
  readonly keys: string | MessageDescriptor
  readonly isCommon?: boolean
}

/** What a list of actions consists of, in the order of the help. */
export type ActionEntry<Model = never, Result = unknown> = Action<Model, Result> | HelpNote

/** The list without what is only in the help. */
export function listActions<Model, Result>(entries: readonly ActionEntry<Model, Result>[]): Action<Model, Result>[] {
  return entries.filter((entry) => 'perform' in entry)
}

/** The name of an action at this moment. */
export function findLabel<Model>({ label, help }: Action<Model>, model: Model): MessageDescriptor {
  const found = (typeof label === 'function' ? label(model) : label) ?? help
  if (!found) throw new Error('an action that is shown needs a label')
  return found
}

/** The actions of a group of buttons, in their order there. */
export function listButtons<Model>(entries: readonly ActionEntry<Model>[], toolbar: string): Action<Model>[] {
  const findToolbarPlace = (action: Action<Model>) => action.toolbar?.[toolbar]
  return listActions(entries)
    .filter((action) => findToolbarPlace(action) !== undefined)
    .toSorted((a, b) => (findToolbarPlace(a) ?? 0) - (findToolbarPlace(b) ?? 0))
}

export interface MenuEntry {
  label: string
  /** The same by keys. */
  keys?: string
  isOff?: boolean
  run: () => void
}

/** The lines of the context menu at this moment, in sections, top first. */
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
