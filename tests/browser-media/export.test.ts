// Films made in the browser beside those that the server makes of the same documents.
import { type Canvas, createCanvas } from '@napi-rs/canvas'
import type { Layer, TemplateDocument } from '@vitrine/composition/document'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { renderFilm } from '../../apps/worker/src/film.ts'
import { documentOf, psnr, readSound, sine, writePhoto, writeWav } from '../../apps/worker/src/film-fixture.ts'
import { times, writeRecording } from '../../apps/worker/src/normalise/recording-fixture.ts'
import { VideoFile } from '../../apps/worker/src/video-file.ts'
import { type Harness, openHarness } from './harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
}, 120_000)
afterAll(() => harness?.close())

function copyOf(canvas: Canvas): Canvas {
  const copy = createCanvas(canvas.width, canvas.height)
  copy.getContext('2d').drawImage(canvas, 0, 0)
  return copy
}

function likeness(one: string, other: string, seconds: readonly number[]): number[] {
  const [a, b] = [VideoFile.open(one), VideoFile.open(other)]
  try {
    return seconds.map((at) => psnr(copyOf(a.canvasAt(at)), copyOf(b.canvasAt(at))))
  } finally {
    a.close()
    b.close()
  }
}

/** Samples by which one sound comes later than another that is otherwise alike. */
function lagOf(one: Float32Array, other: Float32Array, from: number): number {
  let best = { lag: 0, likeness: Number.NEGATIVE_INFINITY }
  for (let lag = -2400; lag <= 2400; lag++) {
    let sum = 0
    for (let n = from; n < from + 36_000; n += 3) sum += (one[n + lag] ?? 0) * (other[n] ?? 0)
    if (sum > best.likeness) best = { lag, likeness: sum }
  }
  return best.lag
}

/** Noise that is the same each time: a lag of it can be told exactly. */
const rustle = (seconds: number) => {
  const n = Math.floor(seconds * 6000)
  return 0.3 * Math.sin(n * n * 12.9898 + n * 78.233)
}

/** Soft bands that wander: every frame is another, and none is hard to encode. */
const wandering = (x: number, y: number, seconds: number) =>
  [
    126 + 70 * Math.sin(x / 40 + seconds * 3) * Math.cos(y / 30 - seconds),
    128 + 40 * Math.sin(y / 50 + seconds * 2),
    128 + 40 * Math.cos(x / 60 - seconds),
  ] as const

test('a film of three clips looks and sounds as the server makes it', { timeout: 300_000 }, async () => {
  await writeRecording(harness.path('one.mp4'), {
    width: 640,
    height: 360,
    times: times(60, 30),
    shade: wandering,
    sound: { wave: rustle, seconds: 2 },
  })
  await writeRecording(harness.path('two.webm'), {
    width: 480,
    height: 480,
    times: times(50, 25),
    shade: (x, y, seconds) => wandering(y, x, seconds + 5),
    codec: 'vp9',
    sound: { wave: (seconds) => rustle(seconds + 9), seconds: 2 },
  })
  await writePhoto(harness.path('photo.jpg'), { width: 800, height: 600, saturation: 30 })
  await writeWav(harness.path('music.wav'), 3, [sine(220, 0.2), sine(330, 0.2)], 44_100)
  const film = (id: string, asset: string, first: number, end: number, startSeconds: number): Layer =>
    ({
      id,
      type: 'media',
      in: first,
      out: end,
      source: { asset, trim: { startSeconds } },
      box: [0, 0, 640, 360],
      audio: { volume: 80, fadeIn: 6, fadeOut: 6 },
    }) as Layer
  const document = documentOf(
    [
      { id: 'bar', type: 'solid', in: 0, out: 120, color: '#d8c49a', box: [40, 300, 200, 30] } as Layer,
      film('C', 'u_photo', 80, 120, 0),
      film('B', 'u_two', 40, 80, 0.4),
      film('A', 'u_one', 0, 40, 0.5),
      { id: 'M', type: 'audio', source: { asset: 'u_music' }, in: 0, out: 120, audio: { loop: true } } as Layer,
    ],
    { width: 640, height: 360, duration: 120 },
  ) as TemplateDocument
  const names = { u_one: 'one.mp4', u_two: 'two.webm', u_photo: 'photo.jpg', u_music: 'music.wav' }
  const size = { width: 640, height: 360 }
  const made = await harness.call('makeFilm', { document, files: names, streamed: ['u_two'], size, saveAs: 'made.mp4' })
  expect(made).toMatchObject({ ...size, seconds: 4, hasSound: true, isSaved: false, fileName: 'made.mp4' })
  const served = harness.path('served.mp4')
  await renderFilm({
    document,
    values: {},
    ops: [],
    assetFiles: Object.fromEntries(Object.entries(names).map(([id, name]) => [id, harness.path(name)])),
    output: size,
    outPath: served,
  })
  const moments = Array.from({ length: 40 }, (_, n) => (n * 3 + 0.5) / 30)
  const found = likeness(harness.path('made.mp4'), served, moments)
  console.log(found.map((one) => one.toFixed(1)).join(' '))
  expect(Math.min(...found)).toBeGreaterThanOrEqual(38)
  const [here, there] = [await readSound(harness.path('made.mp4')), await readSound(served)]
  console.log([12_000, 72_000].map((from) => lagOf(here.left, there.left, from)))
  ;(await import('node:fs')).copyFileSync(harness.path('made.mp4'), '/tmp/bm/made.mp4')
  ;(await import('node:fs')).copyFileSync(served, '/tmp/bm/served.mp4')
  expect(harness.failures).toEqual([])
})
