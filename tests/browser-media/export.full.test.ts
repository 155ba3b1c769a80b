// Compares videos rendered in the browser with the server's videos of the same documents.
import { type Canvas, createCanvas } from '@napi-rs/canvas'
import type { Timeline } from '@vitrine/document/clip'
import type { TemplateDocument } from '@vitrine/document/document'
import type { Layer } from '@vitrine/document/layer'
import { applyTimeline } from '@vitrine/document/timeline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { VideoFile } from '../../apps/worker/src/media/video-file.ts'
import { renderVideo } from '../../apps/worker/src/render/render-video.ts'
import { lookAt, type Shade, times, writeRecording } from '../../apps/worker/testing/recording.ts'
import { createDocument, psnr, readSound, sine, writePhoto, writeWav } from '../../apps/worker/testing/video.ts'
import { type Harness, openHarness } from './harness.ts'
import { barPlaces, coded, numberAt, readBars, rustle } from './recordings.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness?.close())

function copyCanvas(canvas: Canvas): Canvas {
  const copy = createCanvas(canvas.width, canvas.height)
  copy.getContext('2d').drawImage(canvas, 0, 0)
  return copy
}

function likeness(one: string, other: string, seconds: readonly number[]): number[] {
  const [a, b] = [VideoFile.open(one), VideoFile.open(other)]
  try {
    return seconds.map((at) => psnr(copyCanvas(a.canvasAt(at)), copyCanvas(b.canvasAt(at))))
  } finally {
    a.close()
    b.close()
  }
}

/** Samples by which one sound comes later than another that is otherwise alike. */
function findLag(one: Float32Array, other: Float32Array, from: number): number {
  let best = { lag: 0, likeness: Number.NEGATIVE_INFINITY }
  for (let lag = -2400; lag <= 2400; lag++) {
    let sum = 0
    for (let n = from; n < from + 36_000; n += 3) sum += (one[n + lag] ?? 0) * (other[n] ?? 0)
    if (sum > best.likeness) best = { lag, likeness: sum }
  }
  return best.lag
}

/**
 * Soft bands that wander: every frame is another, and none is hard to encode. All of it are colours that screens have: what
 * lies beyond red, green and blue a canvas cuts off, and the server's planes keep, which would be all that is measured.
 */
const wandering = (x: number, y: number, seconds: number) =>
  [
    126 + 60 * Math.sin(x / 40 + seconds * 3) * Math.cos(y / 30 - seconds),
    128 + 24 * Math.sin(y / 50 + seconds * 2),
    128 + 24 * Math.cos(x / 60 - seconds),
  ] as const

test('a video of three clips looks and sounds as the server makes it', { timeout: 300_000 }, async () => {
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
  const video = (id: string, asset: string, first: number, end: number, startSeconds: number): Layer =>
    ({
      id,
      type: 'media',
      in: first,
      out: end,
      source: { asset, trim: { startSeconds } },
      box: [0, 0, 640, 360],
      audio: { volume: 80, fadeIn: 6, fadeOut: 6 },
    }) as Layer
  const document = createDocument(
    [
      { id: 'bar', type: 'solid', in: 0, out: 120, color: '#d8c49a', box: [40, 300, 200, 30] } as Layer,
      video('C', 'u_photo', 80, 120, 0),
      video('B', 'u_two', 40, 80, 0.4),
      video('A', 'u_one', 0, 40, 0.5),
      { id: 'M', type: 'audio', source: { asset: 'u_music' }, in: 0, out: 120, audio: { loop: true } } as Layer,
    ],
    { width: 640, height: 360, duration: 120 },
  ) as TemplateDocument
  const names = { u_one: 'one.mp4', u_two: 'two.webm', u_photo: 'photo.jpg', u_music: 'music.wav' }
  const size = { width: 640, height: 360 }
  const made = await harness.call('renderVideo', {
    document,
    files: names,
    streamed: ['u_two'],
    size,
    saveAs: 'made.mp4',
  })
  expect(made).toMatchObject({ ...size, seconds: 4, hasSound: true, fileName: 'made.mp4' })
  const served = harness.path('served.mp4')
  await renderVideo({
    document,
    values: {},
    difference: {},
    assetFiles: Object.fromEntries(Object.entries(names).map(([id, name]) => [id, harness.path(name)])),
    output: size,
    outPath: served,
  })
  const moments = Array.from({ length: 40 }, (_, n) => (n * 3 + 0.5) / 30)
  const found = likeness(harness.path('made.mp4'), served, moments)
  expect(Math.min(...found)).toBeGreaterThanOrEqual(38)
  const [here, there] = [await readSound(harness.path('made.mp4')), await readSound(served)]
  const lags = [12_000, 72_000].map((from) => findLag(here.left, there.left, from))
  // A millisecond: what webm's times are rounded to.
  for (const lag of lags) expect(Math.abs(lag)).toBeLessThanOrEqual(48)
  expect(harness.failures).toEqual([])
})

