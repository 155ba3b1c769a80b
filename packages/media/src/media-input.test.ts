import { mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AVMEDIA_TYPE_VIDEO, Dictionary, FormatContext, Packet } from 'node-av'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listHostileFiles, manifestInDisguise, withExternalTrack } from '../testing/hostile.ts'
import { writeSmallVideo } from '../testing/video.ts'
import { decodeFrames, MediaInput, UnreadableMedia } from './media-input.ts'

let folder: string
const at = (name: string) => join(folder, name)
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-media-'))
  await writeSmallVideo(at('canary.mp4'), 3)
})
afterAll(() => rm(folder, { recursive: true }))

const LONG_AGO = new Date('2020-01-01T00:00:00Z')

/** Whether the canary file is read during `work`. File systems without access times give no result. */
async function isCanaryRead(work: () => Promise<unknown>): Promise<boolean> {
  await utimes(at('canary.mp4'), LONG_AGO, new Date())
  await work()
  return (await stat(at('canary.mp4'))).atimeMs !== LONG_AGO.getTime()
}

/** Opens a file and reads all packets; returns how many there were. */
async function readAll(path: string): Promise<number> {
  using input = await MediaInput.open(path)
  const packet = new Packet()
  packet.alloc()
  let count = 0
  for (; (await input.read(packet)) >= 0; packet.unref()) count++
  packet.free()
  return count
}

test('a video is decoded completely, the same at once and in real time', async () => {
  expect(await readAll(at('canary.mp4'))).toBe(30)
  using input = MediaInput.openSync(at('canary.mp4'))
  expect(input).toMatchObject({ container: 'mp4', startSeconds: 0, durationSeconds: 3 })
  const video = input.bestStream(AVMEDIA_TYPE_VIDEO)
  if (!video) throw new Error('no video')
  let frames = 0
  for await (const frame of decodeFrames(input, video)) {
    frames++
    frame.free()
  }
  expect(frames).toBe(30)
})

describe('a file that refers to another', () => {
  test('is dangerous: libav by default reads the other one', async () => {
    await writeFile(at('manifest.mp4'), manifestInDisguise(at('canary.mp4')))
    const format = new FormatContext()
    const wasRead = await isCanaryRead(async () => {
      expect(await format.openInput(at('manifest.mp4'))).toBe(0)
      expect(await format.findStreamInfo()).toBeGreaterThanOrEqual(0)
    })
    expect(format.nbStreams).toBe(1)
    expect(wasRead, 'this file system keeps the times of reading').toBe(true)
    await format.closeInput()
  })

  test('is rejected, and the other one is not opened', async () => {
    for (const [name, content] of Object.entries(listHostileFiles(at('canary.mp4')))) {
      await writeFile(at(name), content)
      const wasRead = await isCanaryRead(async () => {
        const packets = await readAll(at(name)).catch((error: unknown) => {
          expect(error, name).toHaveProperty('name', expect.stringMatching(/^(LibavError|UnreadableMedia)$/))
          return 0
        })
        // Speech codecs decode any bytes to noise, but only the file's own bytes.
        if (name !== 'concat-as-amr') expect(packets, name).toBe(0)
      })
      expect(wasRead, name).toBe(false)
    }
  })

  test('is not followed when it is a video with an external track', async () => {
    const video = withExternalTrack(await readFile(at('canary.mp4')), at('canary.mp4'))
    await writeFile(at('external.mov'), video)
    const options = Dictionary.fromObject({ enable_drefs: '1', use_absolute_path: '1' })
    const format = new FormatContext()
    const isFollowed = await isCanaryRead(async () => {
      await format.openInput(at('external.mov'), null, options)
      await format.findStreamInfo()
    })
    expect(isFollowed, 'libav told to follow references does').toBe(true)
    await format.closeInput()
    expect(await isCanaryRead(() => readAll(at('external.mov')))).toBe(false)
  })
})

test('a file that is no recording is reported', async () => {
  await writeFile(at('words.mp4'), 'These are words.')
  await expect(MediaInput.open(at('words.mp4'))).rejects.toBeInstanceOf(UnreadableMedia)
  expect(() => MediaInput.openSync(at('words.mp4'))).toThrow('the file is no recording')
})

test('a video with far too large frames is rejected before anything is decoded', async () => {
  const video = await readFile(at('canary.mp4'))
  const sample = video.indexOf('avc1', video.indexOf('stsd'))
  video.writeUInt16BE(65_000, sample + 28)
  video.writeUInt16BE(65_000, sample + 30)
  await writeFile(at('large.mp4'), video)
  await expect(MediaInput.open(at('large.mp4'))).rejects.toThrow('pictures of 65000x65000')
})

test('a video in a codec that is not on the list has no decoder', async () => {
  const video = await readFile(at('canary.mp4'))
  video.write('SVQ3', video.indexOf('avc1', video.indexOf('stsd')), 'latin1')
  await writeFile(at('other.mov'), video)
  using input = await MediaInput.open(at('other.mov'))
  const [stream] = input.streams
  if (!stream) throw new Error('no stream')
  await expect(decodeFrames(input, stream).next()).rejects.toThrow('Decoder not found')
})
