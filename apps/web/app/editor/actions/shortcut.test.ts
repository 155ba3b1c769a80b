// Keys mean actions of the editor, unless what has the focus uses them.
import { describe, expect, test } from 'vitest'
import { createI18n, provideI18n } from '../../language/i18n.ts'
import { photoActions } from '../cropper/use-crop-area.ts'
import { canvasActions } from '../modes/canvas/actions/canvas-actions.tsx'
import { formActions } from '../modes/form/form-actions.ts'
import { timelineActions } from '../modes/timeline/actions/timeline-actions.ts'
import { type ActionEntry, buildMenu, type KeyFocus, listActions } from './action.ts'
import { ariaKeys, shownKeys } from './key-text.ts'
import { findAction, type KeyPress } from './shortcut.ts'
import { helpLines } from './shortcut-help.tsx'

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

const lists = { form: formActions, canvas: canvasActions, timeline: timelineActions, photo: photoActions }
type ListName = keyof typeof lists

const finds =
  (name: ListName) =>
  (key: KeyPress, focus: KeyFocus = 'stage', hasLetters = true) =>
    findAction<never, unknown>(lists[name], key, focus, hasLetters)?.id

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
    expect(helpLines(canvasActions, false).some(({ group }) => group === 'Playback')).toBe(false)
    expect(helpLines(canvasActions, true).some(({ group }) => group === 'Playback')).toBe(true)
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
  const label = listActions<never, unknown>(canvasActions).find(({ id }) => id === 'zoom-to-fit')?.label
  const german = createI18n('de', { [String(label && 'id' in label && label.id)]: 'Alles zeigen' })
  provideI18n(() => german)
  try {
    expect(helpLines(canvasActions)).toContainEqual(expect.objectContaining({ keys: 'Ctrl 0', text: 'Alles zeigen' }))
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

const names = Object.keys(lists) as ListName[]

test.each(names)('keys of the list %s mean one thing each, and every action has a name of its own', (name) => {
  const actions = listActions<never, unknown>(lists[name])
  const presses = actions.flatMap(({ shortcut }) => shortcut?.split(' | ') ?? [])
  expect(presses.filter((press, n) => presses.indexOf(press) !== n)).toEqual([])
  const ids = actions.map(({ id }) => id)
  expect(ids.filter((id, n) => ids.indexOf(id) !== n)).toEqual([])
})

test.each(['form', 'timeline'] as const)('keys of the %s editor are each written once in the help', (name) => {
  const keys = helpLines(lists[name]).map((line) => line.keys)
  expect(new Set(keys).size).toBe(keys.length)
})

test.each(names)('every shortcut of the list %s is in the help', (name) => {
  const withKeys = listActions<never, unknown>(lists[name]).filter(({ shortcut }) => shortcut)
  expect(withKeys.filter((action) => helpLines([action]).length !== 1)).toEqual([])
})

test('presses that differ in their key alone share a line of the help', () => {
  const lineOf = (name: ListName, text: string) => helpLines(lists[name]).find((line) => line.text === text)?.keys
  expect(lineOf('canvas', 'Move by 10 pixels')).toBe('Shift ← ↑ → ↓')
  expect(lineOf('canvas', 'Bring to front, send to back')).toBe('Ctrl Shift ] [')
  expect(lineOf('canvas', 'Copy, cut, paste, also between designs')).toBe('Ctrl C X V')
  expect(lineOf('timeline', 'Zoom in, zoom out')).toBe('+ −')
  const redo = helpLines(formActions).filter(({ text }) => text === 'Redo')
  expect(redo.map(({ keys }) => keys)).toEqual(['Ctrl Shift Z', 'Ctrl Y'])
})

test('one shortcut is shown to readers, and told to assistive technology', () => {
  const texts = ['Ctrl Shift BracketLeft', 'Delete | Backspace', 'ArrowLeft', 'PageUp', '- | _', 'Alt Shift h']
  expect(texts.map(shownKeys)).toEqual(['Ctrl Shift [', 'Delete', '←', 'Page Up', '−', 'Alt Shift H'])
  const spoken = ['Control+Shift+[', 'Delete', 'ArrowLeft', 'PageUp', '-', 'Alt+Shift+H']
  expect(texts.map(ariaKeys)).toEqual(spoken)
})

test('a menu has the visible actions in their sections and places, and says which are off', () => {
  const base = { group: 'Edit', upTo: 'value', perform: () => undefined } as const
  const label = (message: string) => ({ id: message, message })
  const entries: ActionEntry<boolean>[] = [
    { ...base, id: 'c', label: label('C'), menu: [2, 1], isVisible: (isShown) => isShown },
    { ...base, id: 'b', label: label('B'), menu: [1, 2], shortcut: 'Ctrl b' },
    { ...base, id: 'a', label: label('A'), menu: [1, 1], isEnabled: () => false },
    { ...base, id: 'd', label: label('D'), shortcut: 'd' },
  ]
  const menu = (isShown: boolean) =>
    buildMenu(entries, isShown).map((lines) => lines.map((line) => [line.label, line.keys, line.isOff]))
  const first = [
    ['A', undefined, true],
    ['B', 'Ctrl B', false],
  ]
  expect(menu(true)).toEqual([first, [['C', undefined, false]]])
  expect(menu(false)).toEqual([first])
})
