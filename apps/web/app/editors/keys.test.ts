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
const wordsOf = (event: ReturnType<typeof press>, use: OwnUse = 'none', hasLetters = true) =>
  findKey(event, use, hasLetters)?.words

describe('keys of the editor', () => {
  it('tell a frame from a second, and undo from redo', () => {
    expect(wordsOf(press('ArrowRight'))).toBe('Next frame')
    expect(wordsOf(press('ArrowRight', { shiftKey: true }))).toBe('Forward 1 second')
    expect(wordsOf(press('z', { ctrlKey: true }))).toBe('Undo')
    expect(wordsOf(press('Z', { metaKey: true, shiftKey: true }))).toBe('Redo')
  })

  it('belong to a control that is being used, commands excepted', () => {
    expect(wordsOf(press(' '), 'all')).toBeUndefined()
    expect(wordsOf(press('m'), 'all')).toBeUndefined()
    expect(wordsOf(press('z', { ctrlKey: true }), 'all')).toBe('Undo')
    expect(wordsOf(press('Escape'), 'all')).toMatch(/^Leave the field/)
    expect(wordsOf(press(' '), 'presses')).toBeUndefined()
    expect(wordsOf(press('ArrowLeft'), 'presses')).toBe('Previous frame')
  })

  it('leave single letters alone when these are switched off', () => {
    expect(wordsOf(press('?', { shiftKey: true }))).toBe('Help')
    expect(wordsOf(press('?', { shiftKey: true }), 'none', false)).toBeUndefined()
    expect(wordsOf(press('ArrowLeft'), 'none', false)).toBe('Previous frame')
    expect(wordsOf(press('m', { altKey: true }))).toBeUndefined()
  })

  it('are each written once in the help', () => {
    expect(new Set(editorKeys.map(({ shown }) => shown)).size).toBe(editorKeys.length)
  })
})
