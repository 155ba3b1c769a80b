import type { Field } from '@vitrine/document/field'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bestOrder, placeFiles } from './assign-files.ts'

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
const findPlaces = (files: File[], values = {}, preferred: (string | undefined)[] = []) =>
  placeFiles(files, fields, values, preferred).map(({ fieldId }) => fieldId)

describe('several files at once', () => {
  it('go to the fields that take their kind, each to one of its own', () => {
    expect(findPlaces([photo, video, song])).toEqual(['cover', 'clip', 'song'])
    expect(findPlaces([photo, other])).toEqual(['cover', 'clip'])
  })

  it('go to the field they were dropped on first, when it takes them', () => {
    expect(findPlaces([photo, other], {}, ['clip'])).toEqual(['clip', 'cover'])
    expect(findPlaces([song], {}, ['cover', undefined])).toEqual(['song'])
    expect(findPlaces([video], {}, ['song'])).toEqual(['song'])
  })

  it('fill what is empty before they replace anything', () => {
    const values = { cover: { asset: 'u_1' } }
    expect(findPlaces([photo], values)).toEqual(['clip'])
    expect(findPlaces([photo, other], values)).toEqual(['clip', 'cover'])
  })

  it('without a field are reported instead of being lost', () => {
    expect(findPlaces([photo, other, file('e.jpg', 'image/jpeg')])).toEqual(['cover', 'clip', undefined])
    expect(findPlaces([file('notes.pdf', 'application/pdf')])).toEqual([undefined])
  })
})

describe('photos that were chosen together', () => {
  const frames = ['one', 'two', 'three', 'four'].map((id) => media(id, 'image'))
  const place = (count: number, values = {}, preferred: (string | undefined)[] = []) => {
    const files = Array.from({ length: count }, (_, n) => file(`${n}.jpg`, 'image/jpeg'))
    return placeFiles(files, frames, values, preferred).map(({ fieldId }) => fieldId)
  }

  it('keep the order in which they were chosen', () => {
    expect(place(4)).toEqual(['one', 'two', 'three', 'four'])
    expect(place(2, { one: { asset: 'u_1' } })).toEqual(['two', 'three'])
  })

  it('go on from the field they were chosen for, and around', () => {
    expect(place(3, {}, ['two'])).toEqual(['two', 'three', 'four'])
    expect(place(3, {}, ['three'])).toEqual(['three', 'four', 'one'])
    const filled = Object.fromEntries(frames.map(({ id }) => [id, { asset: 'u_1' }]))
    expect(place(2, filled, ['two'])).toEqual(['two', 'three'])
  })

  it('are never lost and never share a place', () => {
    fc.assert(
      fc.property(fc.nat(6), fc.subarray(['one', 'two', 'three', 'four']), fc.nat(3), (count, full, start) => {
        const values = Object.fromEntries(full.map((id) => [id, { asset: 'u_1' }]))
        const used = place(count, values, [frames[start]?.id]).filter((fieldId) => fieldId !== undefined)
        expect(new Set(used).size).toBe(used.length)
        expect(used).toHaveLength(Math.min(4, count))
      }),
    )
  })
})

describe('bestOrder', () => {
  const order = (ratios: number[], shapes: number[]) =>
    bestOrder(ratios.length, (photo, place) => Math.abs(Math.log((ratios[photo] ?? 1) / (shapes[place] ?? 1))))

  it('puts photos where their shape fits best', () => {
    expect(order([2, 1, 0.5], [0.5, 2, 1])).toEqual([2, 0, 1])
  })

  it('leaves photos that fit alike as they are', () => {
    expect(order([1.5, 1.5, 1.5], [0.5, 2, 1])).toEqual([0, 1, 2])
  })

  it('uses each photo once, whatever their shapes', () => {
    const ratios = fc.array(fc.double({ min: 0.2, max: 5, noNaN: true }), { minLength: 6, maxLength: 6 })
    fc.assert(
      fc.property(ratios, ratios, (photos, places) => {
        expect(order(photos, places).toSorted()).toEqual([0, 1, 2, 3, 4, 5])
      }),
    )
  })
})
