// The owner adds and removes fields: the document stays valid, and the unfilled template looks unchanged.

import { validateDocument } from '@vitrine/after-effects/validate'
import type { TemplateDocument } from '@vitrine/document/document'
import type { Field } from '@vitrine/document/field'
import type { Layer } from '@vitrine/document/layer'
import { describe, expect, test } from 'vitest'
import { sampleDocument } from '../../document/testing/sample.ts'
import { resolveDocument } from './resolve.ts'
import { changeFields, type FieldRevision, listFieldPlaces, newFieldId, type PlaceKind } from './template-field.ts'

const validated = (document: unknown): TemplateDocument => {
  const result = validateDocument(document)
  if (!result.ok) throw new Error(JSON.stringify(result.problems))
  return result.document
}

const span = { in: 0, out: 60 }
const start = validated({
  ...sampleDocument,
  assets: {
    ...sampleDocument.assets,
    'sha256:stamp': { kind: 'image', w: 90, h: 60 },
    'sha256:video': { kind: 'video', w: 320, h: 180, seconds: 4 },
    'sha256:song': { kind: 'audio', seconds: 30 },
  },
  layers: [
    {
      ...span,
      id: 'motto',
      name: 'Motto',
      type: 'text',
      text: 'Two lamps',
      font: 'Playfair Display',
      size: 20,
      box: [0, 0, 200, 60],
    },
    { ...span, id: 'stamp', type: 'image', asset: 'sha256:stamp', ks: { r: 10, s: [50, 50] } },
    {
      ...span,
      id: 'video',
      type: 'media',
      source: { asset: 'sha256:video', crop: { x: 0.1, y: 0, zoom: 1.2, rotate: 0 } },
      box: [0, 0, 160, 90],
    },
    { ...span, id: 'song', type: 'audio', source: 'sha256:song' },
    { ...span, id: 'unseen', type: 'image', asset: 'sha256:stamp', visible: false },
    ...sampleDocument.layers,
  ],
  variants: {
    '9:16': {
      canvas: { width: 180, height: 320 },
      layers: { motto: { text: 'Tall lamps', box: [0, 0, 90, 90] }, filled: { fit: 'fill', box: [0, 0, 40, 40] } },
    },
  },
})

const present = (document: TemplateDocument): FieldRevision[] => document.fields.map(({ id }) => ({ id }))

function change(document: TemplateDocument, given: Parameters<typeof changeFields>[1]): TemplateDocument {
  const changed = changeFields(document, given)
  if (changed.fault !== undefined) throw new Error(changed.fault)
  return validated(changed.document)
}
const add = (revision: FieldRevision, document = start) =>
  change(document, { fields: [...present(document), revision] })
const remove = (id: string, document = start) =>
  change(document, { fields: present(document).filter((field) => field.id !== id), removed: [id] })

const find = (document: TemplateDocument, id: string) => document.layers.find((layer) => layer.id === id)
const fieldOf = (document: TemplateDocument, id: string): Field | undefined =>
  document.fields.find((field) => field.id === id)
/** The appearance of a layer in the unfilled template. */
const drawn = (document: TemplateDocument, id: string, variant?: string) =>
  find(resolveDocument(document, {}, {}, variant), id) as Layer & Record<string, unknown>

