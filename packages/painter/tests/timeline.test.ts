// Every valid timeline gives a valid document of the right length, and every hostile one is rejected.

import { validateDocument } from '@vitrine/after-effects/validate'
import { checkTimeline, clipsLength, type Timeline } from '@vitrine/document/clip'
import type { TemplateDocument } from '@vitrine/document/document'
import type { GroupLayer, Layer, MediaLayer } from '@vitrine/document/layer'
import { findMainPlaces } from '@vitrine/document/main-place'
import { applyTimeline } from '@vitrine/document/timeline'
import { applyDifference } from '@vitrine/project/apply-difference'
import { addMainVideoEdits } from '@vitrine/project/difference'
import { applyEdits, checkEdits } from '@vitrine/project/edit'
import { listNeededAssets, resolveDocument } from '@vitrine/project/resolve'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sampleDocument } from '../../document/testing/sample.ts'
import { anyTimeline, threeClips } from '../../document/testing/timeline.ts'
import { listVoices } from '../src/sound/voice.ts'

const hero: MediaLayer = {
  id: 'hero',
  type: 'media',
  source: { $field: 'hero' },
  in: 0,
  out: 300,
  box: [100, 50, 800, 450],
  radius: 20,
  bm: 'screen',
  ks: {
    r: {
      a: 1,
      k: [
        { t: 0, s: [0] },
        { t: 300, s: [5] },
      ],
    },
  },
  mask: [
    {
      mode: 'a',
      pt: {
        c: true,
        v: [
          [0, 0],
          [800, 0],
          [800, 450],
        ],
        i: [
          [0, 0],
          [0, 0],
          [0, 0],
        ],
        o: [
          [0, 0],
          [0, 0],
          [0, 0],
        ],
      },
    },
  ],
  matte: { layer: 'cut', mode: 'alpha' },
}

/** Ten seconds: a title that appears and disappears, a video in a frame with its blurred copy behind, music, a background. */
const template: TemplateDocument = {
  tdoc: 1,
  id: 'frame',
  name: 'Frame',
  canvas: { width: 1280, height: 720, fps: 30, duration: 300, background: '#000' },
  fields: [
    { id: 'hero', type: 'media', label: 'Video', accept: ['image', 'video'], required: true },
    { id: 'logo', type: 'media', label: 'Logo', accept: ['image'] },
  ],
  fonts: [],
  assets: {
    'sha256:photo': { kind: 'image', w: 10, h: 10 },
    'sha256:song': { kind: 'audio', seconds: 10 },
    'sha256:plate': { kind: 'plate', w: 1280, h: 720, seconds: 10 },
  },
  layers: [
    {
      id: 'title',
      type: 'solid',
      color: '#fff',
      box: [0, 0, 100, 20],
      in: 0,
      out: 300,
      ks: {
        o: {
          a: 1,
          k: [
            { t: 0, s: [0] },
            { t: 20, s: [100] },
            { t: 280, s: [100] },
            { t: 299, s: [0] },
          ],
        },
      },
    },
    { id: 'last', type: 'solid', color: '#f00', box: [0, 0, 10, 10], in: 285, out: 300 },
    { id: 'plate', type: 'plate', asset: 'sha256:plate', in: 0, out: 300, audio: { volume: 70 } },
    { id: 'cut', type: 'solid', color: '#fff', in: 0, out: 300 },
    hero,
    {
      id: 'wrap',
      type: 'group',
      in: 0,
      out: 300,
      layers: [
        {
          id: 'blurred',
          type: 'media',
          source: { $field: 'hero' },
          in: 0,
          out: 300,
          box: [0, 0, 1280, 720],
          effects: [{ type: 'blur', radius: 20 }],
        },
      ],
    },
    { id: 'logo', type: 'media', source: { $field: 'logo' }, in: 0, out: 300, box: [0, 0, 1280, 720] },
    {
      id: 'dust',
      type: 'particles',
      seed: 1,
      count: 5,
      box: [0, 0, 10, 10],
      sprite: 'soft',
      colors: ['#fff'],
      size: [1, 2],
      life: [1, 2],
      in: 0,
      out: 300,
    },
    { id: 'music', type: 'audio', source: 'sha256:song', in: 0, out: 300 },
    { id: 'ground', type: 'solid', color: '#222', in: 0, out: 300 },
  ],
  timeline: { layer: 'hero' },
}
const bare: TemplateDocument = {
  ...template,
  layers: template.layers.filter(({ id }) => id !== 'hero' && id !== 'wrap'),
  timeline: {},
}

const everyLayer = (layers: readonly Layer[]): Layer[] =>
  layers.flatMap((layer) => (layer.type === 'group' ? [layer, ...everyLayer(layer.layers)] : [layer]))
