// A video of the customer's own clips: its pictures, its sound, their synchronisation, and both render paths with equal
// results.

import { type Clip, clipSpans, type Timeline } from '@vitrine/document/clip'
import type { TemplateDocument } from '@vitrine/document/document'
import { TRANSITION_KINDS, type TransitionKind } from '@vitrine/document/document'
import type { AssetId } from '@vitrine/document/field'
import type { Layer } from '@vitrine/document/layer'
import { SAMPLE_RATE } from '@vitrine/painter/voice'
import { beforeAll, describe, expect, it } from 'vitest'
import { likeness, readPlanes } from '../../testing/picture.ts'
import { createDocument, measureLevel, readSound, sine, useFolder, writePhoto, writeWav } from '../../testing/video.ts'
import { Composer } from '../compose/composer.ts'
import { IDLE_FRAMES } from '../compose/scene.ts'
import { VideoFile } from '../media/video-file.ts'
import { checkVideo } from './check-video.ts'
import { renderVideo } from './render-video.ts'

const folder = useFolder()
const SIZE = { width: 320, height: 180 }
const FILES: Record<string, string> = {}
/** Decibels. */
const MIN_LIKENESS = 45
/** Source times in seconds of the flashes and beeps. */
const SIGNALS = [1, 2, 3, 4, 5]
const SIGNAL_SECONDS = 0.1

/** Dark grey, but white and loud for a tenth of a second at every signal; a moving bar makes every frame differ. */
const SOURCE: Layer[] = [
  ...SIGNALS.map(
    (second): Layer => ({
      id: `flash${second}`,
      type: 'solid',
      color: '#ffffff',
      in: second * 30,
      out: second * 30 + 3,
    }),
  ),
  {
    id: 'bar',
    type: 'solid',
    color: '#405060',
    box: [0, 140, 40, 40],
    in: 0,
    out: 180,
    ks: {
      p: {
        a: 1,
        k: [
          { t: 0, s: [0, 0] },
          { t: 180, s: [280, 0] },
        ],
      },
    },
  },
  { id: 'ground', type: 'solid', color: '#202020', in: 0, out: 180 },
  { id: 'beeps', type: 'audio', source: 'sha256:beeps', in: 0, out: 180 },
]

beforeAll(async () => {
  const isSignal = (at: number) => SIGNALS.some((second) => at >= second && at < second + SIGNAL_SECONDS)
  const beep = sine(880, 0.5)
  await writeWav(folder.path('beeps.wav'), 6, [(at) => (isSignal(at) ? beep(at) : 0)])
  const files = { 'sha256:beeps': folder.path('beeps.wav') }
  const document = createDocument(SOURCE, { duration: 180 })
  await renderVideo({
    document,
    values: {},
    difference: {},
    assetFiles: files,
    output: { ...SIZE, crf: 8 },
    outPath: folder.path('source.mp4'),
  })
  await writePhoto(folder.path('photo.jpg'), { saturation: 20 })
  Object.assign(FILES, { u_video: folder.path('source.mp4'), u_photo: folder.path('photo.jpg') })
})

const video = (id: string, frames: number, startSeconds: number, more: Partial<Clip> = {}): Clip => ({
  id: `own-${id}`,
  asset: 'u_video',
  kind: 'video',
  frames,
  startSeconds,
  ...more,
})
const photo = (id: string, frames: number, more: Partial<Clip> = {}): Clip => ({
  ...video(id, frames, 0, more),
  asset: 'u_photo' as AssetId,
  kind: 'image',
})
const bare: TemplateDocument = createDocument([], { duration: 45, background: '#000000' })
const into = (kind: TransitionKind, frames = 12) => ({ transition: { kind, frames } })

async function make(name: string, document: TemplateDocument, timeline: Timeline) {
  const spec = {
    document,
    values: {},
    difference: {},
    timeline,
    assetFiles: FILES,
    output: { ...SIZE, crf: 12 },
    outPath: folder.path(name),
  }
  const info = await renderVideo(spec)
  await checkVideo(spec.outPath, info)
  return { info, path: spec.outPath }
}

