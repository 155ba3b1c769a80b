// Remuxes a recording that already has the format of a master instead of encoding it again: no loss of quality, and a fraction
// of the time.

import { check } from '@vitrine/media/libav-error'
import { MediaInput } from '@vitrine/media/media-input'
import { createMediaOutput, type MediaOutput } from '@vitrine/media/media-output'
import { SAMPLE_RATE } from '@vitrine/painter/sound'
import { AV_NOPTS_VALUE, AV_PROFILE_AAC_LOW, Dictionary, Packet, Rational, type Stream } from 'node-av'
import { AV_CODEC_ID_AAC, AV_CODEC_ID_H264 } from 'node-av/constants'
import { VideoFile } from '../media/video-file.ts'
import { hasMasterColors, isInterlaced, masterSize } from './picture-chain.ts'
import type { SourceFacts, VideoFacts } from './source-facts.ts'

/** A higher bit rate would make videos slow to read without a visible gain. */
const MAX_BITS_PER_SECOND = 25_000_000
/** Renders also seek into the middle of videos. */
const MAX_GAP_SECONDS = 5
/** Pictures and sound of a master end together; a difference this small is inaudible in a loop. */
const SAME_END_SECONDS = 0.03
const SAME_START_SECONDS = 0.002

/** Whether the recording already is a valid master of `durationSeconds`. */
export async function isFit(
  path: string,
  { container, video, audio }: SourceFacts & { readonly video: VideoFacts },
  durationSeconds: number,
): Promise<boolean> {
  const { width, height } = masterSize(video)
  const isShaped =
    container === 'mp4' &&
    width === video.width &&
    height === video.height &&
    video.squeeze === 1 &&
    !video.orientation.isMirrored &&
    video.orientation.quarterTurns === 0 &&
    video.isEven &&
    Math.abs(video.startSeconds) < SAME_START_SECONDS &&
    video.longestGapSeconds <= MAX_GAP_SECONDS &&
    video.bitsPerSecond <= MAX_BITS_PER_SECOND
  if (!isShaped) return false
  if (audio) {
    const isTogether =
      audio.startSeconds < SAME_START_SECONDS && Math.abs(audio.endSeconds - durationSeconds) < SAME_END_SECONDS
    if (!isTogether) return false
  }
  return (await hasMasterCodecs(path, video.streamIndex, audio?.streamIndex)) && looksLikeMaster(path)
}

async function hasMasterCodecs(path: string, videoIndex: number, audioIndex: number | undefined): Promise<boolean> {
  using input = await MediaInput.open(path)
  const video = input.streams[videoIndex]?.codecpar
  const audio = audioIndex === undefined ? undefined : input.streams[audioIndex]?.codecpar
  const isSoundFit =
    !audio ||
    (audio.codecId === AV_CODEC_ID_AAC &&
      audio.profile === AV_PROFILE_AAC_LOW &&
      audio.sampleRate === SAMPLE_RATE &&
      audio.channels === 2)
  return video?.codecId === AV_CODEC_ID_H264 && isSoundFit
}

function looksLikeMaster(path: string): boolean {
  const file = VideoFile.open(path)
  try {
    const frame = file.frameAt(0)
    return frame !== undefined && hasMasterColors(frame) && !isInterlaced(frame)
  } finally {
    file.close()
  }
}

/** Writes the pictures and the chosen sound of a recording to a new MP4, without its other streams and metadata. */
export async function copyMaster(path: string, outPath: string, { video, audio }: SourceFacts): Promise<void> {
  const source = await MediaInput.open(path)
  const target = createMediaOutput()
  const packet = new Packet()
  packet.alloc()
  try {
    check(target.allocOutputContext2(null, 'mp4', outPath), 'creating the master')
    const streams = new Map<number, Stream>()
    for (const index of [video?.streamIndex, audio?.streamIndex]) {
      const from = index === undefined ? undefined : source.streams[index]
      if (from) streams.set(from.index, addCopy(target, from))
    }
    check(await target.openOutput(), 'creating the master')
    const options = Dictionary.fromObject({ movflags: '+faststart', brand: 'mp42' })
    check(await target.writeHeader(options), 'writing the head of the master')
    while ((await source.read(packet)) >= 0) {
      const from = source.streams[packet.streamIndex]
      const to = streams.get(packet.streamIndex)
      if (from && to && packet.dts !== AV_NOPTS_VALUE) {
        packet.rescaleTs(from.timeBase, to.timeBase)
        packet.streamIndex = to.index
        check(await target.interleavedWriteFrame(packet), 'writing the master')
      }
      packet.unref()
    }
    check(await target.writeTrailer(), 'ending the master')
    await target.closeOutput()
  } finally {
    packet.free()
    source.close()
    target.freeContext()
  }
}

function addCopy(target: MediaOutput, from: Stream): Stream {
  const to = target.newStream(null)
  check(from.codecpar.copy(to.codecpar), 'describing a stream')
  to.codecpar.codecTag = 0
  to.timeBase = new Rational(from.timeBase.num, from.timeBase.den)
  to.avgFrameRate = from.avgFrameRate
  return to
}
