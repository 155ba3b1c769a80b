// Reading customers' files in a real browser: metadata, seeking, playback, and what is stored on the device.
import type { TemplateDocument } from '@vitrine/document/document'
import type { Layer } from '@vitrine/document/layer'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lookAt, type RecordingSpec, times, writeRecording } from '../../apps/worker/testing/recording.ts'
import { createDocument, writePhoto, writeWav } from '../../apps/worker/testing/video.ts'
import { type Harness, openHarness } from './harness.ts'
import { barPlaces, coded, numberAt, readBars, rustle, unevenTimes } from './recordings.ts'

/** The 16.16 matrix of a phone held upright: stored lying, to be turned clockwise by a quarter. */
const quarterTurn = [0, 1 << 16, 0, -(1 << 16), 0, 0, 0, 0, 1 << 30]

let harness: Harness
const recordings: Record<string, readonly number[]> = {
  'even.mp4': times(150, 30),
  'ntsc.mp4': Array.from({ length: 120 }, (_, n) => (n * 1001) / 30_000),
  'fast.mp4': times(180, 60),
  'uneven.webm': unevenTimes(120),
  'late.mp4': times(60, 25, 0.2),
}

beforeAll(async () => {
  harness = await openHarness()
  for (const [name, at] of Object.entries(recordings)) {
    const spec: RecordingSpec = { width: 320, height: 180, times: at, shade: coded(at, 320) }
    await writeRecording(harness.path(name), {
      ...spec,
      ...(name.endsWith('.webm') && { codec: 'vp9' }),
      sound: { wave: rustle, seconds: 3 },
    })
  }
  const upright = times(60, 30)
  await writeRecording(harness.path('upright.mp4'), {
    width: 320,
    height: 180,
    times: upright,
    shade: coded(upright, 320),
    matrix: quarterTurn,
  })
  await writeRecording(harness.path('phone.mp4'), {
    width: 320,
    height: 180,
    times: times(30, 30),
    shade: coded(upright, 320),
    codec: 'hevc',
  })
  await writePhoto(harness.path('photo.jpg'), { width: 800, height: 600 })
  await writeWav(harness.path('song.wav'), 4, [(at) => (at < 2 ? 0.1 : 0.8) * Math.sin(at * 2000)], 44_100)
})
afterAll(() => harness?.close())

describe('opening', () => {
  test('reports kind, size, duration, frame rate, rotation, sound and codec', async () => {
    const facts = (name: string) => harness.call('openFacts', name)
    expect(await facts('even.mp4')).toMatchObject({
      kind: 'video',
      width: 320,
      height: 180,
      frameRate: 30,
      isVariableRate: false,
      rotation: 0,
      hasSound: true,
      canDecode: true,
      problem: undefined,
      codec: expect.stringMatching(/^avc1/),
    })
    expect((await facts('even.mp4')).seconds).toBeCloseTo(5, 1)
    expect((await facts('ntsc.mp4')).frameRate).toBeCloseTo(29.97, 1)
    expect(await facts('fast.mp4')).toMatchObject({ frameRate: 60 })
    expect(await facts('uneven.webm')).toMatchObject({ kind: 'video', isVariableRate: true, canDecode: true })
    expect(await facts('upright.mp4')).toMatchObject({ width: 180, height: 320, rotation: 90, hasSound: false })
    expect(await facts('phone.mp4')).toMatchObject({ kind: 'video', canDecode: false, problem: 'needs-copy' })
    expect(await facts('photo.jpg')).toMatchObject({ kind: 'image', width: 800, height: 600, canDecode: true })
    expect(await facts('song.wav')).toMatchObject({ kind: 'audio', hasSound: true, canDecode: true })
  })
})

