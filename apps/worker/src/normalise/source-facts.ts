// Reads the properties of a recording from its headers and packet timestamps, before anything is decoded: size, rotation,
// colours, frame rate, start and end of pictures and sound.

import type { Container } from '@vitrine/media/container'
import { MediaInput } from '@vitrine/media/media-input'
import { readPixelAspect } from '@vitrine/media/shown-size'
import {
  AV_DISPOSITION_ATTACHED_PIC,
  AV_NOPTS_VALUE,
  AV_PKT_FLAG_KEY,
  AVMEDIA_TYPE_AUDIO,
  AVMEDIA_TYPE_VIDEO,
  Packet,
  type Stream,
} from 'node-av'
import { type Orientation, readOrientation } from '../media/orientation.ts'

/** Times are in seconds from the start of the file, where its earliest stream begins. */
export interface SourceFacts {
  readonly container: Container
  readonly video: VideoFacts | undefined
  readonly audio: AudioFacts | undefined
}

export interface VideoFacts {
  readonly streamIndex: number
  /** As stored: not turned upright, and pixels may not be square. */
  readonly width: number
  readonly height: number
  /** Pixel aspect ratio (width divided by height); 1 for square pixels. */
  readonly squeeze: number
  readonly orientation: Orientation
  /** Target frame rate as a fraction. */
  readonly frameRate: readonly [number, number]
  /** All pictures have equal durations, and none is missing. */
  readonly isEven: boolean
  readonly startSeconds: number
  readonly endSeconds: number
  readonly pictures: number
  /** Maximum distance between key frames. */
  readonly longestGapSeconds: number
  readonly bitsPerSecond: number
}

export interface AudioFacts {
  readonly streamIndex: number
  readonly startSeconds: number
  readonly endSeconds: number
}

/** Common frame rates; slightly inexact times are rounded to them. */
const USUAL_RATES: readonly (readonly [number, number])[] = [
  [10, 1],
  [12, 1],
  [15, 1],
  [20, 1],
  [24_000, 1001],
  [24, 1],
  [25, 1],
  [30_000, 1001],
  [30, 1],
  [48, 1],
  [50, 1],
  [60_000, 1001],
  [60, 1],
]
/** Phone clocks are no more exact than this, and 30 and 30000/1001 differ by a tenth of a percent. */
const RATE_TOLERANCE = 0.0004
/** Many containers write times in whole milliseconds. */
const TICK_SECONDS = 0.001
/** Times in whole milliseconds make 30 frames per second look like 29.4 or 30.3. */
const LOWEST_SHARE = 0.97
/** Pictures count as evenly spaced when each is within this share of a frame of its expected time. */
const EVEN_TOLERANCE = 0.1

/** Reads a recording's headers and all packets. Throws `LibavError` for an unreadable file. */
export async function readSourceFacts(path: string): Promise<SourceFacts> {
  using input = await MediaInput.open(path)
  const video = findStream(input, AVMEDIA_TYPE_VIDEO)
  const audio = findStream(input, AVMEDIA_TYPE_AUDIO)
  const times = await readTimes(input, [video, audio])
  return {
    container: input.container,
    video: video && describeVideo(video, times.get(video.index) ?? []),
    audio: audio && describeAudio(audio, times.get(audio.index) ?? []),
  }
}

/** The stream that a player would choose; the cover image of a song does not count. */
function findStream(input: MediaInput, type: typeof AVMEDIA_TYPE_VIDEO | typeof AVMEDIA_TYPE_AUDIO) {
  const stream = input.bestStream(type)
  return stream?.hasDisposition(AV_DISPOSITION_ATTACHED_PIC) ? undefined : stream
}

function ratio({ num, den }: { num: number; den: number }): number {
  return num > 0 && den > 0 ? num / den : 30
}

interface PacketTime {
  readonly startSeconds: number
  readonly seconds: number
  readonly bytes: number
  readonly isKey: boolean
}

