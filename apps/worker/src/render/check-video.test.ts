import { readFile, writeFile } from 'node:fs/promises'
import { check } from '@vitrine/media/libav-error'
import { createMediaOutput, MediaInput } from '@vitrine/media/media-input'
import { Dictionary, Packet } from 'node-av'
import { beforeAll, expect, it } from 'vitest'
import { createDocument, MOVING_LAYERS, useFolder, writeWav } from '../../testing/video.ts'
import { checkVideo, type ExpectedVideo, InvalidVideo } from './check-video.ts'
import { renderVideo } from './render-video.ts'

const folder = useFolder()
let video: Buffer
let expected: ExpectedVideo

beforeAll(async () => {
  const document = createDocument(MOVING_LAYERS, { duration: 90 })
  const output = { width: 320, height: 180, crf: 10 }
  expected = await renderVideo({
    document,
    values: {},
    difference: {},
    assetFiles: {},
    output,
    outPath: folder.path('good.mp4'),
  })
  video = await readFile(folder.path('good.mp4'))
})

async function catchErrorMessage(bytes: Buffer, changes: Partial<ExpectedVideo> = {}): Promise<string> {
  const path = folder.path('changed.mp4')
  await writeFile(path, bytes)
  const outcome = await checkVideo(path, { ...expected, ...changes }).catch((error: unknown) => error)
  expect(outcome).toBeInstanceOf(InvalidVideo)
  return (outcome as InvalidVideo).message
}

it('accepts a complete video and returns its properties', async () => {
  const facts = await checkVideo(folder.path('good.mp4'), expected)
  expect(facts).toEqual({ width: 320, height: 180, frameCount: 90, durationSeconds: 3, sizeBytes: video.length })
})

it('rejects a truncated video, wherever it ends', async () => {
  for (const share of [0.001, 0.1, 0.5, 0.9, 0.9999]) {
    expect(await catchErrorMessage(video.subarray(0, Math.floor(video.length * share)))).toMatch(
      /breaks off|incomplete/,
    )
  }
  expect(await catchErrorMessage(video.subarray(0, video.length - 1))).toBe('the video breaks off in the middle')
  expect(await catchErrorMessage(Buffer.alloc(0))).toMatch(/incomplete/)
})

it('refuses a video with a damaged stretch', async () => {
  const damaged = Buffer.from(video)
  damaged.fill(0, Math.floor(video.length * 0.8), Math.floor(video.length * 0.9))
  expect(await catchErrorMessage(damaged)).toMatch(/cannot be read|damaged/)
})

it('refuses a video of another size or length', async () => {
  expect(await catchErrorMessage(video, { width: 640 })).toBe('the video is 320x180 instead of 640x180')
  expect(await catchErrorMessage(video, { frameCount: 92 })).toBe('the video lasts 3.000 s instead of 3.067 s')
  for (const frameCount of [91, 89])
    expect(await catchErrorMessage(video, { frameCount })).toBe(`the video has 90 pictures instead of ${frameCount}`)
})

it('rejects a file that is not a video with pictures and sound', async () => {
  await writeWav(folder.path('sound.wav'), 1, [() => 0])
  expect(await catchErrorMessage(await readFile(folder.path('sound.wav')))).toMatch(/breaks off|incomplete/)
  await copyWithout(folder.path('good.mp4'), folder.path('mute.mp4'), 'sound')
  expect(await catchErrorMessage(await readFile(folder.path('mute.mp4')))).toBe('the video has no sound')
})

it('refuses a video whose index comes last', async () => {
  await copyWithout(folder.path('good.mp4'), folder.path('late.mp4'), 'nothing', false)
  expect(await catchErrorMessage(await readFile(folder.path('late.mp4')))).toBe(
    'the index of the video comes after its pictures',
  )
})

/** Copies packets into a new MP4 file. */
async function copyWithout(from: string, to: string, what: 'sound' | 'nothing', isIndexFirst = true): Promise<void> {
  using input = await MediaInput.open(from)
  const output = createMediaOutput()
  check(output.allocOutputContext2(null, 'mp4', to), 'creating')
  const streams = what === 'sound' ? input.streams.slice(0, 1) : input.streams
  for (const stream of streams) {
    const copy = output.newStream(null)
    check(stream.codecpar.copy(copy.codecpar), 'describing')
    copy.timeBase = stream.timeBase
  }
  check(await output.openOutput(), 'creating')
  check(await output.writeHeader(isIndexFirst ? Dictionary.fromObject({ movflags: '+faststart' }) : null), 'writing')
  const packet = new Packet()
  packet.alloc()
  while ((await input.read(packet)) >= 0) {
    const [source, target] = [streams[packet.streamIndex], output.streams[packet.streamIndex]]
    if (source && target) {
      packet.rescaleTs(source.timeBase, target.timeBase)
      check(await output.interleavedWriteFrame(packet), 'writing')
    } else packet.unref()
  }
  check(await output.writeTrailer(), 'writing')
  await output.closeOutput()
  packet.free()
}
