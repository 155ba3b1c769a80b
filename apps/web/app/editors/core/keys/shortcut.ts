// Finds the shortcut of a key press, and which keys the focused element handles itself.

import { i18n } from '../../../language/i18n.ts'
import { persisted } from '../../../store/persisted.ts'
import {
  KEY_FOCUS,
  type KeyFocus,
  type Scope,
  SHORTCUT_GROUPS,
  type ShortcutBlock,
  type ShortcutGroup,
  shortcutTable,
} from './shortcut-table.ts'

type Blocks = (typeof shortcutTable)[number]
type CommandIn<Lines extends ShortcutBlock['lines']> = Lines[number] extends infer Line
  ? Line extends readonly [unknown, unknown, infer Presses]
    ? keyof Presses & string
    : never
  : never

/** The names of the commands that the table has for a scope. */
export type CommandOf<Wanted extends Scope, Block = Blocks> = Block extends {
  readonly scopes: readonly (infer Found)[]
  readonly lines: infer Lines extends ShortcutBlock['lines']
}
  ? Wanted extends Found
    ? CommandIn<Lines>
    : never
  : never

/** What each command of a scope does. */
export type Commands<Wanted extends Scope, Context extends readonly unknown[] = []> = Readonly<
  Record<CommandOf<Wanted>, (...context: Context) => void>
>

export type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'> &
  Partial<Pick<KeyboardEvent, 'code'>>

export interface FoundShortcut<Wanted extends Scope> {
  readonly command: CommandOf<Wanted>
  readonly group: ShortcutGroup
  /** A single character, which speech input types. */
  readonly isLetter: boolean
}

interface Shortcut {
  readonly block: ShortcutBlock
  readonly command: string
  readonly isCtrl: boolean
  readonly isAlt: boolean
  readonly isShift: boolean
  readonly key: string
}

const blocks: readonly ShortcutBlock[] = shortcutTable

const shortcuts: readonly Shortcut[] = blocks.flatMap((block) =>
  block.lines.flatMap(([, , presses]) =>
    Object.entries(presses).flatMap(([command, alternatives]) =>
      alternatives.split(' | ').map((press) => {
        const held = press.split(' ')
        const key = held.pop() ?? ''
        const [isCtrl, isAlt, isShift] = ['Ctrl', 'Alt', 'Shift'].map((name) => held.includes(name))
        return { block, command, key, isCtrl: isCtrl === true, isAlt: isAlt === true, isShift: isShift === true }
      }),
    ),
  ),
)

/** The shortcut of a scope for a key press, if any. Without `hasLetters`, single characters are ignored. */
export function findShortcut<Wanted extends Scope>(
  scope: Wanted,
  press: KeyPress,
  focus: KeyFocus,
  hasLetters: boolean,
): FoundShortcut<Wanted> | undefined {
  const names = namesOf(press)
  const isCtrl = press.ctrlKey || press.metaKey
  const found = shortcuts.find(
    ({ block, key, ...one }) =>
      block.scopes.includes(scope) &&
      names.includes(key) &&
      one.isCtrl === isCtrl &&
      one.isAlt === press.altKey &&
      // Signs are found on different keys, with Shift or without.
      (block.anyShift || isSign(key) || one.isShift === press.shiftKey) &&
      KEY_FOCUS.indexOf(focus) <= KEY_FOCUS.indexOf(block.upTo) &&
      (hasLetters || !isLetter({ key, ...one })),
  )
  return found && { command: found.command as CommandOf<Wanted>, group: found.block.group, isLetter: isLetter(found) }
}

/** The function of the command for a key press, if any, given the focused element. */
export function findCommand<Wanted extends Scope>(
  scope: Wanted,
  commands: Commands<Wanted>,
  event: KeyboardEvent,
): (() => void) | undefined {
  const found = findShortcut(scope, event, focusOf(event.target), hasLetterKeys())
  return found && commands[found.command]
}

const isSign = (key: string) => /^[^a-z0-9]$/.test(key)

const isLetter = ({ key, isCtrl, isAlt }: Pick<Shortcut, 'key' | 'isCtrl' | 'isAlt'>) =>
  !isCtrl && !isAlt && /^[a-z0-9?]$/.test(key)

/**
 * The names under which the table may have a key. On keyboards that do not write Latin letters, and for digits with Shift,
 * the place of the key counts.
 */
function namesOf({ key, code = '' }: KeyPress): readonly string[] {
  if (/^[a-zA-Z0-9]$/.test(key)) return [key.toLowerCase()]
  const place = /^(?:Key|Digit)(.)$/.exec(code)?.[1]?.toLowerCase()
  return [key === ' ' ? 'Space' : key, code, ...(place === undefined ? [] : [place])]
}

const writes =
  'textarea, select, [contenteditable], input:not([type=checkbox], [type=radio], [type=range], [type=color])'

/** The use that an element has for keys. */
export function focusOf(target: EventTarget | null): KeyFocus {
  if (!(target instanceof Element) || target === document.body) return 'stage'
  if (target.closest('[data-canvas-stage]')) {
    if (target.closest('textarea, input')) return 'text'
    return target.closest('button, [role=slider]') ? 'value' : 'stage'
  }
  if (target.closest(writes)) return 'text'
  if (target.closest('[type=radio], [type=range], [type=color], [role=application]')) return 'value'
  if (target.closest('button, a, input, summary, [role=switch]')) return 'button'
  return target.closest('[role]') ? 'widget' : 'stage'
}

/** In the language of the page. */
export interface ListedShortcut {
  readonly shown: string
  readonly label: string
  readonly group: ShortcutGroup
}

/** The lines of the help for some scopes, by group; without time, nothing is played. */
export function listShortcuts(scopes: readonly Scope[], hasTime = true): readonly ListedShortcut[] {
  return SHORTCUT_GROUPS.filter((group) => hasTime || group !== 'Playback').flatMap((group) =>
    blocks
      .filter((block) => block.group === group && block.scopes.some((scope) => scopes.includes(scope)))
      .flatMap(({ lines }) =>
        lines.map(([shown, label]) => ({
          shown: typeof shown === 'string' ? shown : i18n._(shown),
          label: i18n._(label),
          group,
        })),
      ),
  )
}

const letters = persisted('vitrine-editor-letters', (value) => (value === 'off' || value === 'on' ? value : undefined))

/** Whether single characters do something. */
export const hasLetterKeys = (): boolean => letters.read() !== 'off'

export const setLetterKeys = (isOn: boolean): void => letters.write(isOn ? 'on' : 'off')