describe('places', () => {
  const placesOf = (kind: PlaceKind, document = start) =>
    listFieldPlaces(document)
      .filter((place) => place.kind === kind)
      .map(({ layerId, shows }) => [layerId, shows])

  test('are visible layers with a text or file of their own', () => {
    expect(listFieldPlaces(start)[0]).toEqual({
      layerId: 'motto',
      layerType: 'text',
      name: 'Motto',
      kind: 'text',
      shows: 'Two lamps',
    })
    expect(placesOf('text')).toHaveLength(1)
    expect(placesOf('media')).toEqual([
      ['stamp', 'sha256:stamp'],
      ['video', 'sha256:video'],
      ['filled', 'sha256:photo'],
    ])
    expect(placesOf('audio')).toEqual([['song', 'sha256:song']])
  })

  test('are the colours of shapes, words, gradients, frames, lights and shadows that no field gives', () => {
    expect(placesOf('color')).toEqual([
      ['title', '#ffffff'],
      ['title', '#000000'],
      ['photo', '#ffffff'],
      ['petals', '#ffd36e'],
      ['inner', '#204060'],
      ['stencil', '#ffffff'],
      ['filled', '#000000'],
      ['vignette', '#000000'],
    ])
  })

  test('are layers and groups that can be left out, but none that a switch decides or that only cuts another', () => {
    const switches = placesOf('toggle').map(([layerId]) => layerId)
    expect(switches).toEqual(expect.arrayContaining(['motto', 'song', 'ornament', 'group', 'inner', 'ground']))
    for (const layerId of ['petals', 'stencil', 'unseen']) expect(switches).not.toContain(layerId)
    const hidden = {
      ...start,
      layers: start.layers.map((layer) => (layer.id === 'group' ? { ...layer, visible: false } : layer)),
    }
    expect(listFieldPlaces(hidden).filter(({ layerId }) => layerId === 'group' || layerId === 'inner')).toEqual([])
  })
})

describe('a field that is added', () => {
  test('fills the words of a layer, which stand there first, with room to grow', () => {
    const changed = add({ id: 'motto', layers: ['motto'], label: 'Your motto', hint: 'Short' })
    expect(find(changed, 'motto')).toMatchObject({ text: { $field: 'motto' } })
    expect(fieldOf(changed, 'motto')).toMatchObject({
      type: 'text',
      label: 'Your motto',
      hint: 'Short',
      default: 'Two lamps',
      rules: { maxLength: 19, maxLines: 2 },
      fit: { mode: 'shrink', min: 10 },
      order: start.fields.length,
    })
    expect(drawn(changed, 'motto').text).toBe('Two lamps')
    expect(drawn(changed, 'motto', '9:16').box).toEqual([0, 0, 90, 90])
    expect(find(resolveDocument(changed, { motto: 'नमस्ते' }, {}, '9:16'), 'motto')).toMatchObject({ text: 'नमस्ते' })
  })

  test('makes a frame of a picture, as large and turned as it was', () => {
    const changed = add({ id: 'stamp', layers: ['stamp'], label: 'Stamp' })
    expect(find(changed, 'stamp')).toEqual({
      ...span,
      id: 'stamp',
      type: 'media',
      source: { $field: 'stamp' },
      box: [0, 0, 90, 60],
      fit: 'cover',
      ks: { a: [0, 0], r: 10, s: [50, 50] },
    })
    expect(fieldOf(changed, 'stamp')).toMatchObject({ type: 'media', accept: ['image'], default: 'sha256:stamp' })
    const filled = add({ id: 'again', layers: ['filled'], label: 'Filled', accept: ['image', 'video'] })
    expect(fieldOf(filled, 'again')).toMatchObject({ accept: ['image', 'video'] })
    expect(drawn(filled, 'filled', '9:16')).toMatchObject({ fit: 'cover', box: [0, 0, 40, 40] })
  })

  test('takes a video as a video and a song as a song', () => {
    const video = add({ id: 'video', layers: ['video'], label: 'Video' })
    expect(fieldOf(video, 'video')).toMatchObject({
      accept: ['video'],
      default: 'sha256:video',
      edit: expect.arrayContaining(['trim']),
    })
    expect(find(video, 'video')).toMatchObject({ source: { $field: 'video' }, crop: { x: 0.1, zoom: 1.2 } })
    const song = add({ id: 'song', layers: ['song'], label: 'Song', rules: { maxSeconds: 20 } })
    expect(fieldOf(song, 'song')).toMatchObject({ type: 'audio', default: 'sha256:song', rules: { maxSeconds: 20 } })
  })

  test('may fill several layers, but only of one kind and none that another field fills', () => {
    const both = add({ id: 'both', layers: ['stamp', 'filled'], label: 'Both' })
    expect([drawn(both, 'stamp').source, drawn(both, 'filled').source]).toEqual([
      { asset: 'sha256:stamp' },
      { asset: 'sha256:stamp' },
    ])
    for (const layers of [['motto', 'stamp'], ['title'], ['unseen'], ['nowhere'], []]) {
      const fields = [...present(start), { id: 'new', layers, label: 'New' }]
      expect(changeFields(start, { fields }).fault).toMatch(/“New” has no place/)
    }
  })
})