const find = (document: TemplateDocument, id: string) => everyLayer(document.layers).find((layer) => layer.id === id)

test('the documents of these tests are valid', () => {
  for (const document of [template, bare]) expect(validateDocument(document)).toMatchObject({ ok: true })
})

describe.each([
  ['a frame', template],
  ['no place', bare],
  ['everything', sampleDocument],
] as const)('%s:', (_name, document) => {
  test('any valid timeline gives a valid document of the right length, and changes nothing it was given', () => {
    fc.assert(
      fc.property(anyTimeline, (timeline) => {
        expect(checkTimeline(document, timeline)).toEqual([])
        const before = JSON.stringify([document, timeline])
        const result = applyTimeline(document, timeline)
        expect(validateDocument(result)).toMatchObject({ ok: true })
        expect(result.canvas.duration).toBe(
          timeline.clips.length > 0 ? clipsLength(timeline.clips, document.canvas.fps) : document.canvas.duration,
        )
        expect(JSON.stringify([document, timeline])).toBe(before)
        // Deterministic, also after a JSON round trip like that of a project.
        expect(applyTimeline(document, JSON.parse(JSON.stringify(timeline)) as Timeline)).toEqual(
          JSON.parse(JSON.stringify(result)),
        )
        for (const voice of listVoices(resolveDocument(document, {}, {}, undefined, timeline))) {
          expect(voice.endFrame).toBeLessThanOrEqual(result.canvas.duration)
          expect(voice.endFrame).toBeGreaterThan(voice.startFrame)
        }
      }),
      { numRuns: 150 },
    )
  })
})

test('hostile input is rejected with a path and never throws', () => {
  fc.assert(
    fc.property(fc.anything({ maxDepth: 5, withNullPrototype: true }), (value) => {
      const problems = checkTimeline(template, value)
      expect(Array.isArray(problems)).toBe(true)
    }),
    { numRuns: 300 },
  )
  const [first] = threeClips.clips
  const refused = (change: object) =>
    checkTimeline(template, { clips: [{ ...first, ...change }], sounds: [] }).map(({ path, code }) => `${path} ${code}`)
  expect(refused({ frames: 1.5 })).toEqual(['clips[0].frames wrong-type'])
  expect(refused({ frames: Number.NaN })).toEqual(['clips[0].frames wrong-type'])
  expect(refused({ frames: 0 })).toEqual(['clips[0].frames out-of-range'])
  expect(refused({ frames: 110_000 })).toEqual(['clips out-of-range'])
  expect(refused({ speed: 100 })).toEqual(['clips[0].speed out-of-range'])
  expect(refused({ startSeconds: -1 })).toEqual(['clips[0].startSeconds out-of-range'])
  expect(refused({ id: 'hero' })).toEqual(['clips[0].id not-allowed'])
  expect(refused({ id: 'own-../../x' })).toEqual(['clips[0].id not-allowed'])
  expect(refused({ asset: 'https://x.test/a.mp4' })).toEqual(['clips[0].asset remote-url'])
  expect(refused({ asset: 'sha256:other' })).toEqual(['clips[0].asset unknown-reference'])
  expect(refused({ __proto__: { a: 1 }, hack: 1 })).toEqual(['clips[0].hack unknown-property'])
  expect(refused({ transition: { kind: 'fade', frames: 5 } })).toEqual(['clips[0].transition not-allowed'])
  expect(refused({ key: { color: 'red', tolerance: 0, softness: 0, spill: 0 } })).toEqual([
    'clips[0].key.color wrong-type',
  ])
})

test('transitions are those of the template, and never meet', () => {
  const [a, b, c] = threeClips.clips as [Timeline['clips'][0], Timeline['clips'][0], Timeline['clips'][0]]
  const paths = (document: TemplateDocument, clips: unknown) =>
    checkTimeline(document, { clips, sounds: [] }).map(({ path }) => path)
  const strict = { ...template, timeline: { transitions: ['fade'] as const } }
  expect(paths(strict, threeClips.clips)).toEqual(['clips[1].transition.kind'])
  expect(paths(template, [a, b, { ...c, transition: { kind: 'fade', frames: 41 } }])).toEqual([
    'clips[2].transition.frames',
  ])
  expect(paths(template, [a, b, { ...c, transition: { kind: 'fade', frames: 40 } }])).toEqual([])
  expect(paths(template, [a, { ...b, id: a.id }, c])).toEqual(['clips[1].id'])
})

