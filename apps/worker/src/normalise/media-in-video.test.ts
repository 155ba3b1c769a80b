// Customers' media, normalised and then used in a video: verified in its frames and sound.

import { mkdir } from 'node:fs/promises'
import type { TemplateDocument } from '@vitrine/document/document'
import type { AssetId, FieldValues } from '@vitrine/document/field'
import type { Layer } from '@vitrine/document/layer'
import { MediaInput } from '@vitrine/media/media-input'
import { SAMPLE_RATE } from '@vitrine/painter/voice'
import { AVMEDIA_TYPE_AUDIO } from 'node-av'
import { beforeAll, describe, expect, it } from 'vitest'
import { type RecordingSpec, times, writeRecording } from '../../testing/recording.ts'
import { createDocument, measureLevel, readSound, sine, useFolder, type Wave, writeWav } from '../../testing/video.ts'
import { VideoFile } from '../media/video-file.ts'
import { renderVideo } from '../render/render-video.ts'
import { normaliseRecording } from './normalise-recording.ts'
import { LoudnessMeter, readSoundFrames } from './sound-frames.ts'

const folder = useFolder()
const VIDEO: AssetId = 'sha256:video'
const SONG: AssetId = 'sha256:song'
const LOUD: AssetId = 'sha256:loud'
const files: Record<string, string> = {}

async function normalise(name: string): Promise<string> {
  const out = folder.path(`${name}-out`)
  await mkdir(out)
  const request = { sourcePath: folder.path(name), folder: out, longestSeconds: 60, threads: 1 }
  return (await normaliseRecording(request, () => {})).masterPath
}

/** Half a second that brightens picture by picture, with a tone. */
const CLIMB: RecordingSpec = {
  width: 320,
  height: 180,
  times: times(15, 30),
  shade: (_x, _y, seconds) => [30 + Math.round(seconds * 30) * 12, 128, 128],
  sound: { wave: sine(440, 0.4), seconds: 0.5 },
}
const lumaAt = (picture: number) => 30 + picture * 12

beforeAll(async () => {
  await writeRecording(folder.path('climb.mov'), CLIMB)
  // 440 periods per second: half a second contains a whole number of them, so its end matches its start.
  await writeWav(folder.path('song.wav'), 0.5, [sine(440, 0.5)])
  // A loud chord and a high whistle, which start within a few milliseconds like instruments.
  const chord: Wave = (at) => [220, 277, 330, 997].reduce((sum, tone) => sum + sine(tone, 0.25)(at), 0)
  const whistle: Wave = (at) => 0.7 * chord(at * 1.01) + sine(5000, 0.3)(at)
  const played =
    (wave: Wave): Wave =>
    (at) =>
      wave(at) * Math.min(1, at / 0.03)
  await writeWav(folder.path('loud.wav'), 2, [played(chord), played(whistle)])
  files[VIDEO] = await normalise('climb.mov')
  files[SONG] = await normalise('song.wav')
  files[LOUD] = await normalise('loud.wav')
})

let videos = 0
async function make(layers: Layer[], changes: Partial<TemplateDocument> = {}, values: FieldValues = {}) {
  const outPath = folder.path(`video-${videos++}.mp4`)
  const output = { width: 320, height: 180, crf: 8 }
  await renderVideo({
    document: { ...createDocument(layers), ...changes },
    values,
    difference: {},
    assetFiles: files,
    output,
    outPath,
  })
  return outPath
}

/** The source picture that each frame shows, by its brightness. */
function listPictures(path: string): number[] {
  const video = VideoFile.open(path)
  const shown = Array.from({ length: 45 }, (_, frame) => {
    const luma = video.frameAt((frame + 0.5) / 30)?.data?.[0]?.[90 * 320 + 160] ?? 0
    return Math.round((luma - lumaAt(0)) / 12)
  })
  video.close()
  return shown
}

const video = (changes: Partial<Extract<Layer, { type: 'media' }>> = {}): Layer => ({
  id: 'video',
  type: 'media',
  in: 0,
  out: 45,
  source: VIDEO,
  box: [0, 0, 320, 180],
  audio: {},
  ...changes,
})

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => from + n)