describe('a field of a colour', () => {
  const lottie = (k: unknown) => ({ ...span, id: 'lottie', type: 'shape', shapes: [{ ty: 'el', s: [9, 9] }, k] })
  const withShape = (item: unknown) => validated({ ...start, layers: [lottie(item), ...start.layers] })
  const itemOf = (document: TemplateDocument) => {
    const layer = find(document, 'lottie')
    return layer?.type === 'shape' ? layer.shapes[1] : undefined
  }

  test('sets it everywhere in its layers, with every opacity and in every aspect ratio', () => {
    const variants = { '1:1': { canvas: { width: 90, height: 90 }, layers: { filled: { effects: [] } } } }
    const shaped = validated({
      ...start,
      variants: {
        ...variants,
        '9:16': { canvas: { width: 90, height: 160 }, layers: { inner: { color: '#204060' } } },
      },
      layers: start.layers.map((layer) =>
        layer.id === 'title' ? { ...layer, stroke: { color: '#00000040', width: 2 } } : layer,
      ),
    })
    const ink = add({ id: 'ink', layers: ['title', 'filled'], label: 'Ink', color: '#000000' }, shaped)
    expect(fieldOf(ink, 'ink')).toEqual({ id: 'ink', type: 'color', label: 'Ink', default: '#000000', order: 8 })
    expect(find(ink, 'title')).toMatchObject({
      shadow: { color: { $field: 'ink', alpha: 0.502 } },
      stroke: { color: { $field: 'ink', alpha: 0.251 } },
    })
    expect(drawn(ink, 'title').shadow).toEqual(drawn(shaped, 'title').shadow)
    expect(drawn(ink, 'title').stroke).toEqual(drawn(shaped, 'title').stroke)
    expect(find(ink, 'filled')).toMatchObject({ effects: [{ type: 'shadow', color: { $field: 'ink' } }] })
    expect(find(ink, 'vignette')).toEqual(find(shaped, 'vignette'))
    const red = resolveDocument(ink, { ink: '#ff0000' }).layers.find(({ id }) => id === 'title')
    expect(red).toMatchObject({ shadow: { color: '#ff000080' }, stroke: { color: '#ff000040' } })

    const panel = add({ id: 'panel', layers: ['inner'], label: 'Panel', color: '#204060' }, shaped)
    const [group] = resolveDocument(panel, { panel: '#00ff00' }, {}, '9:16').layers.filter(({ id }) => id === 'group')
    expect(group).toMatchObject({ layers: [{ id: 'inner', color: '#00ff00' }] })
  })

  test('gives a stop of a gradient, beside one that another field gives', () => {
    const changed = add({ id: 'shine', layers: ['title'], label: 'Shine', color: '#ffffff' })
    expect(drawn(changed, 'title').fill).toEqual({
      ...(drawn(start, 'title').fill as object),
      stops: [
        [0, '#ffffff'],
        [1, expect.stringMatching(/^#[0-9a-f]{6}$/)],
      ],
    })
    expect(find(resolveDocument(changed, { shine: '#102030' }), 'title')).toMatchObject({
      fill: {
        stops: [
          [0, '#102030'],
          [1, expect.any(String)],
        ],
      },
    })
  })

  test('of an animation from After Effects is found in fills that stand still, that move, and in packed gradients', () => {
    const still = withShape({ ty: 'fl', c: { a: 0, k: [1, 0, 0, 1] } })
    expect(listFieldPlaces(still)[0]).toMatchObject({ kind: 'color', shows: '#ff0000' })
    const bind = (document: TemplateDocument, color: string) =>
      itemOf(add({ id: 'dot', layers: ['lottie'], label: 'Dot', color }, document))
    expect(bind(still, '#FF0000')).toEqual({ ty: 'fl', c: { $field: 'dot' } })
    const keys = [
      { t: 0, s: [1, 0, 0, 1], h: 1 },
      { t: 30, s: [0, 0, 1, 1] },
    ]
    expect(bind(withShape({ ty: 'st', c: { a: 1, k: keys }, w: 2 }), '#0000ff')).toEqual({
      ty: 'st',
      c: { a: 1, k: [keys[0], { t: 30, s: { $field: 'dot' } }] },
      w: 2,
    })
    const packed = { ty: 'gf', t: 1, s: [0, 0], e: [9, 0], g: { p: 2, k: { a: 0, k: [0, 1, 0, 0, 1, 0, 0, 1] } } }
    expect(bind(withShape(packed), '#0000ff')).toEqual({
      ty: 'gf',
      t: 1,
      s: [0, 0],
      e: [9, 0],
      stops: [
        [0, [1, 0, 0]],
        [1, { $field: 'dot' }],
      ],
    })
    const group = withShape({ ty: 'gr', it: [{ ty: 'fl', c: '#123456' }, { ty: 'tr' }] })
    expect(bind(group, '#123456')).toMatchObject({ it: [{ c: { $field: 'dot' } }, { ty: 'tr' }] })
  })

  test('does not change the key colour of a green screen', () => {
    const keyed = start.layers.map((layer) =>
      layer.id === 'stamp' ? { ...layer, effects: [{ type: 'key', color: '#00ff00' }] } : layer,
    )
    expect(listFieldPlaces(validated({ ...start, layers: keyed })).map(({ shows }) => shows)).not.toContain('#00ff00')
  })

  test('needs the colour in its layer', () => {
    const fields = [...present(start), { id: 'new', layers: ['inner'], label: 'New', color: '#204061' }]
    expect(changeFields(start, { fields }).fault).toMatch(/“New” has no place/)
  })
})

describe('a switch', () => {
  test('decides whether layers and groups are shown, and is on at first', () => {
    const changed = add({ id: 'extras', layers: ['ornament', 'group'], label: 'Extras', isSwitch: true })
    expect(fieldOf(changed, 'extras')).toEqual({
      id: 'extras',
      type: 'toggle',
      label: 'Extras',
      default: true,
      order: 8,
    })
    for (const id of ['ornament', 'group']) {
      expect(drawn(changed, id).visible).toBe(true)
      expect(find(resolveDocument(changed, { extras: false }), id)?.visible).toBe(false)
    }
    expect(find(resolveDocument(changed, { extras: false }), 'photo')?.visible).toBe(true)
  })

  test('holds in every shape of the template, and leaves what a shape hides hidden', () => {
    const shape = (visible: boolean) => ({ canvas: { width: 90, height: 90 }, layers: { ornament: { visible } } })
    const shaped = validated({ ...start, variants: { '1:1': shape(true), '4:5': shape(false) } })
    const changed = add({ id: 'extras', layers: ['ornament'], label: 'Extras', isSwitch: true }, shaped)
    const shown = (aspect: string, extras: boolean) =>
      find(resolveDocument(changed, { extras }, {}, aspect), 'ornament')
    expect([shown('1:1', true)?.visible, shown('1:1', false)?.visible]).toEqual([true, false])
    expect([shown('4:5', true)?.visible, shown('4:5', false)?.visible]).toEqual([false, false])
  })

  test('is none where another switch decides', () => {
    const fields = [...present(start), { id: 'new', layers: ['petals'], label: 'New', isSwitch: true as const }]
    expect(changeFields(start, { fields }).fault).toMatch(/“New” has no place/)
  })
})

describe('a field that goes', () => {
  test.each(['title', 'hero', 'brand', 'petals', 'look'])('%s leaves what stood there first', (id) => {
    const changed = remove(id)
    expect(fieldOf(changed, id)).toBeUndefined()
    expect(JSON.stringify(changed)).not.toContain(`"$field":"${id}"`)
    for (const variant of [undefined, '9:16']) {
      const [before, after] = [start, changed].map((document) => resolveDocument(document, {}, {}, variant).layers)
      expect(strip(after)).toEqual(strip(before))
    }
  })

  /** `true` and an absent value both mean visible. */
  const strip = (layers: readonly Layer[] | undefined) =>
    JSON.parse(
      JSON.stringify(layers ?? [])
        .replaceAll('"visible":true,', '')
        .replaceAll(',"visible":true', ''),
    )

  test('leaves a switch that is off hidden, and other switches alone', () => {
    const off = {
      ...start,
      fields: start.fields.map((field) => (field.type === 'toggle' ? { ...field, default: false } : field)),
    }
    expect(find(remove('petals', off), 'petals')).toMatchObject({ visible: false })
    expect(find(remove('brand'), 'petals')).toMatchObject({ visible: { $field: 'petals' } })
  })

  test('leaves a place that others can follow where nothing stood first', () => {
    const bare = validated({
      ...start,
      fields: start.fields.map(({ ...field }) => (field.id === 'hero' ? { ...field, default: undefined } : field)),
      layers: [...start.layers, { ...span, id: 'follower', type: 'solid', color: '#fff', parent: 'photo' }],
      variants: { '1:1': { canvas: { width: 100, height: 100 }, layers: { photo: { radius: 3, box: [0, 0, 9, 9] } } } },
      timeline: { layer: 'photo', stretch: { intro: 1, outro: 1, middle: 'hold' } },
    })
    const changed = remove('hero', bare)
    const place = { ...span, id: 'photo', type: 'group', box: [10, 10, 100, 80], ks: { r: 4 }, layers: [] }
    expect(find(changed, 'photo')).toEqual(place)
    expect(changed.variants?.['1:1']?.layers).toEqual({ photo: { box: [0, 0, 9, 9] } })
    expect(changed.timeline).toEqual({ stretch: { intro: 1, outro: 1, middle: 'hold' } })
    expect(find(remove('music'), 'music')).toMatchObject({ type: 'group', layers: [] })
  })

  test('can be given again', () => {
    const again = add({ id: 'title', layers: ['title'], label: 'Title again' }, remove('title'))
    expect(drawn(again, 'title').text).toBe(drawn(start, 'title').text)
  })
})

describe('a change', () => {
  test('of a default forgets the file that nothing shows any more', () => {
    const hero = (of: string | null) =>
      present(start).map((field) => (field.id === 'hero' ? { ...field, default: of } : field))
    const changed = change(start, { fields: hero('sha256:stamp') })
    expect(fieldOf(changed, 'hero')).toMatchObject({ default: 'sha256:stamp' })
    // Another layer still shows the photo.
    expect(Object.keys(changed.assets)).toContain('sha256:photo')
    const alone = change(start, { fields: present(start).filter(({ id }) => id !== 'x') })
    expect(alone.assets).toEqual(start.assets)
    const { layers, variants: _variants, ...rest } = start
    const only = { ...rest, layers: layers.filter(({ id }) => id !== 'filled') }
    expect(Object.keys(change(only, { fields: hero(null) }).assets)).not.toContain('sha256:photo')
  })

  test('names every field once, and leaves one at least', () => {
    const [first, ...others] = present(start)
    const faults = [
      { fields: others },
      { fields: [...others, first, first] },
      { fields: [...present(start), { id: 'new' }] },
      { fields: present(start), removed: ['title'] },
      { fields: present(start), removed: ['nobody'] },
      { fields: present(start).map((field) => ({ ...field, layers: ['motto'] })) },
    ].map((given) => changeFields(start, given as Parameters<typeof changeFields>[1]).fault)
    expect(new Set(faults)).toEqual(new Set(['The fields are not those of this version. Please reload.']))
    expect(changeFields(start, { fields: [], removed: start.fields.map(({ id }) => id) }).fault).toMatch(/one field/)
  })

  test('finds unused ids', () => {
    expect(newFieldId('Your motto', ['x'])).toBe('Your-motto')
    expect(newFieldId('Your motto', ['Your-motto'])).toBe('Your-motto-2')
    expect(newFieldId('नाम', [])).toBe('field')
  })
})
