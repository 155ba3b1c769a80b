import type { MediaField } from '@vitrine/document/field'
import { describe, expect, it } from 'vitest'
import type { KnownAsset } from '../project/asset-library.ts'
import { groupFields } from '../project/assign-files.ts'
import { readHex } from './choice-control.tsx'
import { mediaNotices } from './media-check.ts'
import { countGraphemes, textNotices } from './text-control.tsx'

const field: MediaField = { id: 'hero', type: 'media', label: 'Photo', accept: ['image', 'video'], required: true }
const photo = (width: number, height: number): KnownAsset => ({
  assetId: 'u_1',
  kind: 'image',
  width,
  height,
  durationSeconds: undefined,
  fileName: 'photo.jpg',
  url: undefined,
  file: undefined,
})
const frame = { width: 1000, height: 1000 }
const said = (width: number, zoom = 1, rules?: MediaField['rules']) =>
  mediaNotices(
    rules ? { ...field, rules } : field,
    { asset: 'u_1', crop: { x: 0, y: 0, zoom, rotate: 0 } },
    photo(width, width),
    { source: { width, height: width }, frame, fit: 'cover' },
  ).map(({ text }) => text)

describe('a photo before it is paid for', () => {
  it('is reported soft when scaled above its pixels, and blurred when far above', () => {
    expect(said(2000)).toEqual([])
    expect(said(990)).toEqual([])
    // Ordinary photos are not warned of: nobody sees a third less in a moving picture.
    expect(said(750)).toEqual([])
    expect(said(650)).toEqual([expect.stringContaining('may look soft')])
    expect(said(400)).toEqual([expect.stringContaining('will look blurred')])
  })
  it('gets softer as it is zoomed', () => {
    expect(said(2000, 2.5)).toEqual([])
    expect(said(2000, 3.2)).toEqual([expect.stringContaining('may look soft')])
  })
  it('is measured by the designer’s own least size too', () => {
    expect(said(1200, 1, { minWidth: 1500 })).toEqual([expect.stringContaining('may look soft')])
  })
  it('is missing when it is required and not chosen', () => {
    expect(mediaNotices(field, undefined, undefined, undefined)).toEqual([expect.objectContaining({ tone: 'warn' })])
    expect(mediaNotices({ ...field, required: false }, undefined, undefined, undefined)).toEqual([])
  })
})

describe('texts before they are paid for', () => {
  const title = {
    id: 'title',
    type: 'text' as const,
    label: 'Title',
    default: '',
    rules: { maxLength: 5, maxLines: 1 },
  }
  const fitting = { fits: true, share: 1, missing: [], collisions: [] }
  const notes = (text: string, fitting?: Parameters<typeof textNotices>[2]) =>
    textNotices(title, text, fitting).map(({ text: words }) => words)
  it('are counted as people count', () => {
    expect(countGraphemes('नमस्ते')).toBe(3)
    expect(countGraphemes('👨‍👩‍👧 ok')).toBe(4)
  })
  it('are too long by the designer’s rules or by the layout', () => {
    expect(notes('Hello')).toEqual([])
    expect(notes('Hello you')).toEqual([expect.stringContaining('4 over the limit')])
    expect(notes('a\nb')).toEqual([expect.stringContaining('1 line')])
    expect(notes('Hello', { ...fitting, fits: false, share: 0.5, collisions: ['text'] })).toEqual([
      expect.stringContaining('even at the smallest'),
    ])
  })
  it('are reported when they meet what is not their place', () => {
    expect(notes('Hello', { ...fitting, collisions: ['covered', 'text'] })).toEqual([
      'Partly hidden behind another part of the design. Shorten the text.',
      'Runs into another text. Shorten one of them.',
    ])
  })
  it('are reported when they shrink and when no font has them', () => {
    expect(notes('Hello', { ...fitting, share: 0.8 })).toEqual(['Shrinks to fit: 80% of the size.'])
    expect(notes('Hello', { ...fitting, missing: ['漢'] })).toEqual([expect.stringContaining('漢')])
  })
})

describe('the form', () => {
  it('keeps the designer’s order and headings', () => {
    const of = (id: string, group?: string, order?: number) => ({
      ...title(id),
      ...(group && { group }),
      ...(order !== undefined && { order }),
    })
    const title = (id: string) => ({ id, type: 'text' as const, label: id, default: '' })
    const groups = groupFields([of('c', 'Names', 3), of('a', 'Names', 1), of('x', 'Look', 2), of('b', 'Names', 1)])
    expect(groups.map(({ title: heading, fields }) => [heading, ...fields.map(({ id }) => id)])).toEqual([
      ['Names', 'a', 'b', 'c'],
      ['Look', 'x'],
    ])
  })
  it('reads colours as people write them', () => {
    expect(['#ABC', 'aabbcc', ' #A1b2C3 ', '#ab', 'red'].map(readHex)).toEqual([
      '#aabbcc',
      '#aabbcc',
      '#a1b2c3',
      undefined,
      undefined,
    ])
  })
})
