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
const labelOf = (...given: Parameters<typeof findCanvasKey>) => findCanvasKey(...given)?.label

describe('keys of the canvas', () => {
  test('are told apart by what is held with them', () => {
    expect(labelOf(press('KeyG', { ctrlKey: true }), 'stage', true)).toBe('Group')
    expect(labelOf(press('KeyG', { metaKey: true, shiftKey: true }), 'stage', true)).toBe('Ungroup')
    expect(labelOf(press('KeyH', { altKey: true }), 'stage', true)).toBe('Centre')
    expect(labelOf(press('ArrowLeft'), 'stage', true)).toBe('Move by 1 pixel')
    expect(labelOf(press('ArrowLeft', { shiftKey: true }), 'stage', true)).toBe('Move by 10 pixels')
  })

  test('belong to what has the focus where that uses them', () => {
    expect(labelOf(press('ArrowLeft'), 'control', true)).toBeUndefined()
    expect(labelOf(press('Enter'), 'control', true)).toBeUndefined()
    expect(labelOf(press('Delete'), 'control', true)).toMatch(/^Delete/)
    expect(labelOf(press('Delete'), 'writing', true)).toBeUndefined()
    expect(labelOf(press('KeyA', { ctrlKey: true }), 'writing', true)).toBeUndefined()
    expect(labelOf(press('KeyZ', { ctrlKey: true }), 'writing', true)).toBe('Undo')
  })

  test('leave letters alone when they are switched off', () => {
    expect(labelOf(press('Slash', { shiftKey: true }, '?'), 'stage', true)).toBe('Help')
    expect(labelOf(press('Slash', { shiftKey: true }, '?'), 'stage', false)).toBeUndefined()
    expect(labelOf(press('KeyP'), 'stage', false)).toBeUndefined()
  })

  test('mean one thing each', () => {
    const feedback = canvasKeys.flatMap(({ codes, isCommand, isShift, isAlt }) =>
      codes.map((code) => [code, isCommand ?? false, isShift ?? false, isAlt ?? false].join()),
    )
    expect(feedback.filter((mark, n) => feedback.indexOf(mark) !== n)).toEqual([])
  })

  test('of time are not listed for pictures', () => {
    expect(listedKeys(false).some(({ group }) => group === 'Playback')).toBe(false)
    expect(listedKeys(true).some(({ group }) => group === 'Playback')).toBe(true)
  })
})