test('a timeline with transitions and another speed is the video that the server makes of it', {
  timeout: 300_000,
}, async () => {
  await writeRecording(harness.path('left.mp4'), {
    width: 640,
    height: 360,
    times: times(90, 30),
    shade: wandering,
    sound: { wave: rustle, seconds: 3 },
  })
  const upright: Shade = (x, y, seconds) => wandering(x + 90, y, seconds / 2 + 2)
  const right = { times: times(120, 60), sound: { wave: (seconds: number) => rustle(seconds + 5), seconds: 2 } }
  await writeRecording(harness.path('upright.mp4'), { width: 360, height: 640, shade: upright, ...right })
  // The same as a phone stores it: on its side, with the turn written down. The server turns files when they arrive.
  await writeRecording(harness.path('right.mp4'), {
    width: 640,
    height: 360,
    shade: (x, y, seconds) => upright(359 - y, x, seconds),
    matrix: [0, 1 << 16, 0, -(1 << 16), 0, 0, 0, 0, 1 << 30],
    ...right,
  })
  const clip = { kind: 'video' as const, startSeconds: 0 }
  const timeline: Timeline = {
    clips: [
      { ...clip, id: 'own-1', asset: 'u_left', frames: 45, startSeconds: 0.5, fadeIn: 10 },
      { ...clip, id: 'own-2', asset: 'u_right', frames: 25, speed: 2, transition: { kind: 'fade', frames: 12 } },
      {
        ...clip,
        id: 'own-3',
        asset: 'u_left',
        frames: 40,
        transition: { kind: 'slide-left', frames: 10 },
        fit: 'contain',
      },
    ],
    sounds: [],
  }
  const title = { id: 'title', type: 'solid', in: 0, out: 60, color: '#d8c49a', box: [40, 300, 200, 30] } as Layer
  const template = createDocument([title], { width: 640, height: 360, duration: 60 })
  const document = applyTimeline(template, timeline)
  const files = { u_left: 'left.mp4', u_right: 'right.mp4' }
  const size = { width: 640, height: 360 }
  const made = await harness.call('renderVideo', { document, files, size, saveAs: 'timeline.mp4' })
  expect(made).toMatchObject({ hasSound: true, seconds: document.canvas.duration / 30 })
  const served = harness.path('timeline-served.mp4')
  await renderVideo({
    document,
    values: {},
    difference: {},
    assetFiles: { u_left: harness.path('left.mp4'), u_right: harness.path('upright.mp4') },
    output: size,
    outPath: served,
  })
  const moments = Array.from({ length: document.canvas.duration }, (_, n) => (n + 0.5) / 30)
  const found = likeness(harness.path('timeline.mp4'), served, moments)
  // Each frame of the fade, too: one too early or too late would be far below.
  expect(Math.min(...found), found.map((item) => item.toFixed(0)).join(' ')).toBeGreaterThanOrEqual(38)
  const [here, there] = [await readSound(harness.path('timeline.mp4')), await readSound(served)]
  for (const from of [6000, 60_000]) expect(Math.abs(findLag(here.left, there.left, from))).toBeLessThanOrEqual(48)
})

/** Black with a white flash at each whole second, and a beep with it. */
const flash = (_x: number, _y: number, seconds: number) =>
  [Math.abs(seconds - Math.round(seconds)) < 1e-6 && Math.round(seconds) >= 1 ? 235 : 16, 128, 128] as const
const beep = (seconds: number) => (seconds > 0.5 && seconds % 1 < 0.05 ? 0.8 * Math.sin(seconds * 6283) : 0)

