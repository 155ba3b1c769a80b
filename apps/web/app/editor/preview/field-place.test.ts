import type { TemplateDocument } from '@vitrine/document/document'
import type { Layer } from '@vitrine/document/layer'
import { resolveDocument } from '@vitrine/project/resolve'
import { describe, expect, it } from 'vitest'
import { cornersAt, findFieldAt, frameToShow, largestFrame, listPlaces } from './field-place.ts'

function places(layers: Layer[], values = {}) {
  const document: TemplateDocument = {
    tdoc: 1,
    id: 'test',
    name: 'Test',
    canvas: { width: 1000, height: 1000, fps: 30, duration: 300 },
    fields: [
      { id: 'title', type: 'text', label: 'Title', default: 'Hello' },
      { id: 'hero', type: 'media', label: 'Photo', accept: ['image'] },
      { id: 'brand', type: 'color', label: 'Colour', default: '#ff0000' },
      { id: 'date', type: 'toggle', label: 'Date', default: true },
    ],
    fonts: [],
    assets: {},
    layers,
  }
  return listPlaces(document, resolveDocument(document, values))
}

const text: Layer = {
  id: 'T',
  type: 'text',
  in: 0,
  out: 300,
  text: { $field: 'title' },
  box: [100, 100, 200, 50],
  font: 'A',
  size: 40,
}
const photo: Layer = { id: 'P', type: 'media', in: 60, out: 240, source: { $field: 'hero' }, box: [0, 0, 500, 400] }

describe('where a field shows', () => {
  it('finds the topmost field under a point, and nothing beside it', () => {
    const list = places([text, photo])
    expect(findFieldAt(list, 100, { x: 150, y: 120 })).toBe('title')
    expect(findFieldAt(list, 100, { x: 400, y: 300 })).toBe('hero')
    expect(findFieldAt(list, 10, { x: 400, y: 300 })).toBeUndefined()
    expect(findFieldAt(list, 100, { x: 900, y: 900 })).toBeUndefined()
  })

  it('follows turns, scales and parents', () => {
    const turned: Layer = { ...text, box: [400, 400, 200, 100], ks: { r: 90 } }
    // Turned by a quarter around its middle (500, 450), the box is 100 wide and 200 high.
    expect(findFieldAt(places([turned]), 0, { x: 500, y: 360 })).toBe('title')
    expect(findFieldAt(places([turned]), 0, { x: 420, y: 450 })).toBeUndefined()
    const parent: Layer = {
      id: 'N',
      type: 'solid',
      color: '#000',
      in: 0,
      out: 300,
      ks: { p: [300, 0] },
      box: [0, 0, 10, 10],
    }
    const list = places([{ ...text, parent: 'N' }, parent])
    expect(cornersAt(list[0] as (typeof list)[number], 0)[0]).toEqual({ x: 400, y: 100 })
  })

  it('applies time and position of its group', () => {
    const group: Layer = {
      id: 'G',
      type: 'group',
      in: 90,
      out: 200,
      st: 90,
      ks: { p: [500, 500] },
      layers: [{ ...photo, in: 10, out: 60 }],
    }
    const [place] = places([group])
    expect([place?.firstFrame, place?.endFrame]).toEqual([100, 150])
    expect(findFieldAt(places([group]), 120, { x: 700, y: 700 })).toBe('hero')
    expect(findFieldAt(places([group]), 95, { x: 700, y: 700 })).toBeUndefined()
  })

  it('leaves out what is hidden', () => {
    const hidden: Layer = { ...text, visible: { $field: 'date' } }
    expect(places([hidden], { date: false })).toEqual([])
    expect(places([hidden])[0]?.fields.toSorted()).toEqual(['date', 'title'])
  })
})

describe('the frame to show for a field', () => {
  const list = places([text, photo, { id: 'S', type: 'solid', color: { $field: 'brand' }, in: 0, out: 300 }])
  it('is the current one when the field is already visible', () => {
    expect(frameToShow(list, 'hero', 150, 200)).toBe(150)
  })
  it('prefers the poster frame to any other', () => {
    expect(frameToShow(list, 'hero', 0, 200)).toBe(200)
    expect(frameToShow(list, 'hero', 0, 20)).toBe(168)
  })
  it('avoids moments at which the layer is faded out', () => {
    const fading: Layer = {
      ...photo,
      ks: {
        o: {
          a: 1,
          k: [
            { t: 60, s: [100] },
            { t: 120, s: [100] },
            { t: 130, s: [0] },
          ],
        },
      },
    }
    const frame = frameToShow(places([fading]), 'hero', 0, undefined)
    expect(frame).toBeGreaterThanOrEqual(60)
    expect(frame).toBeLessThan(126)
  })
  it('is none for a field that shows nowhere', () => {
    expect(frameToShow(list, 'music', 0, 200)).toBeUndefined()
  })
})

describe('the frame of a photo', () => {
  it('is the largest one that shows it, at the scale of the video', () => {
    const small: Layer = { ...photo, id: 'Q', box: [0, 0, 100, 100], ks: { s: [200, 200] } }
    const found = largestFrame(places([small, photo]), 'hero')
    expect(found?.place.layer.id).toBe('P')
    expect(largestFrame(places([small]), 'hero')?.scale).toBe(2)
  })
})

describe('where a field shows in a template that clips have made longer', () => {
  const clip = { id: 'own-a', asset: 'u_a' as const, kind: 'video' as const, frames: 600, startSeconds: 0 }
  const video: TemplateDocument = {
    tdoc: 1,
    id: 'test',
    name: 'Test',
    canvas: { width: 1000, height: 1000, fps: 30, duration: 300 },
    timeline: { stretch: { intro: 100, outro: 100, middle: 'hold' } },
    fields: [
      { id: 'first', type: 'text', label: 'First', default: 'Hello' },
      { id: 'last', type: 'text', label: 'Last', default: 'Bye' },
      { id: 'hero', type: 'media', label: 'Video', accept: ['image', 'video'] },
    ],
    fonts: [],
    assets: {},
    layers: [
      { ...text, id: 'A', out: 80, text: { $field: 'first' } },
      { ...text, id: 'Z', in: 210, out: 300, text: { $field: 'last' } },
      { ...photo, in: 0, out: 300 },
    ],
  }
  const placeOf = (fieldId: string) => {
    const resolved = resolveDocument(video, {}, {}, undefined, { clips: [clip], sounds: [] })
    return listPlaces(video, resolved).find(({ fields }) => fields.includes(fieldId))
  }

  it('keeps the beginning and moves the end', () => {
    expect(placeOf('first')).toMatchObject({ firstFrame: 0, endFrame: 80 })
    expect(placeOf('last')).toMatchObject({ firstFrame: 510, endFrame: 600 })
  })
})
