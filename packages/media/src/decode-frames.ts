// Decodes one stream of an open recording from its current position to its end.
import { AVERROR_EOF, AVERROR_INVALIDDATA, Frame, Packet, Rational, type Stream } from 'node-av'
import { openDecoder } from './decoder.ts'
import { check, LibavError, received } from './libav-error.ts'
import type { MediaInput } from './media-input.ts'

/** With more consecutive broken packets the stream counts as damaged. */
const TOLERATED_BROKEN_PACKETS = 50

/**
 * Yields the frames of a stream; the caller frees each one. A broken packet is skipped, and a truncated file is decoded as far
 * as possible. Throws `LibavError` when the whole stream is damaged.
 */
export async function* decodeFrames(input: MediaInput, stream: Stream, threads = 1): AsyncGenerator<Frame> {
  const decoder = await openDecoder(stream, { threads })
  const packet = new Packet()
  packet.alloc()
  let brokenPackets = 0
  try {
    for (;;) {
      const frame = new Frame()
      frame.alloc()
      const code = await decoder.receiveFrame(frame)
      const state = code === AVERROR_INVALIDDATA ? 'hungry' : received(code, 'decoding')
      if (state === 'ready') {
        frame.timeBase = new Rational(stream.timeBase.num, stream.timeBase.den)
        yield frame
        continue
      }
      frame.free()
      if (state === 'ended') return
      const sent = await feed()
      brokenPackets = sent === 'broken' || code === AVERROR_INVALIDDATA ? brokenPackets + 1 : 0
      if (brokenPackets > TOLERATED_BROKEN_PACKETS)
        throw new LibavError('decoding a damaged stream', AVERROR_INVALIDDATA)
    }
  } finally {
    packet.free()
    decoder.freeContext()
  }

  async function feed(): Promise<'fed' | 'broken'> {
    while ((await input.read(packet)) >= 0) {
      const isOurs = packet.streamIndex === stream.index
      const sent = isOurs ? await decoder.sendPacket(packet) : 0
      packet.unref()
      if (!isOurs) continue
      if (sent === AVERROR_INVALIDDATA) return 'broken'
      if (sent !== AVERROR_EOF) check(sent, 'decoding')
      return 'fed'
    }
    const sent = await decoder.sendPacket(null)
    if (sent !== AVERROR_EOF) check(sent, 'ending a stream')
    return 'fed'
  }
}