describe('a video that is shorter than its layer', () => {
  it('stops at its last picture, and is silent then', async () => {
    const path = await make([video()])
    expect(listPictures(path)).toEqual([...range(0, 15), ...Array(30).fill(14)])
    const { left } = await readSound(path)
    expect(measureLevel(left, 0.1, 0.45)).toBeCloseTo(0.4 / Math.SQRT2, 2)
    expect(measureLevel(left, 0.55, 1.4)).toBeLessThan(0.001)
  })

  it('starts again where its layer says so, with its sound, without a gap', async () => {
    const path = await make([video({ loop: true })])
    expect(listPictures(path)).toEqual([...range(0, 15), ...range(0, 15), ...range(0, 15)])
    const { left } = await readSound(path)
    for (const seam of [0.5, 1]) {
      expect(measureLevel(left, seam - 0.01, seam + 0.01), `${seam}`).toBeGreaterThan(0.7 * (0.4 / Math.SQRT2))
    }
  })

  it('starts again within the part that was chosen, which ends no later than the video', {
    tags: ['full'],
  }, async () => {
    const part = { asset: VIDEO, trim: { startSeconds: 0.2, endSeconds: 0.4 } }
    const shown = listPictures(await make([video({ loop: true, source: part })]))
    expect(shown.slice(0, 18)).toEqual([...range(6, 12), ...range(6, 12), ...range(6, 12)])
    const beyond = { asset: VIDEO, trim: { startSeconds: 0.4, endSeconds: 30 } }
    expect(listPictures(await make([video({ loop: true, source: beyond })])).slice(0, 6)).toEqual([
      12, 13, 14, 12, 13, 14,
    ])
    expect(listPictures(await make([video({ source: beyond })]))).toEqual([12, 13, ...Array(43).fill(14)])
    const after = { asset: VIDEO, trim: { startSeconds: 20 } }
    expect(listPictures(await make([video({ loop: true, source: after })]))).toEqual(Array(45).fill(14))
  })

  it('that is longer is cut, and a muted one is not heard', async () => {
    const layers = [video({ out: 10, source: { asset: VIDEO, mute: true } })]
    const path = await make(layers)
    expect(listPictures(path).slice(0, 10)).toEqual(range(0, 10))
    expect(measureLevel((await readSound(path)).left)).toBe(0)
  })
})

describe('a song', () => {
  const song = (changes: Partial<Extract<Layer, { type: 'audio' }>> = {}): Layer => ({
    id: 'song',
    type: 'audio',
    in: 0,
    out: 45,
    source: SONG,
    ...changes,
  })

  it('loops without an audible gap, whatever its format', async () => {
    const { left } = await readSound(await make([song({ audio: { loop: true } })]))
    const full = 0.5 / Math.SQRT2
    for (let at = 0.46; at < 1.06; at += 0.005) {
      expect(Math.abs(measureLevel(left, at, at + 0.01) / full - 1), at.toFixed(3)).toBeLessThan(0.12)
    }
  })

  it('has the chosen volume, from 0 to 200 %', async () => {
    for (const [volume, factor] of [
      [0, 0],
      [50, 0.5],
      [100, 1],
      [160, 1.6],
    ] as const) {
      const { left } = await readSound(await make([song({ audio: { volume: { a: 0, k: volume } } })]))
      expect(measureLevel(left, 0.1, 0.4), `${volume}`).toBeCloseTo((0.5 / Math.SQRT2) * factor, 2)
    }
  })

  it('of the customer replaces the template’s', async () => {
    const fields = [{ id: 'music', type: 'audio' as const, label: 'Music', default: LOUD }]
    const layers = [song({ source: { $field: 'music' } })]
    const own = await readSound(await make(layers, { fields }, { music: { asset: SONG } }))
    expect(measureLevel(own.left, 0.1, 0.4)).toBeCloseTo(0.5 / Math.SQRT2, 2)
    const trimmed = await make(
      layers,
      { fields },
      { music: { asset: SONG, trim: { startSeconds: 0.25, endSeconds: 9 } } },
    )
    const { left } = await readSound(trimmed)
    expect(measureLevel(left, 0.05, 0.2)).toBeCloseTo(0.5 / Math.SQRT2, 1)
    expect(measureLevel(left, 0.3, 1.4)).toBeLessThan(0.001)
  })

  it('stays below full scale when mixed at the highest volume, also between the samples', async () => {
    const layers = [1, 2, 3].map((n) => song({ id: `loud${n}`, source: LOUD, audio: { volume: { a: 0, k: 200 } } }))
    const path = await make(layers)
    const { truePeakDb, integratedLufs } = await measure(path)
    expect(truePeakDb).toBeLessThan(0)
    expect(integratedLufs).toBeGreaterThan(-6)
  })
})

async function measure(path: string) {
  using input = await MediaInput.open(path)
  const index = input.bestStream(AVMEDIA_TYPE_AUDIO)?.index ?? -1
  const meter = new LoudnessMeter()
  let samples = 0
  for await (const frame of readSoundFrames(path, index)) {
    samples += frame.nbSamples
    await meter.update(frame)
    frame.free()
  }
  expect(samples).toBeGreaterThan(SAMPLE_RATE)
  return meter.finish()
}
