import { stat, truncate, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { validateDocument } from '@vitrine/after-effects/validate'
import type { TemplateDocument } from '@vitrine/document/document'
import type { FieldValues } from '@vitrine/document/field'
import type { Layer } from '@vitrine/document/layer'
import { computeDifference, type Difference } from '@vitrine/project/difference'
import { applyEdits, type LayerEdit } from '@vitrine/project/edit'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { readPlanes } from '../../testing/picture.ts'
import { psnr, readPackets, useFolder, writePhoto } from '../../testing/video.ts'
import { Composer } from '../compose/composer.ts'
import { openScene } from '../compose/scene.ts'
import { VideoFile } from '../media/video-file.ts'
import { checkVideo } from './check-video.ts'
import { findTouchedFrames, findUntouchedGroups } from './frame-reuse.ts'
import { renderVideo } from './render-video.ts'

const folder = useFolder()
const require = createRequire(import.meta.url)
const FONT = require.resolve('@expo-google-fonts/poppins/500Medium/Poppins_500Medium.ttf')
const SIZE = { width: 160, height: 90 }
const DURATION = 150
const PHOTO = 'sha256:photo'
const OTHER_PHOTO = 'u_other'

const files = () => ({
  'sha256:font': FONT,
  [PHOTO]: folder.path('photo.jpg'),
  [OTHER_PHOTO]: folder.path('other.jpg'),
})

beforeAll(async () => {
  await writePhoto(folder.path('photo.jpg'), { saturation: 20 })
  await writePhoto(folder.path('other.jpg'), { width: 300, height: 300, saturation: 20 })
})

const text = (id: string, field: string, start: number, end: number, changes: object = {}): Layer =>
  ({
    id,
    type: 'text',
    in: start,
    out: end,
    text: { $field: field },
    font: 'Poppins',
    size: 20,
    box: [10, 30, 140, 30],
    fill: '#fff4dd',
    ...changes,
  }) as Layer

/** Six seconds of video with fields that affect frames in all possible ways. */
function template(): TemplateDocument {
  const whole = { in: 0, out: DURATION }
  const layers: Layer[] = [
    text('name', 'name', 35, 55),
    // Visible only from frame 101 to 114.
    text('late', 'late', 90, 130, {
      ks: {
        o: {
          a: 1,
          k: [
            { t: 100, s: [0], h: 1 },
            { t: 101, s: [100], h: 1 },
            { t: 115, s: [0], h: 1 },
          ],
        },
      },
    }),
    {
      ...whole,
      in: 60,
      id: 'group',
      type: 'group',
      st: 60,
      layers: [
        { id: 'photo', type: 'media', in: 10, out: 25, source: { $field: 'photo' }, box: [20, 10, 60, 50] } as Layer,
        { ...whole, id: 'plain', type: 'solid', color: '#7a4b5d', box: [0, 70, 40, 10] },
      ],
    },
    {
      ...whole,
      id: 'badge',
      type: 'solid',
      in: 120,
      out: 135,
      color: { $field: 'brand' },
      box: [5, 5, 30, 12],
    } as Layer,
    { ...whole, id: 'cut', type: 'solid', in: 136, color: '#d8c49a', matte: { layer: 'letters', mode: 'alpha' } },
    text('letters', 'letters', 0, DURATION, { size: 40 }),
    {
      ...whole,
      id: 'ball',
      type: 'solid',
      color: '#8a9c6d',
      box: [0, 0, 24, 24],
      visible: { $field: 'ball' },
      ks: {
        p: {
          a: 1,
          k: [
            { t: 0, s: [0, 10] },
            { t: DURATION, s: [130, 60] },
          ],
        },
      },
    } as Layer,
    { ...whole, id: 'ground', type: 'solid', color: '#203040' },
  ]
  const checked = validateDocument({
    tdoc: 1,
    id: 'reuse',
    name: 'Reuse',
    canvas: { ...SIZE, fps: 25, duration: DURATION },
    fields: [
      ...['name', 'late', 'letters'].map((id) => ({ id, type: 'text', label: id, default: 'Asha' })),
      { id: 'photo', type: 'media', label: 'Photo', accept: ['image'], default: PHOTO },
      { id: 'brand', type: 'color', label: 'Colour', default: '#b4143c' },
      { id: 'ball', type: 'toggle', label: 'Ball', default: true },
    ],
    fonts: [{ family: 'Poppins', weight: 500, src: 'sha256:font', license: 'OFL-1.1' }],
    assets: { [PHOTO]: { kind: 'image', w: 400, h: 300 } },
    layers,
  })
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems))
  return checked.document
}