async function readTimes(
  input: MediaInput,
  streams: readonly (Stream | undefined)[],
): Promise<Map<number, PacketTime[]>> {
  const streamsByIndex = new Map(streams.flatMap((stream) => (stream ? [[stream.index, stream] as const] : [])))
  const times = new Map<number, PacketTime[]>()
  const packet = new Packet()
  packet.alloc()
  try {
    for (;;) {
      // A damaged file has been read as far as possible; its times show whether that is enough.
      if ((await input.read(packet)) < 0) return times
      const stream = streamsByIndex.get(packet.streamIndex)
      const ticks = packet.pts === AV_NOPTS_VALUE ? packet.dts : packet.pts
      if (stream && ticks !== AV_NOPTS_VALUE) {
        const secondsPerTick = stream.timeBase.toDouble()
        const list = times.get(stream.index) ?? []
        times.set(stream.index, list)
        list.push({
          startSeconds: Number(ticks) * secondsPerTick - input.startSeconds,
          seconds: Number(packet.duration) * secondsPerTick,
          bytes: packet.size,
          isKey: (packet.flags & AV_PKT_FLAG_KEY) !== 0,
        })
      }
      packet.unref()
    }
  } finally {
    packet.free()
  }
}

function describeVideo(stream: Stream, packets: PacketTime[]): VideoFacts {
  const { width, height } = stream.codecpar
  const inOrder = packets.toSorted((a, b) => a.startSeconds - b.startSeconds)
  const starts = inOrder.map(({ startSeconds }) => startSeconds)
  const frameRate = chooseFrameRate(starts, ratio(stream.avgFrameRate))
  const pictureSeconds = frameRate[1] / frameRate[0]
  const last = inOrder.at(-1)
  const lastSeconds = last && last.seconds >= pictureSeconds / 2 && last.seconds < 1 ? last.seconds : pictureSeconds
  const endSeconds = last ? last.startSeconds + lastSeconds : 0
  const startSeconds = starts[0] ?? 0
  const keys = inOrder.filter(({ isKey }) => isKey).map((packet) => packet.startSeconds)
  const gaps = [...keys.slice(1), endSeconds].map((until, n) => until - (keys[n] ?? 0))
  const bytes = packets.reduce((sum, packet) => sum + packet.bytes, 0)
  return {
    streamIndex: stream.index,
    width,
    height,
    squeeze: readPixelAspect(stream),
    orientation: readOrientation(stream),
    frameRate,
    isEven: starts.every((at, n) => Math.abs(at - startSeconds - n * pictureSeconds) < pictureSeconds * EVEN_TOLERANCE),
    startSeconds,
    endSeconds,
    pictures: packets.length,
    longestGapSeconds: Math.max(0, ...gaps),
    bitsPerSecond: endSeconds > 0 ? (bytes * 8) / endSeconds : 0,
  }
}

function describeAudio(stream: Stream, packets: readonly PacketTime[]): AudioFacts {
  let [startSeconds, endSeconds] = [Number.POSITIVE_INFINITY, 0]
  for (const packet of packets) {
    startSeconds = Math.min(startSeconds, packet.startSeconds)
    endSeconds = Math.max(endSeconds, packet.startSeconds + packet.seconds)
  }
  return { streamIndex: stream.index, startSeconds: Number.isFinite(startSeconds) ? startSeconds : 0, endSeconds }
}

/**
 * Chooses the constant frame rate for pictures shown at these times. Most pictures of a phone recording follow each other at
 * the set rate, however uneven the rest is: the median distance decides. A rate close to no common one is rounded up, so that
 * no picture is lost. Slow motion is reduced to 60.
 */
export function chooseFrameRate(starts: readonly number[], average: number): readonly [number, number] {
  const distances = starts.slice(1).map((at, n) => at - (starts[n] ?? 0))
  const positive = distances.filter((seconds) => seconds > 0).sort((a, b) => a - b)
  const middle = positive[Math.floor(positive.length / 2)]
  const first = starts[0] ?? 0
  const mean = starts.length > 1 ? (starts.length - 1) / ((starts.at(-1) ?? 0) - first) : average
  // The mean is more exact as long as no picture is missing: it distinguishes 30 from 30000/1001.
  const span = (starts.at(-1) ?? 0) - first
  const tolerance = span > 0 ? Math.max(RATE_TOLERANCE, TICK_SECONDS / span) : RATE_TOLERANCE
  const exact = USUAL_RATES.filter(([num, den]) => Math.abs(num / den / mean - 1) < tolerance)
  const chosen = exact.find(([, den]) => den === 1) ?? exact[0]
  if (chosen) return chosen
  const rate = middle ? 1 / middle : mean
  return USUAL_RATES.find(([num, den]) => den === 1 && num >= rate * LOWEST_SHARE) ?? [60, 1]
}