describe('the main place', () => {
  test('is what the template names, else the largest layer whose field takes videos; its copies go with it', () => {
    expect(findMainPlaces(template).map(({ id }) => id)).toEqual(['hero', 'blurred'])
    expect(findMainPlaces({ ...template, timeline: {} }).map(({ id }) => id)).toEqual(['blurred', 'hero'])
    expect(findMainPlaces(bare)).toEqual([])
  })

  test('gives the clips its box, movement, mask, matte and blending, and its outline to each of them', () => {
    const result = applyTimeline(template, threeClips)
    const group = find(result, 'hero') as GroupLayer
    expect(group).toMatchObject({
      type: 'group',
      box: hero.box,
      ks: hero.ks,
      mask: hero.mask,
      matte: hero.matte,
      bm: 'screen',
      paced: 'place',
    })
    expect(group.layers.map(({ id }) => id)).toEqual(['clip-own-c', 'clip-own-b', 'clip-own-a'])
    expect(group.layers.map((layer) => [layer.in, layer.out])).toEqual([
      [80, 160],
      [50, 100],
      [0, 60],
    ])
    expect(group.layers.every((layer) => layer.type === 'media' && layer.radius === 20)).toBe(true)
    expect(group.layers[0]).toMatchObject({ speed: 2, audio: { volume: 50, fadeIn: 20, fade: 'even' } })
    // The customer's own video is needed, but nothing of the field that it replaces.
    expect(
      listNeededAssets(resolveDocument(template, { hero: { asset: 'u_other' } }, {}, undefined, threeClips)),
    ).not.toContain('u_other')
  })

  test('without one the clips lie above the background, and slide over the whole canvas', () => {
    const result = applyTimeline(bare, threeClips)
    const ids = result.layers.map(({ id }) => id)
    expect(ids.slice(-5)).toEqual(['clip-own-c', 'clip-own-b', 'clip-own-a', 'ground'].toSpliced(0, 0, 'music'))
    expect(find(result, 'clip-own-b')).toMatchObject({
      ks: {
        p: {
          k: [
            { t: 49, s: [1280, 0] },
            { t: 59, s: [0, 0] },
          ],
        },
      },
    })
  })

  test('is heard once, however often it is shown', () => {
    const voices = listVoices(resolveDocument(template, {}, {}, undefined, threeClips))
    expect(
      voices
        .filter(({ assetId }) => assetId === 'u_video')
        .map(({ layerId, startFrame, endFrame, speed, trim }) => [
          layerId,
          startFrame,
          endFrame,
          speed,
          trim.startSeconds,
        ]),
    ).toEqual([
      ['clip-own-c', 80, 160, 2, 0],
      ['clip-own-a', 0, 60, 1, 2],
    ])
  })
})

test('other videos of the customer run on while the template stands still, unless they belong to its end', () => {
  const other = { ...hero, id: 'other', matte: undefined, source: { $field: 'logo' } } as unknown as MediaLayer
  const { matte: _matte, ...early } = other
  const late = { ...early, id: 'late', in: 290 }
  const document = { ...bare, layers: [early, late, ...bare.layers] }
  const long = { clips: [{ ...threeClips.clips[0], frames: 900 }], sounds: [] } as unknown as Timeline
  expect(find(applyTimeline(document, long), 'other')).toMatchObject({ paced: 'place' })
  expect(find(applyTimeline(document, long), 'late')).toMatchObject({ paced: 'whole' })
  expect(find(applyTimeline(document, long), 'title')).toMatchObject({ paced: 'whole' })
})

