// Owns the sound of a recording as it goes into a master: 48 kHz stereo from the start of the file on, with silence where
// the recording has a gap, and gently stretched where its clock drifts away from that of the pictures.
import assert from 'node:assert/strict'
import { SAMPLE_RATE } from '@vitrine/composition/sound'
import {
  AV_NOPTS_VALUE,
  AVERROR_EOF,
  AVERROR_INVALIDDATA,
  Codec,
  CodecContext,
  FFmpegError,
  FormatContext,
  Frame,
  Packet,
  Rational,
} from 'node-av'
import { FilterAPI } from 'node-av/api'
import { nameChannels } from '../audio-file.ts'
import { check, LibavError, received } from '../libav.ts'

/** As many as an AAC packet holds; the last frame of all may have fewer. */
export const SOUND_FRAME_SAMPLES = 1024
/** More broken packets in a row than this and the file counts as damaged. */
const TOLERATED_BROKEN_PACKETS = 50

/**
 * Decoded sound of one stream; with `seconds` exactly so long: what is missing at the end is silence, what is too much is
 * left out. Each frame is the caller's to free. Throws `LibavError` when the sound is damaged throughout.
 */
export async function* readSoundFrames(path: string, streamIndex: number, seconds?: number): AsyncGenerator<Frame> {
  let filter: FilterAPI | undefined
  try {
    for await (const frame of decodeSound(path, streamIndex)) {
      filter ??= FilterAPI.create(describeSoundChain(frame.channelLayout.nbChannels, seconds))
      const ready = await filter.processAll(frame).catch(nothingIfOver)
      frame.free()
      if (!ready) return
      yield* ready
    }
    if (!filter) return
    await filter.flush()
    for (let frame = await filter.receive(); frame; frame = await filter.receive()) yield frame
  } finally {
    filter?.close()
  }
}

/** A filter that has given as much as was wanted does not take any more. */
function nothingIfOver(error: unknown): undefined {
  if (error instanceof FFmpegError && error.code === AVERROR_EOF) return undefined
  throw error
}

function describeSoundChain(channels: number, seconds: number | undefined): string {
  const length = seconds?.toFixed(6)
  return [
    // By default libav makes mono 3 dB quieter on the way to stereo; browsers do not.
    ...(channels === 1 ? ['pan=stereo|c0=c0|c1=c0'] : []),
    `aresample=${SAMPLE_RATE}:async=1000:min_comp=0.01:first_pts=0:out_sample_fmt=fltp:out_chlayout=stereo`,
    ...(length === undefined ? [] : [`apad=whole_dur=${length}`, `atrim=end=${length}`]),
    `asetnsamples=n=${SOUND_FRAME_SAMPLES}:p=0`,
  ].join(',')
}

/** Frames as the decoder gives them, their times counted from the start of the file. */
async function* decodeSound(path: string, streamIndex: number): AsyncGenerator<Frame> {
  const demuxer = new FormatContext()
  check(await demuxer.openInput(path), 'opening the recording')
  const decoder = new CodecContext()
  const packet = new Packet()
  packet.alloc()
  try {
    check(await demuxer.findStreamInfo(), 'reading the recording')
    const stream = demuxer.streams[streamIndex]
    assert(stream, `no stream ${streamIndex} in ${path}`)
    const codec = Codec.findDecoder(stream.codecpar.codecId)
    if (!codec) throw new LibavError('looking for a decoder for the sound', AVERROR_INVALIDDATA)
    decoder.allocContext3(codec)
    check(decoder.parametersToContext(stream.codecpar), 'describing the sound')
    // Without the time base the decoder cannot drop the priming samples that encoders put before the first real one.
    decoder.pktTimebase = stream.timeBase
    check(await decoder.open2(codec, null), 'starting the audio decoder')
    const { num, den } = stream.timeBase
    const origin = demuxer.startTime === AV_NOPTS_VALUE ? 0 : Number(demuxer.startTime) / 1_000_000
    const originTicks = BigInt(Math.round((origin * den) / num))
    let brokenPackets = 0
    for (;;) {
      const frame = new Frame()
      frame.alloc()
      const state = received(await decoder.receiveFrame(frame), 'decoding sound')
      if (state === 'ready') {
        nameChannels(frame)
        if (frame.pts !== AV_NOPTS_VALUE) frame.pts -= originTicks
        frame.timeBase = new Rational(num, den)
        yield frame
        continue
      }
      frame.free()
      if (state === 'ended') return
      const sent = await feed(demuxer, decoder, packet, streamIndex)
      brokenPackets = sent === 'broken' ? brokenPackets + 1 : 0
      if (brokenPackets > TOLERATED_BROKEN_PACKETS) throw new LibavError('decoding damaged sound', AVERROR_INVALIDDATA)
    }
  } finally {
    packet.free()
    decoder.freeContext()
    demuxer.closeInputSync()
  }
}

async function feed(
  demuxer: FormatContext,
  decoder: CodecContext,
  packet: Packet,
  streamIndex: number,
): Promise<'fed' | 'broken'> {
  // A file that breaks off is played as far as it goes.
  while ((await demuxer.readFrame(packet)) >= 0) {
    const isOurs = packet.streamIndex === streamIndex
    const sent = isOurs ? await decoder.sendPacket(packet) : 0
    packet.unref()
    if (!isOurs) continue
    if (sent === AVERROR_INVALIDDATA) return 'broken'
    if (sent !== AVERROR_EOF) check(sent, 'decoding sound')
    return 'fed'
  }
  const sent = await decoder.sendPacket(null)
  if (sent !== AVERROR_EOF) check(sent, 'ending the sound')
  return 'fed'
}
