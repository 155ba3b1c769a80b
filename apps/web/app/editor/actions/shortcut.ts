// Finds the action for a key press, and which keys the focused element handles itself.

import { useEffect, useRef } from 'react'
import { persisted } from '../../api/persisted.ts'
import { type Action, type ActionEntry, KEY_FOCUS, type KeyFocus, listActions } from './action.ts'
import { type Keys, parseShortcut } from './key-text.ts'

export type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'> &
  Partial<Pick<KeyboardEvent, 'code'>>

/** The action for a key press, if any. Without `hasLetters`, single-character shortcuts are ignored. */
export function findAction<Model, Result>(
  entries: readonly ActionEntry<Model, Result>[],
  press: KeyPress,
  focus: KeyFocus,
  hasLetters: boolean,
): Action<Model, Result> | undefined {
  return listActions(entries).find(
    ({ shortcut, upTo, anyShift = false, isNative }) =>
      shortcut !== undefined &&
      !isNative &&
      KEY_FOCUS.indexOf(focus) <= KEY_FOCUS.indexOf(upTo) &&
      parseShortcut(shortcut).some((keys) => isPressed(keys, press, anyShift) && (hasLetters || !isSingle(keys))),
  )
}

function isPressed({ held, key }: Keys, press: KeyPress, anyShift: boolean): boolean {
  return (
    listKeyNames(press).includes(key) &&
    held.includes('Ctrl') === (press.ctrlKey || press.metaKey) &&
    held.includes('Alt') === press.altKey &&
    // Some keyboard layouts need Shift for a sign and others do not.
    (anyShift || isSign(key) || held.includes('Shift') === press.shiftKey)
  )
}

/** What a key press runs, given the focused element. */
export function findRun<Model>(
  entries: readonly ActionEntry<Model>[],
  model: Model,
  event: KeyboardEvent,
): (() => void) | undefined {
  const action = findAction(entries, event, findKeyFocus(event.target), hasLetterKeys())
  return action && (() => void action.perform(model))
}

const isSign = (key: string) => /^[^a-z0-9]$/.test(key)

/** A shortcut of one character, which speech input may type by accident. */
const isSingle = ({ held, key }: Keys) => !held.includes('Ctrl') && !held.includes('Alt') && /^[a-z0-9?]$/.test(key)

/** Whether the shortcut of an action is a single character. */
export const isLetterKey = ({ shortcut }: Action): boolean =>
  shortcut !== undefined && parseShortcut(shortcut).some(isSingle)

/**
 * The names that a shortcut may use for a key. On keyboards without Latin letters, and for digits with Shift, the
 * physical key counts.
 */
function listKeyNames({ key, code = '' }: KeyPress): readonly string[] {
  if (/^[a-zA-Z0-9]$/.test(key)) return [key.toLowerCase()]
  const place = /^(?:Key|Digit)(.)$/.exec(code)?.[1]?.toLowerCase()
  return [key === ' ' ? 'Space' : key, code, ...(place === undefined ? [] : [place])]
}

const writes =
  'textarea, select, [contenteditable], input:not([type=checkbox], [type=radio], [type=range], [type=color])'

/** Which keys an element handles itself. */
export function findKeyFocus(target: EventTarget | null): KeyFocus {
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

const letters = persisted('vitrine-editor-letters', (value) => (value === 'off' || value === 'on' ? value : undefined))

/** Whether single-character shortcuts are on. */
export const hasLetterKeys = (): boolean => letters.read() !== 'off'

export const setLetterKeys = (isOn: boolean): void => letters.write(isOn ? 'on' : 'off')

// Listens for keys on the window, so that a shortcut works wherever the focus is, even after the focused element was
// removed. The capture phase is for the few keys that the focused control would otherwise use first.

/**
 * Runs what `find` returns for a key press, unless a dialog is open or an IME is composing. Keys that `isFirst`
 * accepts are handled in the capture phase.
 */
export function useShortcuts(
  find: (event: KeyboardEvent) => (() => void) | undefined,
  isFirst: (event: KeyboardEvent) => boolean = () => false,
): void {
  const latest = useRef({ find, isFirst })
  latest.current = { find, isFirst }
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || document.querySelector('dialog:modal')) return
      const run = latest.current.find(event)
      if (!run) return
      event.preventDefault()
      if (latest.current.isFirst(event)) event.stopImmediatePropagation()
      run()
    }
    const pressFirst = (event: KeyboardEvent) => {
      if (latest.current.isFirst(event)) press(event)
    }
    window.addEventListener('keydown', pressFirst, { capture: true })
    window.addEventListener('keydown', press)
    return () => {
      window.removeEventListener('keydown', pressFirst, { capture: true })
      window.removeEventListener('keydown', press)
    }
  }, [])
}
