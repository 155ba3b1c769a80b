// Keys mean layers on the stage and nothing while somebody writes.
import { describe, expect, test } from 'vitest'
import { findCanvasKey } from './canvas-keys.ts'
import { canvasKeys, listedKeys } from './key-table.ts'

const press = (
  code: string,
  held: Partial<Record<'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey', boolean>> = {},
  key = code,
) => ({
  code,
  key,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...held,
})
const wordsOf = (...given: Parameters<typeof findCanvasKey>) => findCanvasKey(...given)?.words

describe('keys of the canvas', () => {
  test('are told apart by what is held with them', () => {
    expect(wordsOf(press('KeyG', { ctrlKey: true }), 'stage', true)).toBe('Group')
    expect(wordsOf(press('KeyG', { metaKey: true, shiftKey: true }), 'stage', true)).toBe('Ungroup')
    expect(wordsOf(press('KeyH', { altKey: true }), 'stage', true)).toBe('Centre')
    expect(wordsOf(press('ArrowLeft'), 'stage', true)).toBe('Move by 1 pixel')
    expect(wordsOf(press('ArrowLeft', { shiftKey: true }), 'stage', true)).toBe('Move by 10 pixels')
  })

  test('belong to what has the focus where that uses them', () => {
    expect(wordsOf(press('ArrowLeft'), 'control', true)).toBeUndefined()
    expect(wordsOf(press('Enter'), 'control', true)).toBeUndefined()
    expect(wordsOf(press('Delete'), 'control', true)).toMatch(/^Delete/)
    expect(wordsOf(press('Delete'), 'writing', true)).toBeUndefined()
    expect(wordsOf(press('KeyA', { ctrlKey: true }), 'writing', true)).toBeUndefined()
    expect(wordsOf(press('KeyZ', { ctrlKey: true }), 'writing', true)).toBe('Undo')
  })

  test('leave letters alone when they are switched off', () => {
    expect(wordsOf(press('Slash', { shiftKey: true }, '?'), 'stage', true)).toBe('Help')
    expect(wordsOf(press('Slash', { shiftKey: true }, '?'), 'stage', false)).toBeUndefined()
    expect(wordsOf(press('KeyP'), 'stage', false)).toBeUndefined()
  })

  test('mean one thing each', () => {
    const marks = canvasKeys.flatMap(({ codes, isCommand, isShift, isAlt }) =>
      codes.map((code) => [code, isCommand ?? false, isShift ?? false, isAlt ?? false].join()),
    )
    expect(marks.filter((mark, n) => marks.indexOf(mark) !== n)).toEqual([])
  })

  test('of time are not listed for pictures', () => {
    expect(listedKeys(false).some(({ group }) => group === 'Playback')).toBe(false)
    expect(listedKeys(true).some(({ group }) => group === 'Playback')).toBe(true)
  })
})
