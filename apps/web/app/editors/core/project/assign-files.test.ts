import type { Field } from '@vitrine/composition/field'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { placeFiles } from './assign-files.ts'

const media = (id: string, ...accept: ('image' | 'video')[]): Field => ({ id, type: 'media', label: id, accept })
const fields: Field[] = [
  { id: 'title', type: 'text', label: 'Title', default: '' },
  media('cover', 'image'),
  media('clip', 'image', 'video'),
  { id: 'song', type: 'audio', label: 'Song' },
]
const file = (name: string, type: string) => new File(['x'], name, { type })
const [photo, other, video, song] = [
  file('a.jpg', 'image/jpeg'),
  file('b.png', 'image/png'),
  file('c.mov', 'video/quicktime'),
  file('d.mp3', 'audio/mpeg'),
]
const placesOf = (files: File[], values = {}, preferred: (string | undefined)[] = []) =>
  placeFiles(files, fields, values, preferred).map(({ fieldId }) => fieldId)

describe('several files at once', () => {
  it('go to the fields that take their kind, each to one of its own', () => {
    expect(placesOf([photo, video, song])).toEqual(['cover', 'clip', 'song'])
    expect(placesOf([photo, other])).toEqual(['cover', 'clip'])
  })

  it('go to the field they were dropped on first, when it takes them', () => {
    expect(placesOf([photo, other], {}, ['clip'])).toEqual(['clip', 'cover'])
    expect(placesOf([song], {}, ['cover', undefined])).toEqual(['song'])
    expect(placesOf([video], {}, ['song'])).toEqual(['song'])
  })

  it('fill what is empty before they replace anything', () => {
    const values = { cover: { asset: 'u_1' } }
    expect(placesOf([photo], values)).toEqual(['clip'])
    expect(placesOf([photo, other], values)).toEqual(['clip', 'cover'])
  })

  it('without a field are reported instead of being lost', () => {
    expect(placesOf([photo, other, file('e.jpg', 'image/jpeg')])).toEqual(['cover', 'clip', undefined])
    expect(placesOf([file('notes.pdf', 'application/pdf')])).toEqual([undefined])
  })
})

describe('several photos at once, measured', () => {
  const frames = [media('tall', 'image'), media('wide', 'image', 'video'), media('square', 'image')]
  const shapes: Record<string, number> = { tall: 0.5, wide: 2, square: 1 }
  const place = (ratios: number[], values = {}, preferred: (string | undefined)[] = []) => {
    const files = ratios.map((_, n) => file(`${n}.jpg`, 'image/jpeg'))
    const costOf = (n: number, fieldId: string) => Math.abs(Math.log((ratios[n] ?? 1) / (shapes[fieldId] ?? 1)))
    return placeFiles(files, frames, values, preferred, costOf).map(({ fieldId }) => fieldId)
  }

  it('go where their shape fits best', () => {
    expect(place([2, 1, 0.5])).toEqual(['wide', 'square', 'tall'])
    expect(place([1, 2, 0.5])).toEqual(['square', 'wide', 'tall'])
  })

  it('use the best of more places than photos', () => {
    expect(place([1])).toEqual(['square'])
    expect(place([1, 2])).toEqual(['square', 'wide'])
  })

  it('keep their order where they fit alike', () => {
    expect(place([1.5, 1.5, 1.5])).toEqual(['tall', 'wide', 'square'])
  })

  it('leave the first one where it was dropped', () => {
    expect(place([2, 0.5], {}, ['tall'])).toEqual(['tall', 'square'])
  })

  it('replace nothing while there is an empty place', () => {
    expect(place([2], { wide: { asset: 'u_1' } })).toEqual(['square'])
  })

  it('never lose a photo or share a place, whatever their shapes', () => {
    const ratio = fc.double({ min: 0.2, max: 5, noNaN: true })
    fc.assert(
      fc.property(fc.array(ratio, { minLength: 1, maxLength: 5 }), (ratios) => {
        const used = place(ratios).filter((fieldId) => fieldId !== undefined)
        expect(new Set(used).size).toBe(used.length)
        expect(used).toHaveLength(Math.min(3, ratios.length))
      }),
    )
  })
})
