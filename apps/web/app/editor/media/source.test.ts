import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  BlobSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  MkvOutputFormat,
  MP4,
  Mp4OutputFormat,
  Output,
} from 'mediabunny'
import { expect, test } from 'vitest'
import { openSource } from './source.ts'

const video = await readFile(join(import.meta.dirname, '../../../../../samples/templates/nila-naming/preview.mp4'))

test('a video is described by its content', async () => {
  const source = await openSource(new Blob([video]), 'video')
  expect(source).toMatchObject({ kind: 'video', seconds: expect.closeTo(8, 1) })
  expect(source.problem).not.toBe('unreadable')
  source.close()
})

test('a video that was cut short is unreadable, however little is missing', async () => {
  for (const share of [0.5, 0.9, 0.99]) {
    const cut = new Blob([video.subarray(0, Math.round(video.length * share))])
    expect((await openSource(cut, 'video')).problem, `${share}`).toBe('unreadable')
  }
})

test('a playlist is rejected', async () => {
  const list = new Blob(['#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:9,\nhttp://127.0.0.1:1/video.ts\n#EXT-X-ENDLIST\n'])
  expect((await openSource(list, 'video')).problem).toBe('unreadable')
})

test('an AVI video needs a copy of the server, and says how long it is', async () => {
  const head = new DataView(new ArrayBuffer(72))
  for (const [at, name] of ['RIFF', '', 'AVI ', 'LIST', '', 'hdrl', 'avih'].entries())
    for (const [n, letter] of [...name].entries()) head.setUint8(at * 4 + n, letter.charCodeAt(0))
  for (const [at, value] of [
    [32, 40_000],
    [48, 250],
    [64, 640],
    [68, 480],
  ] as const)
    head.setUint32(at, value, true)
  const facts = { kind: 'video', seconds: 10, width: 640, height: 480, canDecode: false, problem: 'needs-copy' }
  expect(await openSource(new Blob([head.buffer, 'frames']), 'video')).toMatchObject(facts)
  expect((await openSource(new Blob([head.buffer.slice(0, 40)]), 'video')).problem).toBe('unreadable')
})

test('a camcorder’s MPEG video and a voice memo need a copy of the server, and say how long they are', async () => {
  // Pack headers of MPEG-2 at 1 s and 61 s, and a sequence header of 720 by 576 between them.
  const packAt = (seconds: number) => {
    const ticks = seconds * 90_000
    const bits = (from: number, count: number) => Math.floor(ticks / 2 ** from) % 2 ** count
    const first = 0x44 | (bits(30, 3) << 3) | bits(28, 2)
    const rest = [bits(20, 8), (bits(15, 5) << 3) | 4 | bits(13, 2), bits(5, 8), (bits(0, 5) << 3) | 4, 1, 0, 0, 0, 0]
    return Uint8Array.of(0, 0, 1, 0xba, first, ...rest)
  }
  const sequence = Uint8Array.of(0, 0, 1, 0xb3, 0x2d, 0x02, 0x40, 0x23)
  const program = new Blob([packAt(1), sequence, new Uint8Array(1000), packAt(61), new Uint8Array(100)])
  const facts = { kind: 'video', seconds: 60, width: 720, height: 576, canDecode: false, problem: 'needs-copy' }
  expect(await openSource(program, 'video')).toMatchObject(facts)
  expect((await openSource(new Blob([packAt(1), new Uint8Array(1000)]), 'video')).problem).toBe('unreadable')

  // 12.2 kbit/s: 32 bytes for each 20 ms, longer than what is read at the beginning.
  const frames = new Uint8Array(32 * 50 * 600)
  for (let at = 0; at < frames.length; at += 32) frames[at] = 0x3c
  const memo = new File(['#!AMR\n', frames], 'memo.amr', { type: 'audio/amr' })
  expect(await openSource(memo)).toMatchObject({ kind: 'audio', hasSound: true, problem: 'needs-copy' })
  expect((await openSource(memo)).seconds).toBeCloseTo(600, 0)
  expect((await openSource(new Blob(['#!AMR\n', Uint8Array.of(0x4c, 1, 2)]), 'audio')).problem).toBe('unreadable')
})

/** The pictures of the sample at times of a phone in dim light, and its sound, each until the given seconds. */
async function writeUneven(format: MkvOutputFormat | Mp4OutputFormat, ends: { pictures: number; sound: number }) {
  const input = new Input({ source: new BlobSource(new Blob([video])), formats: [MP4] })
  const output = new Output({ format, target: new BufferTarget() })
  const [pictures, sound] = await Promise.all([input.getPrimaryVideoTrack(), input.getPrimaryAudioTrack()])
  if (!pictures || !sound) throw new Error('The sample has pictures and sound')
  const pictureSource = new EncodedVideoPacketSource((await pictures.getCodec()) ?? 'avc')
  const soundSource = new EncodedAudioPacketSource((await sound.getCodec()) ?? 'aac')
  output.addVideoTrack(pictureSource)
  output.addAudioTrack(soundSource)
  await output.start()
  const [decoderConfig, soundConfig] = [await pictures.getDecoderConfig(), await sound.getDecoderConfig()]
  if (!decoderConfig || !soundConfig) throw new Error('The sample says how it is decoded')
  for await (const packet of new EncodedPacketSink(pictures).packets()) {
    const timestamp = packet.timestamp + (Math.round(packet.timestamp * 30) % 3) * 0.004
    if (timestamp + packet.duration > ends.pictures) continue
    await pictureSource.add(packet.clone({ timestamp }), { decoderConfig })
  }
  for await (const packet of new EncodedPacketSink(sound).packets())
    if (packet.timestamp + packet.duration <= ends.sound) await soundSource.add(packet, { decoderConfig: soundConfig })
  await output.finalize()
  input.dispose()
  return new Blob([output.target.buffer ?? new ArrayBuffer(0)])
}

test('a video lasts until its last picture, as it does on the server, whatever its container claims', async () => {
  for (const format of [new MkvOutputFormat(), new Mp4OutputFormat()]) {
    const ended = await openSource(await writeUneven(format, { pictures: 7.23, sound: 7.96 }), 'video')
    expect(Math.abs(ended.seconds - 7.23), format.fileExtension).toBeLessThan(0.06)
    // Sound that goes on for longer is meant to be heard.
    const heard = await openSource(await writeUneven(format, { pictures: 4, sound: 7.96 }), 'video')
    expect(Math.abs(heard.seconds - 7.96), format.fileExtension).toBeLessThan(0.06)
  }
})
