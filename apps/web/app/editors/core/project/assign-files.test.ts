import type { Field } from '@vitrine/composition/field'
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
