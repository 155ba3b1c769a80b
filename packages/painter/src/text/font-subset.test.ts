import type { FontFace, ResolvedDocument } from '@vitrine/document/document'
import { expect, test } from 'vitest'
import { joinSubsets, listNeededFonts, subsetFor } from './font-subset.ts'
import type { Font } from './shaper.ts'

const faceOf = (family: string, more: Partial<FontFace> = {}): FontFace => ({
  family,
  src: `sha256:${family}${more.weight ?? ''}`,
  license: 'OFL-1.1',
  ...more,
})
const fonts = [
  faceOf('Serif'),
  faceOf('Sans', { weight: 400 }),
  faceOf('Sans', { weight: 700 }),
  faceOf('Emoji', { covers: 'emoji' }),
]

const text = (shown: string, more: object = {}) => ({
  ...{ type: 'text', id: shown, in: 0, out: 1, size: 20, box: [0, 0, 100, 20] },
  ...{ font: 'Serif', text: shown, ...more },
})
const documentOf = (...layers: object[]) => ({ fonts, layers }) as unknown as ResolvedDocument
/** A font that has the letters of English alone. */
const english = { covers: (codePoint: number) => codePoint < 0x80, isColored: false } as Font

test('a text needs the face of its style alone, as far as is known', () => {
  const document = documentOf(text('Asha'), text('Rohan', { font: 'Sans', weight: 600 }))
  expect([...listNeededFonts(document, () => undefined)]).toEqual([
    ['sha256:Serif', 'western'],
    ['sha256:Sans700', 'western'],
  ])
  expect(listNeededFonts(document, () => english).size).toBe(2)
})

test('a character that its face lacks asks for one face of each other family, with the script of the text', () => {
  const needed = listNeededFonts(documentOf(text('शुभ विवाह')), () => english)
  expect([...needed]).toEqual([
    ['sha256:Serif', 'devanagari'],
    ['sha256:Sans400', 'devanagari'],
  ])
})

test('a face that cannot be had asks for the others', () => {
  expect([...listNeededFonts(documentOf(text('Asha')), () => null).keys()]).toEqual(['sha256:Serif', 'sha256:Sans400'])
})

test('emoji need the emoji face and nothing of the others', () => {
  expect([...listNeededFonts(documentOf(text('Asha 🎉')), () => english)]).toEqual([
    ['sha256:Emoji', 'whole'],
    ['sha256:Serif', 'western'],
  ])
})

test('texts that are not seen need nothing, capitals what they are shown as', () => {
  expect(listNeededFonts(documentOf(text('शुभ', { visible: false })), () => english).size).toBe(0)
  expect(subsetFor('ﬁn ÿ')).toBe('western')
  expect([...listNeededFonts(documentOf(text('ǆ', { uppercase: true })), () => undefined)]).toEqual([
    ['sha256:Serif', 'whole'],
  ])
})

test('the smallest part is found for each text', () => {
  expect(subsetFor('Priya & Rohan, 12. Mai — ₹499')).toBe('western')
  expect(subsetFor('Priya और रोहन।')).toBe('devanagari')
  expect(subsetFor('عيد Eid')).toBe('arabic')
  expect(subsetFor('पूजा வாழ்க')).toBe('whole')
  expect(subsetFor('e\u0301')).toBe('whole')
  expect(joinSubsets('western', 'tamil')).toBe('tamil')
  expect(joinSubsets('tamil', 'western')).toBe('tamil')
  expect(joinSubsets('tamil', 'arabic')).toBe('whole')
})