test('flash and beep stay in sync, whatever recorded the clip', { timeout: 300_000 }, async () => {
  const kinds = {
    'even.mp4': { times: times(90, 30) },
    // Only whole seconds have to be among the times: the rest comes as it likes.
    'uneven.webm': {
      times: Array.from({ length: 80 }, (_, n) => (n % 25 === 0 ? n / 25 : (n + 0.3 * Math.sin(n * 5)) / 25)),
      codec: 'vp9' as const,
    },
    'upright.mp4': { times: times(180, 60), matrix: [0, 1 << 16, 0, -(1 << 16), 0, 0, 0, 0, 1 << 30] },
  }
  for (const [name, kind] of Object.entries(kinds)) {
    await writeRecording(harness.path(name), {
      width: 320,
      height: 180,
      shade: flash,
      sound: { wave: beep, seconds: 3.2 },
      ...kind,
    })
    const document = createDocument(
      [
        {
          id: 'clip',
          type: 'media',
          in: 0,
          out: 72,
          source: { asset: 'u_clip', trim: { startSeconds: 0.5 } },
          box: [0, 0, 320, 180],
          audio: {},
        } as Layer,
      ],
      { duration: 72, fps: [30_000, 1001] },
    )
    const made = await harness.call('renderVideo', {
      document,
      files: { u_clip: name },
      size: { width: 320, height: 180 },
      saveAs: `together-${name}.mp4`,
    })
    expect(made).toMatchObject({ hasSound: true })
    const { left } = await readSound(harness.path(`together-${name}.mp4`))
    for (const second of [0.5, 1.5]) {
      const heard = left.findIndex((sample, n) => n > (second - 0.3) * 48_000 && Math.abs(sample) > 0.2) / 48_000
      const seen = firstBright(harness.path(`together-${name}.mp4`), second - 0.3)
      expect(Math.abs(seen - heard), `${name} at ${second}`).toBeLessThan(0.04)
    }
  }
})

test('sound that cannot be loaded is reported, and nothing is left behind', async () => {
  const document = createDocument([
    { id: 'song', type: 'audio', source: { asset: 'u_gone' }, in: 0, out: 45, audio: {} } as Layer,
  ])
  const made = harness.call('renderVideo', {
    document,
    files: {},
    size: { width: 320, height: 180 },
    saveAs: 'none.mp4',
  })
  // The page says it in the visitor's language: “Failed to download video with audio. Please try again.”
  await expect(made).rejects.toThrow('ExportError: sound')
  expect(await harness.call('listStored', 'videos')).toEqual([])
})

/** When a video is first bright, looked for from a time on, by steps of two milliseconds. */
function firstBright(path: string, from: number): number {
  for (let at = from; at < from + 0.6; at += 0.002) {
    if ((lookAt(path, at, [[0.5, 0.5]])[0]?.[0] ?? 0) > 120) return at
  }
  throw new Error('There is no flash')
}

test('every frame of the video shows its own time', async () => {
  const at = times(120, 60)
  await writeRecording(harness.path('coded.mp4'), { width: 320, height: 180, times: at, shade: coded(at, 320) })
  const document = createDocument(
    [{ id: 'clip', type: 'media', in: 0, out: 50, source: { asset: 'u_coded' }, box: [0, 0, 320, 180] } as Layer],
    { duration: 50, fps: [30_000, 1001] },
  )
  const made = await harness.call('renderVideo', {
    document,
    files: { u_coded: 'coded.mp4' },
    size: { width: 320, height: 180 },
    saveAs: 'frames.mp4',
  })
  expect(made).toMatchObject({ hasSound: false })
  const frames = Array.from({ length: 50 }, (_, n) => n)
  const shown = frames.map((n) => readBars(lookAt(harness.path('frames.mp4'), ((n + 0.5) * 1001) / 30_000, barPlaces)))
  expect(shown).toEqual(frames.map((n) => numberAt(at, (n * 1001) / 30_000)))
})

test('an export continues in a hidden page, and while a browser throttles the page', async () => {
  const at = times(60, 30)
  await writeRecording(harness.path('long.mp4'), {
    width: 320,
    height: 180,
    times: at,
    shade: coded(at, 320),
    sound: { wave: beep, seconds: 2 },
  })
  const clip = {
    id: 'clip',
    type: 'media',
    in: 0,
    out: 60,
    source: { asset: 'u_long' },
    box: [0, 0, 320, 180],
  } as Layer
  const document = createDocument([{ ...clip, audio: {} } as Layer], { duration: 60 })
  const asked = { document, files: { u_long: 'long.mp4' }, size: { width: 320, height: 180 }, saveAs: 'hidden.mp4' }
  const { made, locks } = await harness.call('makeVideoHidden', asked)
  expect(made).toMatchObject({ hasSound: true, seconds: 2 })
  expect(locks).toEqual([expect.stringContaining('vitrine-video-')])
  const browser = await harness.page.context().newCDPSession(harness.page)
  const going = harness.call('renderVideo', { ...asked, saveAs: 'held.mp4' })
  await browser.send('Page.setWebLifecycleState', { state: 'frozen' })
  await browser.send('Page.setWebLifecycleState', { state: 'active' })
  expect(await going).toMatchObject({ hasSound: true, seconds: 2 })
  for (const name of ['hidden.mp4', 'held.mp4']) {
    const shown = [0, 20, 59].map((n) => readBars(lookAt(harness.path(name), (n + 0.5) / 30, barPlaces)))
    expect(shown).toEqual([0, 20, 59])
  }
  expect(harness.failures).toEqual([])
})

