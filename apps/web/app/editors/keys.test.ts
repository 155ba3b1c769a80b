import { describe, expect, it } from 'vitest'
import { editorKeys, findKey, type OwnUse } from './keys.ts'

const press = (key: string, held: Partial<Record<'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey', boolean>> = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...held,
})
const labelOf = (event: ReturnType<typeof press>, use: OwnUse = 'none', hasLetters = true) =>
  findKey(event, use, hasLetters)?.label

describe('keys of the editor', () => {
  it('tell a frame from a second, and undo from redo', () => {
    expect(labelOf(press('ArrowRight'))).toBe('Next frame')
    expect(labelOf(press('ArrowRight', { shiftKey: true }))).toBe('Forward 1 second')
    expect(labelOf(press('z', { ctrlKey: true }))).toBe('Undo')
    expect(labelOf(press('Z', { metaKey: true, shiftKey: true }))).toBe('Redo')
  })

  it('belong to a control that is being used, commands excepted', () => {
    expect(labelOf(press(' '), 'all')).toBeUndefined()
    expect(labelOf(press('m'), 'all')).toBeUndefined()
    expect(labelOf(press('z', { ctrlKey: true }), 'all')).toBe('Undo')
    expect(labelOf(press('Escape'), 'all')).toMatch(/^Leave the field/)
    expect(labelOf(press(' '), 'presses')).toBeUndefined()
    expect(labelOf(press('ArrowLeft'), 'presses')).toBe('Previous frame')
  })

  it('leave single letters alone when these are switched off', () => {
    expect(labelOf(press('?', { shiftKey: true }))).toBe('Help')
    expect(labelOf(press('?', { shiftKey: true }), 'none', false)).toBeUndefined()
    expect(labelOf(press('ArrowLeft'), 'none', false)).toBe('Previous frame')
    expect(labelOf(press('m', { altKey: true }))).toBeUndefined()
  })

  it('are each written once in the help', () => {
    expect(new Set(editorKeys.map(({ shown }) => shown)).size).toBe(editorKeys.length)
  })
})