/** Times in seconds at which a video becomes bright. */
function findFlashes(path: string, frameCount: number): number[] {
  const opened = VideoFile.open(path)
  const found: number[] = []
  let before = 0
  for (let frame = 0; frame < frameCount; frame++) {
    const [red = 0] = opened
      .canvasAt(frame / 30)
      .getContext('2d')
      .getImageData(160, 20, 1, 1).data
    if (red > 190 && before <= 190) found.push(frame / 30)
    before = red
  }
  opened.close()
  return found
}

/** Times in seconds at which a sound begins after silence. */
function findBeeps(samples: Float32Array): number[] {
  const window = 96
  const found: number[] = []
  let quietFor = SAMPLE_RATE
  for (let at = 0; at + window < samples.length; at += window) {
    const isLoud = measureLevel(samples.subarray(at, at + window)) > 0.08
    if (isLoud && quietFor > SAMPLE_RATE / 20) found.push(at / SAMPLE_RATE)
    quietFor = isLoud ? 0 : quietFor + window
  }
  return found
}

describe('a video of three clips', () => {
  const timeline: Timeline = {
    clips: [
      video('a', 75, 0.5),
      photo('b', 45, into('slide-left', 10)),
      video('c', 60, 1.5, { speed: 2, ...into('fade', 15) }),
    ],
    sounds: [],
  }

  it('lasts as long as its clips, with sound and picture in sync', { tags: ['full'] }, async () => {
    const { info, path } = await make('three.mp4', bare, timeline)
    const spans = clipSpans(timeline.clips).map(({ start, end }) => [start, end])
    expect(spans).toEqual([
      [0, 75],
      [65, 110],
      [95, 155],
    ])
    expect(info).toMatchObject({ frameCount: 155, durationSeconds: 155 / 30 })
    const { left } = await readSound(path)
    expect(Math.abs(left.length / SAMPLE_RATE - 155 / 30)).toBeLessThan(0.03)
    // The first clip shows the source from 0.5 s on; the last from 1.5 s at double speed, from frame 95 on. The signal at 2 s
    // is near the end of the fade.
    const seen = [0.5, 1.5, ...[2, 3, 4, 5].map((second) => 95 / 30 + (second - 1.5) / 2)]
    const flashes = findFlashes(path, 155)
    const beeps = findBeeps(left)
    expect(flashes).toHaveLength(6)
    for (const [n, at] of seen.entries()) {
      expect(Math.abs((flashes[n] ?? 0) - at)).toBeLessThanOrEqual(1 / 30 + 1e-6)
      const nearest = beeps.reduce((best, beep) => (Math.abs(beep - at) < Math.abs(best - at) ? beep : best), Infinity)
      expect(Math.abs(nearest - (flashes[n] ?? 0)), `${nearest} s is not ${flashes[n]} s`).toBeLessThan(0.04)
    }
    // At double speed a beep lasts half as long, at its original pitch.
    const [start = 0] = beeps.filter((beep) => beep > 4)
    expect(measureLevel(left, start + 0.01, start + 0.04)).toBeGreaterThan(0.2)
    expect(measureLevel(left, start + 0.08, start + 0.12)).toBeLessThan(0.02)
    const crossings = left
      .subarray((start + 0.01) * SAMPLE_RATE, (start + 0.04) * SAMPLE_RATE)
      .reduce((count, value, n, all) => count + (value >= 0 && (all[n - 1] ?? 0) < 0 ? 1 : 0), 0)
    expect(Math.abs(crossings / 0.03 - 880)).toBeLessThan(60)
  })

  it('has the chosen volume, and none when muted', async () => {
    const { path } = await make('quiet.mp4', bare, {
      clips: [
        video('a', 60, 0.5, { volume: 25 }),
        video('b', 60, 0.5, { mute: true }),
        video('c', 60, 0.5, { fadeIn: 30 }),
      ],
      sounds: [{ id: 'own-s', asset: 'u_video', at: 60, frames: 60, startSeconds: 2.5, volume: 200 }],
    })
    const { left } = await readSound(path)
    expect(measureLevel(left, 0.52, 0.58)).toBeCloseTo((0.5 * 0.25) / Math.SQRT2, 1)
    expect(measureLevel(left, 2.52, 2.58)).toBeGreaterThan(0.5)
    expect(measureLevel(left, 4.52, 4.58)).toBeLessThan(measureLevel(left, 5.52, 5.58) * 0.65)
  })

  it('plays exactly also from far into a long recording', { tags: ['full'] }, async () => {
    const seconds = 50
    await writeWav(folder.path('long.wav'), seconds, [(at) => (at >= 40 && at < 40.1 ? sine(880, 0.5)(at) : 0)])
    const source = createDocument(
      [
        { id: 'flash', type: 'solid', color: '#fff', in: 1200, out: 1203 },
        { id: 'sound', type: 'audio', source: 'sha256:long', in: 0, out: 1500 },
      ],
      { duration: 1500, background: '#202020' },
    )
    const outPath = folder.path('long.mp4')
    await renderVideo({
      document: source,
      values: {},
      difference: {},
      assetFiles: { 'sha256:long': folder.path('long.wav') },
      output: { ...SIZE, crf: 30 },
      outPath,
    })
    FILES.u_long = outPath
    const clip = { ...video('a', 60, 39), asset: 'u_long' as AssetId }
    const { path } = await make('far.mp4', bare, { clips: [clip], sounds: [] })
    expect(findFlashes(path, 60)).toEqual([1])
    const [beep = 0] = findBeeps((await readSound(path)).left)
    expect(Math.abs(beep - 1)).toBeLessThan(0.005)
  })
})