test('the fast paths between frames, canvases and memory change no pixel', async () => {
  const at = times(20, 20)
  const kinds = {
    'plain.mp4': {},
    'plain.webm': { codec: 'vp9' as const },
    // Only drawing turns a picture upright.
    'turned.mp4': { matrix: [0, 1 << 16, 0, -(1 << 16), 0, 0, 0, 0, 1 << 30] },
  }
  for (const [name, kind] of Object.entries(kinds)) {
    await writeRecording(harness.path(name), { width: 640, height: 360, times: at, shade: wandering, ...kind })
    const shown = name === 'turned.mp4' ? 0 : 3
    expect(await harness.call('compareWays', name, [0, 0.4, 0.8]), name).toEqual({ most: 0, shown })
  }
})

test('before payment the video is small and watermarked, and reports progress', async () => {
  const document = createDocument([{ id: 'ground', type: 'solid', in: 0, out: 40, color: '#406080' } as Layer], {
    width: 1920,
    height: 1080,
    duration: 40,
  })
  const size = { width: 960, height: 540 }
  const made = await harness.call('renderVideo', {
    document,
    files: {},
    size,
    watermark: 'VITRINE',
    saveAs: 'marked.mp4',
  })
  if ('problem' in made) throw new Error(made.problem)
  expect(made).toMatchObject(size)
  expect(made.percents.at(-1)).toBe(99)
  expect(made.percents).toEqual(made.percents.toSorted((a, b) => a - b))
  const video = VideoFile.open(harness.path('marked.mp4'))
  expect([video.width, video.height]).toEqual([960, 540])
  const context = video.canvasAt(0.5).getContext('2d')
  const { data } = context.getImageData(0, 0, 960, 540)
  const reds = Array.from({ length: data.length / 4 }, (_, n) => data[n * 4] ?? 0)
  expect(
    Math.max(...reds.filter((_, n) => n % 7 === 0)) - Math.min(...reds.filter((_, n) => n % 7 === 0)),
  ).toBeGreaterThan(20)
  video.close()
})

test('a canceled export leaves nothing behind, and files that only the server reads are reported beforehand', async () => {
  const document = createDocument([{ id: 'ground', type: 'solid', in: 0, out: 3000, color: '#406080' } as Layer], {
    duration: 3000,
  })
  const asked = { document, files: {}, size: { width: 320, height: 180 }, saveAs: '' }
  expect(await harness.call('giveUpVideo', asked)).toEqual({ result: 'AbortError', left: [], locks: 0 })
  await writeRecording(harness.path('phone.mp4'), {
    width: 320,
    height: 180,
    times: times(10, 30),
    shade: flash,
    codec: 'hevc',
  })
  expect(await harness.call('renderVideo', { ...asked, files: { u_phone: 'phone.mp4' } })).toEqual({
    problem: 'source-needs-server',
  })
  expect(harness.failures).toEqual([])
})

test('a video gets small enough for a messenger, and keeps its length, shape and sound', {
  timeout: 300_000,
}, async () => {
  // Fine patterns that move are what makes videos large.
  const noise: Shade = (x, y, seconds) => [
    90 + (((x >> 1) * 37 + (y >> 1) * 91 + Math.floor(seconds * 30) * 5) % 40),
    128,
    128,
  ]
  const sound = { wave: rustle, seconds: 3 }
  await writeRecording(harness.path('large.mp4'), {
    width: 640,
    height: 360,
    times: times(90, 30),
    shade: noise,
    sound,
  })
  const limit = 200_000
  const { sizeBytes } = await harness.call('shrinkVideo', 'large.mp4', limit, 'small.mp4')
  expect(sizeBytes).toBeLessThanOrEqual(limit)
  const video = VideoFile.open(harness.path('small.mp4'))
  expect(video.width / video.height).toBeCloseTo(640 / 360, 1)
  expect(video.width).toBeLessThanOrEqual(640)
  video.canvasAt(2.9)
  video.close()
  const { left } = await readSound(harness.path('small.mp4'))
  expect(left.length / 48_000).toBeCloseTo(3, 0)
  expect(harness.failures).toEqual([])
})