const document = template()
const madeBy = (edits: readonly LayerEdit[]) => computeDifference(document, applyEdits(document, edits))
const touchedBy = (values: FieldValues, edits: readonly LayerEdit[] = []) => {
  const touched = findTouchedFrames({ document, values, difference: madeBy(edits) })
  return touched.flatMap((isTouched, frame) => (isTouched ? [frame] : []))
}
const frames = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => from + n)

describe('touched frames', () => {
  it('are the frames that show changed fields', () => {
    expect(touchedBy({})).toEqual([])
    expect(touchedBy({ name: 'Asha' })).toEqual([])
    expect(touchedBy({ name: 'Rohan' })).toEqual(frames(35, 55))
    expect(touchedBy({ late: 'Rohan' })).toEqual(frames(101, 115))
    expect(touchedBy({ photo: { asset: OTHER_PHOTO } })).toEqual(frames(70, 85))
    expect(touchedBy({ brand: '#3060b0' })).toEqual(frames(120, 135))
    expect(touchedBy({ letters: 'Rohan' })).toEqual(frames(136, DURATION))
    expect(touchedBy({ ball: false })).toEqual(frames(0, DURATION))
  })

  it('are the frames that changed layers affect', () => {
    expect(touchedBy({}, [{ op: 'trim', layer: 'name', in: 30, out: 45 }])).toEqual(frames(30, 55))
    expect(touchedBy({}, [{ op: 'reorder', layer: 'ball', above: 'name' }])).toEqual(frames(0, DURATION))
  })

  it('are the frames that show what follows words or controls', () => {
    const live = { a: 0, k: 0, x: { live: 0, count: 1 } }
    const control = { name: 'Slider', shape: 'number', value: { $field: 'strength' } }
    const followed = {
      ...document,
      fields: [
        ...document.fields,
        { id: 'strength', type: 'slider', label: 'Strength', default: 0, rules: { min: 0, max: 100 } },
      ],
      layers: document.layers.map((layer) =>
        layer.id === 'badge' ? { ...layer, ks: { o: live } } : layer.id === 'late' ? { ...layer, liveText: 1 } : layer,
      ),
      rig: {
        fps: 25,
        start: 0,
        compositions: [{ layers: [{ effects: [{ name: 'Strength', parts: [control] }] }] }],
      },
    } as unknown as TemplateDocument
    const touched = (values: FieldValues) =>
      findTouchedFrames({ document: followed, values, difference: {} }).flatMap((is, frame) => (is ? [frame] : []))
    expect(touched({})).toEqual([])
    expect(touched({ strength: 50 })).toEqual([...frames(101, 115), ...frames(120, 135)])
    expect(touched({ name: 'Rohan' })).toEqual([...frames(35, 55), ...frames(101, 115), ...frames(120, 135)])
  })

  it('are complete: all other frames are identical bit by bit', { tags: ['full'] }, async () => {
    const spec = { document, assetFiles: files() }
    const plain = await Composer.open({ ...spec, values: {}, difference: {} }, SIZE)
    const before = plain.arena.allocatePicture(SIZE.width, SIZE.height)
    const wanted = frames(0, DURATION).map((frame) => {
      plain.compose(frame, before)
      return Buffer.from(readPlanes(plain.arena, before))
    })
    const word = fc.constantFrom('Asha', 'Rohan', 'A longer name', '')
    const someValues = fc.record(
      {
        name: word,
        late: word,
        letters: word,
        photo: fc.constantFrom({ asset: PHOTO } as const, { asset: OTHER_PHOTO } as const),
        brand: fc.constantFrom('#b4143c', '#3060b0'),
      },
      { requiredKeys: [] },
    )
    const moves = fc.constantFrom<Difference>(
      {},
      { layers: { late: { in: 95, out: 110 } } },
      { layers: { badge: { 'ks.o': 40 } } },
    )
    const someFrames = fc.uniqueArray(fc.nat(DURATION - 1), { minLength: 12, maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(someValues, moves, someFrames, async (values, difference, asked) => {
        const touched = findTouchedFrames({ document, values, difference })
        const own = await Composer.open({ ...spec, values, difference }, SIZE)
        const picture = own.arena.allocatePicture(SIZE.width, SIZE.height)
        for (const frame of asked.filter((index) => !touched[index])) {
          own.compose(frame, picture)
          expect(wanted[frame]?.equals(readPlanes(own.arena, picture)), `frame ${frame}`).toBe(true)
        }
        own.close()
      }),
      { numRuns: 25 },
    )
    plain.close()
  })
})

describe('a video with a reference render', () => {
  const reference = () => folder.path('base.mp4')
  const values: FieldValues = { name: 'Rohan', photo: { asset: OTHER_PHOTO } }
  const spec = (name: string) => ({
    document,
    values,
    difference: {},
    assetFiles: files(),
    // Detailed enough that no frame is coded as a repetition of its neighbour, whose bytes would be the same in any video.
    output: { ...SIZE, crf: 10 },
    outPath: folder.path(name),
  })
  beforeAll(async () => {
    const plain = { ...spec('base.mp4'), values: {} }
    await renderVideo({ ...plain, output: { ...plain.output, keyFrames: 'even' } })
  })

  it('copies untouched frames byte by byte, and renders the rest', async () => {
    const info = await renderVideo({ ...spec('video.mp4'), reference: reference() })
    // Groups of 25 frames: the name touches the second and third, the photo the third and fourth.
    expect(info).toMatchObject({ frameCount: DURATION, reusedFrameCount: 75, drawnFrameCount: 75 })
    expect(
      findUntouchedGroups({ document, values, difference: {} }, { frameRate: [25, 1] }).map(({ start }) => start),
    ).toEqual([0, 100, 125])
    await checkVideo(folder.path('video.mp4'), info)
    const [own, from] = [readPackets(folder.path('video.mp4')), readPackets(reference())]
    const isSame = own.map(({ data }, n) => data.equals(from[n]?.data ?? Buffer.alloc(0)))
    expect(isSame.flatMap((same, n) => (same ? [n] : []))).toEqual([...frames(0, 25), ...frames(100, 150)])
    // Times are contiguous as if it had been encoded in one piece.
    expect(own.map(({ dts }) => dts)).toEqual(from.map(({ dts }) => dts))
    expect(own.map(({ pts }) => pts).sort((a, b) => a - b)).toEqual(from.map(({ pts }) => pts).sort((a, b) => a - b))
  })

  it.each([1, 2])('shows what the painter draws, across the joins, with %i threads that draw', async (drawThreads) => {
    const plain = spec('video.mp4')
    const info = await renderVideo({
      ...plain,
      output: { ...plain.output, drawThreads },
      reference: reference(),
    })
    expect(info).toMatchObject({ reusedFrameCount: 75, drawnFrameCount: 75 })
    const scene = await openScene(spec('video.mp4'), SIZE)
    const video = VideoFile.open(folder.path('video.mp4'))
    for (let frame = 0; frame < DURATION; frame++) {
      scene.draw(frame)
      expect(psnr(scene.canvas, video.canvasAt(frame / 25)), `frame ${frame}`).toBeGreaterThan(32)
    }
    video.close()
    scene.close()
  })

  it('is rendered in full when the reference does not fit', { tags: ['full'] }, async () => {
    await writeFile(folder.path('no-video.mp4'), 'nothing')
    const bad = { 'no-video.mp4': 'is no video', 'other-size.mp4': 'has another size', 'short.mp4': 'breaks off' }
    const other = {
      ...spec('other-size.mp4'),
      values: {},
      output: { width: 80, height: 44, keyFrames: 'even' as const },
    }
    await renderVideo(other)
    await renderVideo({ ...spec('short.mp4'), values: {}, output: { ...SIZE, crf: 10 } })
    await renderVideo({ ...spec('uneven.mp4'), values: {} })
    for (const [name, what] of Object.entries({ ...bad, 'uneven.mp4': 'has key frames where it likes' })) {
      const info = await renderVideo({ ...spec('whole.mp4'), reference: folder.path(name) })
      expect(info, what).toMatchObject({ reusedFrameCount: 0, drawnFrameCount: DURATION })
      await checkVideo(folder.path('whole.mp4'), info)
    }
  })

  it('is rendered in full when the reference is damaged', async () => {
    await renderVideo({ ...spec('damaged.mp4'), values: {}, output: { ...SIZE, crf: 18, keyFrames: 'even' } })
    const { size } = await stat(folder.path('damaged.mp4'))
    await truncate(folder.path('damaged.mp4'), Math.floor(size / 2))
    const info = await renderVideo({ ...spec('whole.mp4'), reference: folder.path('damaged.mp4') })
    expect(info.reusedFrameCount).toBe(0)
    await checkVideo(folder.path('whole.mp4'), info)
  })
})