/** A template with a frame for the video, and one with only words over all of it. */
const framed: TemplateDocument = {
  ...createDocument([
    {
      id: 'words',
      type: 'solid',
      color: '#d8c49a',
      box: [20, 20, 80, 20],
      in: 0,
      out: 45,
      ks: {
        o: {
          a: 1,
          k: [
            { t: 0, s: [0] },
            { t: 10, s: [100] },
          ],
        },
      },
    },
    { id: 'hero', type: 'media', source: { $field: 'hero' }, box: [40, 20, 240, 140], radius: 12, in: 0, out: 45 },
  ]),
  fields: [{ id: 'hero', type: 'media', label: 'Video', accept: ['image', 'video'] }],
}
const full: TemplateDocument = {
  ...framed,
  layers: framed.layers.map((layer) =>
    layer.type === 'media' ? { ...layer, box: [0, 0, 320, 180], radius: 0 } : layer,
  ),
}

describe.each([
  ['over the whole canvas', bare],
  ['in a frame', framed],
  ['in a frame as large as the canvas', full],
] as const)('clips %s', (_name, document) => {
  it.each(TRANSITION_KINDS)('are the same video either way: %s', async (kind) => {
    const timeline: Timeline = {
      clips: [video('a', 30, 0), video('b', 40, 2.5, { speed: 1.5, ...into(kind) }), photo('c', 30, into(kind, 8))],
      sounds: [],
    }
    const spec = { document, values: {}, difference: {}, timeline, assetFiles: FILES }
    const [fast, slow] = [await Composer.open(spec, SIZE), await Composer.open(spec, { ...SIZE, isCanvasOnly: true })]
    const targets = [fast.arena.allocatePicture(320, 180), slow.arena.allocatePicture(320, 180)] as const
    for (const frame of [10, 19, 22, 26, 29, 40, 52, 56, 59, 70]) {
      fast.compose(frame, targets[0])
      slow.compose(frame, targets[1])
      const alike = likeness(readPlanes(fast.arena, targets[0]), readPlanes(slow.arena, targets[1]))
      expect(alike, `frame ${frame}: ${alike.toFixed(1)} dB`).toBeGreaterThan(MIN_LIKENESS)
    }
    fast.close()
    slow.close()
  })
})

it('a video of many clips takes no more memory than one of a few', async () => {
  const clips = Array.from({ length: 40 }, (_, n) =>
    video(`c${n}`, IDLE_FRAMES, (n % 5) + 0.1, n % 3 === 1 ? into('fade', 10) : {}),
  )
  const spec = { document: bare, values: {}, difference: {}, timeline: { clips, sounds: [] }, assetFiles: FILES }
  const composer = await Composer.open(spec, SIZE)
  const picture = composer.arena.allocatePicture(320, 180)
  const sizes: number[] = []
  for (let frame = 0; frame < composer.document.canvas.duration; frame += 3) {
    composer.compose(frame, picture)
    sizes.push(composer.arena.sizeBytes)
  }
  composer.close()
  expect(sizes.at(-1)).toBe(sizes[Math.floor(sizes.length / 4)])
})
