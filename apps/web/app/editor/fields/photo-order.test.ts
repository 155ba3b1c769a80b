import type { MediaField, MediaValue } from '@vitrine/document/field'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { carryTo, moveContent, type Placed, withContents } from './photo-order.ts'

const field = (id: string, ...accept: MediaField['accept']): MediaField => ({ id, type: 'media', label: id, accept })
const photo = (name: string): Placed => ({ value: { asset: `u_${name}` }, kind: 'image' })
const clip: Placed = { value: { asset: 'u_clip' }, kind: 'video' }
const none: Placed = { value: undefined, kind: undefined }
const names = (contents: readonly Placed[] | undefined) => contents?.map(({ value }) => value?.asset.slice(2))

describe('moveContent', () => {
  const fields = ['a', 'b', 'c', 'd'].map((id) => field(id, 'image'))

  it('moves up what is between', () => {
    const contents = [photo('1'), photo('2'), photo('3'), photo('4')]
    expect(names(moveContent(fields, contents, 0, 2))).toEqual(['2', '3', '1', '4'])
    expect(names(moveContent(fields, contents, 3, 1))).toEqual(['1', '4', '2', '3'])
    expect(moveContent(fields, contents, 1, 1)).toBeUndefined()
  })

  it('moves a photo into an empty field', () => {
    expect(names(moveContent(fields, [photo('1'), none, none, none], 0, 1))).toEqual([
      undefined,
      '1',
      undefined,
      undefined,
    ])
  })

  it('exchanges two where a video would come into a field for photos, or leaves them', () => {
    const mixed = [field('a', 'image', 'video'), field('b', 'image'), field('c', 'image', 'video')]
    expect(names(moveContent(mixed, [photo('1'), photo('2'), clip], 0, 2))).toEqual(['clip', '2', '1'])
    expect(moveContent(mixed, [photo('1'), photo('2'), clip], 2, 1)).toBeUndefined()
  })

  it('never loses or doubles a photo', () => {
    fc.assert(
      fc.property(fc.nat(3), fc.nat(3), fc.subarray(['1', '2', '3', '4']), (from, to, full) => {
        const contents = ['1', '2', '3', '4'].map((name) => (full.includes(name) ? photo(name) : none))
        const moved = moveContent(fields, contents, from, to) ?? contents
        expect(names(moved)?.toSorted()).toEqual(names(contents)?.toSorted())
      }),
    )
  })
})

describe('carryTo', () => {
  const source = { width: 1600, height: 1200 }
  const framing = (width: number, height: number) => ({ source, frame: { width, height }, fit: 'cover' as const })
  const crop = { x: 0.1, y: 0.05, zoom: 1.6, rotate: 0 }
  const value: MediaValue = { asset: 'u_1', crop, faces: [{ x: 0.4, y: 0.4, width: 0.1, height: 0.1 }], mute: true }
  const open = field('a', 'image')

  it('keeps the crop in a frame of the same shape, however large', () => {
    expect(carryTo(open, value, framing(400, 300), framing(800, 600))).toEqual(value)
  })

  it('lets the faces decide in a frame of another shape', () => {
    const { crop: _, ...uncropped } = value
    expect(carryTo(open, value, framing(400, 300), framing(300, 600))).toEqual(uncropped)
  })

  it('keeps how a photo is turned and mirrored in any frame, and fills the frame', () => {
    const turned = { ...value, crop: { ...crop, rotate: 90, flip: 'horizontal' as const } }
    expect(carryTo(open, turned, framing(400, 300), framing(300, 600)).crop).toEqual({
      ...{ x: 0, y: 0, zoom: 1 },
      ...{ rotate: 90, flip: 'horizontal' },
    })
  })

  it('takes over only what the designer allows in the new field', () => {
    const fixed: MediaField = { ...open, edit: [] }
    expect(carryTo(fixed, value, framing(400, 300), framing(400, 300)).crop).toMatchObject({ zoom: 1 })
  })
})

it('an empty place takes the template’s own picture again', () => {
  const fields = [field('a', 'image'), field('b', 'image')]
  const values = { title: 'Hi', a: { asset: 'u_1' as const } }
  expect(withContents(values, fields, [undefined, values.a])).toEqual({ title: 'Hi', b: values.a })
})
