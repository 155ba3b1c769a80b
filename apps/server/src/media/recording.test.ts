import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ApiError } from '@vitrine/contract/api-error'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeTone, writeVideo, writeVoiceMemo } from '../../testing/video.ts'
import { inspectRecording } from './normalise.ts'
import { readRecording } from './recording-reader.ts'
import { sniffFile } from './uploaded-file.ts'

let folder: string
const at = (name: string) => join(folder, name)
const video = { width: 96, height: 64, fps: 10, seconds: 4 }

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-recording-'))
  await writeVideo(at('video.mp4'), video)
  await writeVideo(at('index-last.mp4'), video, false)
  await writeVideo(at('video.mov'), video)
  await writeVideo(at('video.mkv'), video)
  await writeTone(at('tone.m4a'), 3)
})
afterAll(() => rm(folder, { recursive: true }))

const catchErrorCode = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => (error as ApiError).code,
  )

async function truncate(name: string, share: number): Promise<string> {
  const bytes = await readFile(at(name))
  await writeFile(at(`cut-${name}`), bytes.subarray(0, Math.round(bytes.length * share)))
  return at(`cut-${name}`)
}

describe('recordings', () => {
  it('are described by what they contain, not by their name', async () => {
    for (const name of ['video.mp4', 'index-last.mp4', 'video.mov', 'video.mkv']) {
      const report = await inspectRecording(at(name))
      expect(report, name).toMatchObject({ kind: 'video', width: 96, height: 64 })
      expect(Math.abs(report.durationMs - 4000), name).toBeLessThan(120)
    }
    const tone = await inspectRecording(at('tone.m4a'))
    expect(tone).toMatchObject({ kind: 'audio', width: null, height: null })
    expect(Math.abs(tone.durationMs - 3000)).toBeLessThan(120)
    expect(await sniffFile(at('video.mov'))).toEqual({ kind: 'video', contentType: 'video/quicktime' })
    expect(await sniffFile(at('video.mkv'))).toEqual({ kind: 'video', contentType: 'video/x-matroska' })
    expect(await sniffFile(at('tone.m4a'))).toEqual({ kind: 'audio', contentType: 'audio/mp4' })
  })

  it('of every audio format are accepted', { tags: ['full'] }, async () => {
    for (const ending of ['mp3', 'aac', 'm4a', 'flac', 'ogg', 'wav']) {
      const path = at(`song.${ending}`)
      await writeTone(path, 5)
      expect((await sniffFile(path)).kind, ending).toBe('audio')
      const report = await inspectRecording(path)
      expect(report.kind, ending).toBe('audio')
      expect(Math.abs(report.durationMs - 5000), ending).toBeLessThan(150)
    }
  })

  it('of camcorders and voice recorders are accepted', { tags: ['full'] }, async () => {
    for (const ending of ['avi', 'ts']) {
      await writeVideo(at(`video.${ending}`), video)
      expect((await sniffFile(at(`video.${ending}`))).kind, ending).toBe('video')
      const report = await inspectRecording(at(`video.${ending}`))
      expect(report, ending).toMatchObject({ kind: 'video', width: 96, height: 64 })
      expect(Math.abs(report.durationMs - 4000), ending).toBeLessThan(150)
    }
    await writeVoiceMemo(at('memo.amr'), 2)
    expect(await sniffFile(at('memo.amr'))).toEqual({ kind: 'audio', contentType: 'audio/amr' })
    const memo = await inspectRecording(at('memo.amr'))
    expect(memo.kind).toBe('audio')
    expect(Math.abs(memo.durationMs - 2000)).toBeLessThan(150)
  })

  it('whose sound begins late and outlasts the picture are complete', async () => {
    await writeVideo(at('late-sound.mp4'), { ...video, sound: { fromSeconds: 2, seconds: 4 } })
    const report = await inspectRecording(at('late-sound.mp4'))
    expect(report).toMatchObject({ kind: 'video', width: 96, height: 64 })
    expect(Math.abs(report.durationMs - 6000)).toBeLessThan(150)
  })

  it('are refused as damaged when they were cut short, wherever their index lies', { tags: ['full'] }, async () => {
    for (const name of ['video.mp4', 'index-last.mp4', 'video.mov', 'video.mkv', 'tone.m4a']) {
      expect(await catchErrorCode(inspectRecording(await truncate(name, 0.5))), name).toBe('media-damaged')
    }
  })

  it('are refused as damaged when only their last moments are missing', async () => {
    await writeVideo(at('video.avi'), video)
    for (const name of ['video.mp4', 'video.mov', 'video.mkv', 'video.avi']) {
      for (const share of [0.9, 0.99]) {
        const report = await readRecording(await truncate(name, share), 180_000)
        expect(report, `${name} ${share}`).toMatchObject({ outcome: 'damaged' })
      }
    }
  })

  it('are measured where the container states no duration', async () => {
    await writeVideo(at('video.ts'), video)
    const report = await readRecording(await truncate('video.ts', 0.6), 180_000)
    if (report.outcome !== 'playable') throw new Error(report.outcome)
    expect(report.durationMs).toBeGreaterThan(2000)
    expect(report.durationMs).toBeLessThan(2800)
  })

  it('are refused as damaged when the pictures end before their own track says, although sound goes on', async () => {
    await writeVideo(at('both.mp4'), { ...video, sound: { fromSeconds: 0, seconds: 4 } }, false)
    const bytes = await readFile(at('both.mp4'))
    const pictures = bytes.lastIndexOf(
      'stsz',
      bytes.indexOf('soun') > bytes.indexOf('vide') ? bytes.indexOf('soun') : undefined,
    )
    // The last twenty pictures lose their bytes: as if a download had left a hole.
    const count = bytes.readUInt32BE(pictures + 12)
    for (let n = count - 20; n < count; n++) bytes.writeUInt32BE(0, pictures + 16 + n * 4)
    await writeFile(at('hole.mp4'), bytes)
    expect(await readRecording(at('hole.mp4'), 180_000)).toMatchObject({ outcome: 'damaged' })
  })

  it('are refused as damaged when nothing in them decodes', { tags: ['full'] }, async () => {
    const bytes = await readFile(at('video.mp4'))
    const start = bytes.indexOf('mdat') + 4
    bytes.fill(0x55, start)
    await writeFile(at('noise.mp4'), bytes)
    expect(await catchErrorCode(inspectRecording(at('noise.mp4')))).toBe('media-damaged')
    expect(await catchErrorCode(inspectRecording(at('not-there.mp4')))).toBe('media-damaged')
  })

  it('are refused when they last too long', async () => {
    expect(await readRecording(at('video.mp4'), 3000)).toMatchObject({ outcome: 'too-long' })
  })

  it('cannot make the reader open other files', { tags: ['full'] }, async () => {
    await writeFile(at('list.mp4'), `ffconcat version 1.0\nfile ${at('video.mp4')}\n`)
    expect(await catchErrorCode(inspectRecording(at('list.mp4')))).toBe('media-damaged')
    await writeFile(at('list.m3u8'), `#EXTM3U\n#EXTINF:4,\nhttp://127.0.0.1:1/video.mp4\n#EXT-X-ENDLIST\n`)
    expect(await catchErrorCode(inspectRecording(at('list.m3u8')))).toBe('media-damaged')
  })
})