describe('sounds', () => {
  test('crossfades keep the power, fades and volume are heard', () => {
    const clips = [
      { id: 'own-a', asset: 'u_a', kind: 'video', frames: 60, startSeconds: 0 },
      {
        id: 'own-b',
        asset: 'u_b',
        kind: 'video',
        frames: 60,
        startSeconds: 0,
        transition: { kind: 'fade', frames: 20 },
      },
    ] as const
    const [b, a] = listVoices(resolveDocument(bare, {}, {}, undefined, { clips, sounds: [] })).filter(({ assetId }) =>
      assetId.startsWith('u_'),
    )
    for (let frame = 40; frame <= 60; frame += 2) {
      expect((a?.gainAt(frame) ?? 0) ** 2 + (b?.gainAt(frame) ?? 0) ** 2).toBeCloseTo(1, 6)
    }
  })

  test('keep their position, and end with the video', () => {
    const sounds = [
      { id: 'own-s', asset: 'u_song', at: 100, frames: 500, startSeconds: 3, volume: 40, fadeIn: 10, loop: true },
      { id: 'own-late', asset: 'u_song', at: 160, frames: 10, startSeconds: 0 },
    ] as const
    const voices = listVoices(resolveDocument(bare, {}, {}, undefined, { ...threeClips, sounds }))
    const own = voices.filter(({ assetId }) => assetId === 'u_song')
    expect(own).toMatchObject([
      { layerId: 'sound-own-s', startFrame: 100, endFrame: 160, loop: true, trim: { startSeconds: 3 } },
    ])
    expect(own[0]?.gainAt(105)).toBeCloseTo(0.2)
  })

  test('music of the template lasts as long as the video and fades out; an alpha video is heard through a layer of its own', () => {
    const long = { clips: [{ ...threeClips.clips[0], frames: 900 }], sounds: [] } as unknown as Timeline
    const result = resolveDocument(bare, {}, {}, undefined, long)
    const voices = listVoices(result)
    expect(voices.map(({ layerId }) => layerId).toSorted()).toEqual(['clip-own-a', 'music', 'plate.sound'])
    for (const id of ['music', 'plate.sound']) {
      const voice = voices.find(({ layerId }) => layerId === id)
      expect(voice).toMatchObject({ startFrame: 0, endFrame: 900, loop: true })
      expect(voice?.gainAt(899)).toBeLessThan(0.05)
    }
    const short = { clips: [{ ...threeClips.clips[0], frames: 90 }], sounds: [] } as unknown as Timeline
    const [music] = listVoices(resolveDocument(bare, {}, {}, undefined, short)).filter(
      ({ layerId }) => layerId === 'music',
    )
    expect(music).toMatchObject({ startFrame: 0, endFrame: 90, loop: false })
  })
})

test('stored edits on the main video from before clips still apply', () => {
  const edits = [
    { op: 'set', layer: 'hero', property: 'source', value: { asset: 'u_old' } },
    { op: 'set', layer: 'hero', property: 'crop', value: { x: 0, y: 0, zoom: 2, rotate: 0 } },
    { op: 'set', layer: 'hero', property: 'radius', value: 44 },
    { op: 'set', layer: 'hero', property: 'box', value: [0, 0, 400, 900] },
    { op: 'set', layer: 'hero', property: 'ks.p', value: [5, 5] },
    { op: 'trim', layer: 'hero', in: 10, out: 200 },
    { op: 'hide', layer: 'hero', hidden: true },
  ] as const
  expect(checkEdits(template, edits, undefined, threeClips)).toEqual([])
  const shaped = applyTimeline(template, threeClips)
  const difference = addMainVideoEdits(shaped, {}, edits as never)
  expect(applyDifference(shaped, difference)).toEqual(applyEdits(shaped, edits as never))
  const result = resolveDocument(template, {}, difference, undefined, threeClips)
  const group = find(result, 'hero') as GroupLayer
  expect(group).toMatchObject({ box: [0, 0, 400, 900], ks: { p: [5, 5] }, in: 10, out: 200, visible: false })
  for (const layer of group.layers) expect(layer).toMatchObject({ box: [0, 0, 400, 900], radius: 44 })
  // The clip slides in from the edge of the new frame.
  expect(group.layers[1]).toMatchObject({ inner: { p: { k: [{ t: 49, s: [400, 0] }, { s: [0, 0] }] } } })
  expect(
    checkEdits(template, [{ op: 'set', layer: 'hero', property: 'box', value: 'x' }], undefined, threeClips),
  ).toMatchObject([{ code: 'invalid-value' }])
})

test('clips are changed through the timeline only; own layers lie in the frames of the video', () => {
  const check = (edit: unknown) => checkEdits(bare, [edit], undefined, threeClips).map(({ code }) => code)
  for (const id of ['clip-own-a', 'clip-own-b']) {
    expect(check({ op: 'remove', layer: id })).toEqual(['locked'])
    expect(check({ op: 'hide', layer: id, hidden: true })).toEqual(['locked'])
    expect(check({ op: 'set', layer: id, property: 'source', value: { asset: 'u_x' } })).toEqual(['locked'])
    expect(check({ op: 'trim', layer: id, in: 0, out: 1 })).toEqual(['locked'])
    expect(check({ op: 'reorder', layer: id, above: null })).toEqual(['locked'])
    expect(check({ op: 'duplicate', layer: id, id: 'own-copy' })).toEqual(['locked'])
    expect(check({ op: 'group', id: 'own-g', layers: [id] })).toEqual(['locked'])
  }
  const layer = { id: 'own-note', type: 'solid', color: '#f00', in: 150, out: 160 }
  expect(check({ op: 'add-sticker', layer: { id: 'own-note', type: 'shape', shapes: [], in: 150, out: 160 } })).toEqual(
    [],
  )
  expect(check({ op: 'add-text', layer })).toEqual(['malformed'])
})