describe('seeking', () => {
  test.each(Object.keys(recordings))('%s shows the same frame as the server', async (name) => {
    const at = recordings[name] as readonly number[]
    const last = (at.at(-1) ?? 0) + 0.5
    const moments = Array.from({ length: 25 }, (_, n) => ((n * 7) % 25) * (last / 25))
    const between = at.slice(50, 60).flatMap((seconds) => [seconds, seconds + 0.01])
    const asked = [...moments, ...between, 0]
    const seen = await harness.call('lookAt', name, asked, barPlaces)
    const start = at[0] ?? 0
    const served = asked.map((seconds) => readBars(lookAt(harness.path(name), seconds, barPlaces)))
    expect(seen.map(readBars)).toEqual(served)
    // The sound begins at 0: a video that begins later shows its first picture until then.
    expect(seen.map(readBars)).toEqual(asked.map((seconds) => numberAt(at, Math.max(start, seconds))))
  })
})

/** Three clips of coded videos, cut one after the other, and a sound below. */
function cutDocument(): TemplateDocument {
  const clip = (id: string, asset: string, first: number, end: number, rest: object): Layer =>
    ({ id, type: 'media', in: first, out: end, source: { asset, ...rest }, box: [0, 0, 320, 180], audio: {} }) as Layer
  return createDocument(
    [
      clip('clip-1', 'u_even', 0, 60, { trim: { startSeconds: 1 } }),
      { ...clip('clip-2', 'u_fast', 60, 90, { trim: { startSeconds: 0.5 } }), speed: 2 } as Layer,
      clip('clip-3', 'u_even', 90, 150, { trim: { startSeconds: 0 } }),
    ],
    { width: 320, height: 180, duration: 150 },
  ) as TemplateDocument
}
const cutFiles = { u_even: 'even.mp4', u_fast: 'fast.mp4' }
const cutNumber = (frame: number) => (frame < 60 ? 30 + frame : frame < 90 ? 30 + (frame - 60) * 4 : frame - 90)

describe('a timeline', () => {
  test('seeks exactly: forwards, backwards, over cuts, at another speed', async () => {
    await harness.call('openPreview', { document: cutDocument(), files: cutFiles })
    const jumps = Array.from({ length: 20 }, (_, n) => (n * 67) % 150)
    const back = Array.from({ length: 25 }, (_, n) => 70 - n)
    const on = Array.from({ length: 12 }, (_, n) => 55 + n)
    for (const frames of [jumps, back, on]) {
      expect(await harness.call('seekAll', frames)).toEqual(frames.map(cutNumber))
    }
    await harness.call('closePreview')
  })

  test('shows rotated phone videos upright', async () => {
    const at = times(30, 30)
    const bars = coded(at, 180)
    await writeRecording(harness.path('turned.mp4'), {
      width: 320,
      height: 180,
      times: at,
      shade: (x, y, seconds) => bars(179 - y, x, seconds),
      matrix: quarterTurn,
    })
    const clip = { id: 'clip', type: 'media', in: 0, out: 30, source: { asset: 'u_turned' }, box: [0, 0, 180, 320] }
    const document = createDocument([clip as Layer], { width: 180, height: 320, duration: 30 }) as TemplateDocument
    await harness.call('openPreview', { document, files: { u_turned: 'turned.mp4' } })
    expect(await harness.call('seekAll', [0, 21, 6])).toEqual([0, 21, 6])
    await harness.call('closePreview')
    expect(await harness.call('smallPictures', 'turned.mp4', [0], 60)).toMatchObject([{ width: 34, height: 60 }])
  })

  test('plays in sync, over its cuts, with few frames in memory', async () => {
    await harness.page.mouse.click(5, 5)
    await harness.call('openPreview', { document: cutDocument(), files: cutFiles })
    const played = await harness.call('playOn', 30, 3)
    expect(played.shown.length).toBeGreaterThan(2)
    // A busy machine shows late pictures; none comes before its time.
    expect(played.shown.filter(([frame, shown]) => shown > cutNumber(frame) + 1)).toEqual([])
    const settled = played.offsets.slice(Math.floor(played.offsets.length / 2)).toSorted((a, b) => a - b)
    expect(Math.abs(settled[Math.floor(settled.length / 2)] ?? 1)).toBeLessThan(0.04)
    expect(played.maxPictures).toBeLessThanOrEqual(40)
    await harness.call('closePreview')
  })
})

