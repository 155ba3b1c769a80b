// Keys mean commands of the editor, unless what has the focus uses them.
import { describe, expect, test } from 'vitest'
import { createI18n, provideI18n } from '../../../language/i18n.ts'
import { findShortcut, type KeyPress, listShortcuts } from './shortcut.ts'
import { type KeyFocus, type Scope, type ShortcutBlock, shortcutTable } from './shortcut-table.ts'

const english = createI18n('en', {})

type Held = Partial<Record<'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey', boolean>>

const press = (key: string, held: Held = {}, code = ''): KeyPress => ({
  key,
  code,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...held,
})
/** A press of a key that is only known by its place. */
const place = (code: string, held: Held = {}, key = code) => press(key, held, code)

const finds =
  (scope: Scope) =>
  (key: KeyPress, focus: KeyFocus = 'stage', hasLetters = true) =>
    findShortcut(scope, key, focus, hasLetters)?.command

describe('keys of the form editor', () => {
  const find = finds('form')

  test('distinguish a frame from a second, and undo from redo', () => {
    expect(find(press('ArrowRight'))).toBe('next-frame')
    expect(find(press('ArrowRight', { shiftKey: true }))).toBe('forward-second')
    expect(find(press('z', { ctrlKey: true }))).toBe('undo')
    expect(find(press('Z', { metaKey: true, shiftKey: true }))).toBe('redo')
  })

  test('belong to a control that is being used, commands excepted', () => {
    expect(find(press(' '), 'text')).toBeUndefined()
    expect(find(press('m'), 'text')).toBeUndefined()
    expect(find(press('ArrowLeft'), 'value')).toBeUndefined()
    expect(find(press('z', { ctrlKey: true }), 'text')).toBe('undo')
    expect(find(press('Escape'), 'text')).toBe('leave-field')
    expect(find(press(' '), 'button')).toBeUndefined()
    expect(find(press(' '))).toBe('play')
    expect(find(press('ArrowLeft'), 'button')).toBe('previous-frame')
  })

  test('leave single letters alone when these are switched off', () => {
    expect(find(press('?', { shiftKey: true }))).toBe('help')
    expect(find(press('?', { shiftKey: true }), 'stage', false)).toBeUndefined()
    expect(find(press('ArrowLeft'), 'stage', false)).toBe('previous-frame')
    expect(find(press('m', { altKey: true }))).toBeUndefined()
  })
})

describe('keys of the canvas', () => {
  const find = finds('canvas')

  test('are distinguished by their modifiers', () => {
    expect(find(place('KeyG', { ctrlKey: true }))).toBe('group')
    expect(find(place('KeyG', { metaKey: true, shiftKey: true }))).toBe('ungroup')
    expect(find(place('KeyH', { altKey: true }))).toBe('align-center')
    expect(find(place('ArrowLeft'))).toBe('move-left')
    expect(find(place('ArrowLeft', { shiftKey: true }))).toBe('move-far-left')
  })

  test('belong to the focused control when it uses them', () => {
    expect(find(place('ArrowLeft'), 'value')).toBeUndefined()
    expect(find(place('Enter'), 'button')).toBeUndefined()
    expect(find(place('Enter'), 'widget')).toBeUndefined()
    expect(find(place('Delete'), 'value')).toBe('delete')
    expect(find(place('Delete'), 'text')).toBeUndefined()
    expect(find(place('KeyA', { ctrlKey: true }), 'text')).toBeUndefined()
    expect(find(place('KeyZ', { ctrlKey: true }), 'text')).toBe('undo')
  })

  test('leave letters alone when they are switched off', () => {
    expect(find(place('Slash', { shiftKey: true }, '?'))).toBe('help')
    expect(find(place('Slash', { shiftKey: true }, '?'), 'stage', false)).toBeUndefined()
    expect(find(place('KeyP'), 'stage', false)).toBeUndefined()
    expect(find(place('KeyP'), 'stage', true)).toBe('play')
  })

  test('are matched by character, and by position for non-Latin layouts', () => {
    // A German keyboard has Z where others have Y.
    expect(find(press('z', { ctrlKey: true }, 'KeyY'))).toBe('undo')
    expect(find(press('य', { ctrlKey: true }, 'KeyZ'))).toBe('undo')
    expect(find(press('!', { shiftKey: true }, 'Digit1'))).toBe('zoom-to-pixels')
    expect(find(press('˙', { altKey: true }, 'KeyH'))).toBe('align-center')
  })

  test('of the timeline are not listed for images', () => {
    expect(listShortcuts(['canvas'], false).some(({ group }) => group === 'Playback')).toBe(false)
    expect(listShortcuts(['canvas'], true).some(({ group }) => group === 'Playback')).toBe(true)
  })
})

describe('keys of the video editor', () => {
  const find = finds('timeline')

  test('belong to the focused control, except commands without a meaning there', () => {
    expect(find(press('s'))).toBe('split')
    expect(find(press('s'), 'value')).toBeUndefined()
    expect(find(press('a', { ctrlKey: true }), 'text')).toBeUndefined()
    expect(find(press('d', { ctrlKey: true }), 'text')).toBe('duplicate')
    expect(find(press(' '), 'button')).toBeUndefined()
  })

  test('match punctuation with and without Shift', () => {
    expect(find(press('+', { shiftKey: true }))).toBe('zoom-in')
    expect(find(press('='))).toBe('zoom-in')
    expect(find(press('z', { shiftKey: true }))).toBe('zoom-to-fit')
  })
})

test('the help is in the language of the page, and keys keep their names', () => {
  const [group] = shortcutTable.filter(({ group }) => group === 'View')
  const [, label] = group?.lines.find(([shown]) => shown === 'Ctrl 0') ?? []
  const german = createI18n('de', { [String(label?.id)]: 'Alles zeigen' })
  provideI18n(() => german)
  try {
    expect(listShortcuts(['canvas'])).toContainEqual({ shown: 'Ctrl 0', label: 'Alles zeigen', group: 'View' })
  } finally {
    provideI18n(() => english)
  }
})

test('keys of a photo move further with Shift, and do nothing with Control', () => {
  const find = finds('photo')
  expect(find(press('ArrowUp'))).toBe('photo-up')
  expect(find(press('ArrowUp', { shiftKey: true }))).toBe('photo-up')
  expect(find(press('M', { shiftKey: true }), 'stage', false)).toBe(undefined)
  expect(find(press('M', { shiftKey: true }))).toBe('photo-flip')
  expect(find(press('>', { shiftKey: true }))).toBe('photo-turn-right')
  expect(find(press('+', { ctrlKey: true }))).toBeUndefined()
})

const scopes: readonly Scope[] = ['form', 'canvas', 'timeline', 'photo']

test.each(scopes)('keys of the scope %s mean one thing each', (scope) => {
  const blocks: readonly ShortcutBlock[] = shortcutTable
  const presses = blocks
    .filter((block) => block.scopes.includes(scope))
    .flatMap(({ lines }) => lines.flatMap(([, , of]) => Object.values(of).flatMap((item) => item.split(' | '))))
  expect(presses.filter((press, n) => presses.indexOf(press) !== n)).toEqual([])
})

test.each(['form', 'timeline'] as const)('keys of the %s editor are each written once in the help', (scope) => {
  const shown = listShortcuts([scope]).map((line) => line.shown)
  expect(new Set(shown).size).toBe(shown.length)
})