describe('scanning a file', () => {
  test('returns thumbnails of each time, cached ones at once', async () => {
    const asked = [0, 1, 2, 3, 4]
    const first = await harness.call('smallPictures', 'even.mp4', asked, 60)
    expect(first.map(({ seconds }) => seconds)).toEqual(asked)
    expect(first[0]).toMatchObject({ width: 107, height: 60 })
    expect(await harness.call('smallPictures', 'even.mp4', asked, 60)).toEqual(first)
    expect(await harness.call('smallPictures', 'photo.jpg', [0], 60)).toMatchObject([{ width: 80, height: 60 }])
  })

  test('returns its loudness over time', async () => {
    const peaks = await harness.call('loudness', 'song.wav', 10)
    expect(peaks).toHaveLength(40)
    expect(peaks.slice(1, 19).every((peak) => Math.abs(peak - 0.1) < 0.02)).toBe(true)
    expect(peaks.slice(21, 39).every((peak) => Math.abs(peak - 0.8) < 0.02)).toBe(true)
  })

  test('makes an editing copy that shows the same pictures at the same times', async () => {
    const { facts, percents, isFoundAgain } = await harness.call('copyVideo', 'ntsc.mp4')
    expect(facts).toMatchObject({ width: 320, height: 180, canDecode: true })
    expect([percents > 10, isFoundAgain]).toEqual([true, true])
    const at = recordings['ntsc.mp4'] as readonly number[]
    const asked = [0, 0.51, 1.25, 2.02, 3.88]
    const seen = await harness.call('lookAt', 'copy-ntsc.mp4', asked, barPlaces)
    expect(seen.map(readBars)).toEqual(asked.map((seconds) => numberAt(at, seconds)))
  })
})

describe('files of the customer', () => {
  test('are available after a reload, until they are removed', async () => {
    expect(await harness.call('keepFile', 'even.mp4', 'u_local-1')).toBe('copy')
    const before = await harness.call('openFacts', 'even.mp4')
    await harness.reload()
    const found = await harness.call('findFiles', 'u_local-1')
    expect(found.status).toBe('ready')
    // The same key: thumbnails and editing copies of the earlier visit are still its own.
    expect(found.facts).toEqual(before)
    expect(found.list).toEqual([
      { localId: 'u_local-1', projectId: 'project', kind: 'video', fileName: 'even.mp4', keeping: 'copy' },
    ])
    await harness.call('forgetFile', 'u_local-1')
    expect(await harness.call('findFiles', 'u_local-1')).toMatchObject({ status: 'gone', list: [] })
    expect(await harness.call('listStored', 'local-files')).toEqual([])
  })
})

describe('sound', () => {
  test('begins at the exact sample, in every format, from any time', async () => {
    for (const name of ['even.mp4', 'uneven.webm']) {
      const whole = await harness.call('readSound', name, 0, 96_000)
      const part = await harness.call('readSound', name, 33_333, 4800)
      // Some containers store times in milliseconds only.
      expect(Math.abs(findLag(part.left, whole.left.slice(33_333), 2400, 60)), name).toBeLessThanOrEqual(48)
      const expected = Array.from({ length: 96_000 }, (_, n) => rustle(n / 48_000))
      expect(Math.abs(findLag(whole.left, expected, 24_000, 2400)), name).toBeLessThanOrEqual(96)
    }
    const song = await harness.call('readSound', 'song.wav', 24_000, 24_000)
    const wave = Array.from({ length: 24_000 }, (_, n) => 0.1 * Math.sin((0.5 + n / 48_000) * 2000))
    const off = song.left.map((sample, n) => Math.abs(sample - (wave[n] ?? 0)))
    expect(Math.max(...off)).toBeLessThan(0.001)
  })
})

/** Samples by which one sound comes later than another that is otherwise alike, looked for from a sample on. */
function findLag(one: readonly number[], other: readonly number[], from: number, most: number): number {
  let best = { lag: 0, likeness: Number.NEGATIVE_INFINITY }
  for (let lag = -most; lag <= most; lag++) {
    let sum = 0
    for (let n = from; n < from + 2000; n++) sum += (one[n + lag] ?? 0) * (other[n] ?? 0)
    if (sum > best.likeness) best = { lag, likeness: sum }
  }
  return best.lag
}

test('the page logged no error', () => {
  expect(harness.failures).toEqual([])
})
