// Normalises a customer's recording: one master with exact timestamps, a small proxy for the editor, and a poster. A recording
// that already is a valid master is remuxed instead of encoded; one without pictures becomes a sound.

import { join } from 'node:path'
import { countMissingBytes } from '@vitrine/media/container'
import { check, LibavError } from '@vitrine/media/libav-error'
import { createMediaOutput, MediaInput, type MediaOutput } from '@vitrine/media/media-input'
import { SAMPLE_RATE } from '@vitrine/painter/voice'
import { AV_NOPTS_VALUE, AV_PROFILE_AAC_LOW, Dictionary, Packet, Rational, type Stream } from 'node-av'
import { AV_CODEC_ID_AAC, AV_CODEC_ID_H264 } from 'node-av/constants'
import { writeVideoPoster } from '../media/poster.ts'
import { VideoFile } from '../media/video-file.ts'
import { checkMaster, MasterWriter } from './master-writer.ts'
import {
  type NormalisedRecording,
  type NormalisedSound,
  type NormalisedVideo,
  type NormaliseRequest,
  RecordingRejected,
} from './normalise-message.ts'
import { hasMasterColors, isInterlaced, masterSize, proxySize, readPictures } from './picture-frames.ts'
import { LoudnessMeter, readSoundFrames } from './sound-frames.ts'
import { type AudioFacts, readSourceFacts, type SourceFacts, type VideoFacts } from './source-facts.ts'

/** Sound that continues this long after the last picture is intentional; a shorter rest is the end of the last packet. */
const INTENTIONAL_TAIL_SECONDS = 1
const POSTER_SHARE = 0.1
const MASTER_CRF = 18
const PROXY_CRF = 25
const MASTER_GOP_SECONDS = 2
/** Scrubbing decodes from the preceding key frame, so key frames are close together. */
const PROXY_GOP_SECONDS = 0.5

type Report = (progress: { stage: 'analysing' | 'converting' | 'checking'; percent: number }) => void

/** Normalises a recording. Throws `RecordingRejected` when the recording itself causes the failure. */
export async function normaliseRecording(request: NormaliseRequest, report: Report): Promise<NormalisedRecording> {
  try {
    report({ stage: 'analysing', percent: 0 })
    const missingBytes = countMissingBytes(request.sourcePath)
    if (missingBytes > 0) throw new RecordingRejected('media-damaged', `cut short: ${missingBytes} bytes are missing`)
    const facts = await readSourceFacts(request.sourcePath)
    const { video, audio } = facts
    const seconds = Math.max(video?.endSeconds ?? 0, audio?.endSeconds ?? 0)
    if (seconds > request.longestSeconds + 1) {
      throw new RecordingRejected('media-too-long', `it lasts ${seconds.toFixed(1)} s`)
    }
    if (video && video.pictures > 0) return await normaliseVideo(request, { ...facts, video }, report)
    if (audio) return await normaliseSound(request, audio, report)
    throw new RecordingRejected('media-damaged', 'neither pictures nor sound in it')
  } catch (error) {
    if (error instanceof LibavError) throw new RecordingRejected('media-damaged', error.message, { cause: error })
    throw error
  }
}

async function normaliseSound(request: NormaliseRequest, audio: AudioFacts, report: Report): Promise<NormalisedSound> {
  const masterPath = join(request.folder, 'master.m4a')
  const meter = new LoudnessMeter()
  const writer = await MasterWriter.open(masterPath, { hasSound: true, sound: { bitsPerSecond: 192_000 } })
  let samples = 0
  for await (const frame of readSoundFrames(request.sourcePath, audio.streamIndex)) {
    samples += frame.nbSamples
    await meter.update(frame)
    await writer.writeSound(frame)
    report({ stage: 'converting', percent: Math.min(95, (95 * samples) / (audio.endSeconds * SAMPLE_RATE)) })
  }
  await writer.close()
  if (samples === 0) throw new RecordingRejected('media-damaged', 'not a moment of its sound can be decoded')
  report({ stage: 'checking', percent: 97 })
  const durationSeconds = samples / SAMPLE_RATE
  await checkMaster(masterPath, { sound: { durationSeconds } })
  return { kind: 'audio', durationSeconds, masterPath, loudness: await meter.finish() }
}

async function normaliseVideo(
  request: NormaliseRequest,
  facts: SourceFacts & { readonly video: VideoFacts },
  report: Report,
): Promise<NormalisedVideo> {
  const { video, audio } = facts
  const [num, den] = video.frameRate
  const hasSoundTail = (audio?.endSeconds ?? 0) > video.endSeconds + INTENTIONAL_TAIL_SECONDS
  const durationLimit = hasSoundTail ? (audio?.endSeconds ?? 0) : video.endSeconds
  const frames = Math.max(1, Math.round((durationLimit * num) / den))
  const durationSeconds = (frames * den) / num
  const size = masterSize(video)
  const small = proxySize(size)
  const isCopied = await canRemux(request.sourcePath, facts, durationSeconds)
  const masterPath = join(request.folder, 'master.mp4')
  const servesAsProxy = isCopied && small.width === size.width && video.longestGapSeconds <= MASTER_GOP_SECONDS
  const proxyPath = servesAsProxy ? masterPath : join(request.folder, 'proxy.mp4')

  await using writers = new AsyncDisposableStack()
  const open = (path: string, target: { width: number; height: number }, crf: number, gopSeconds: number) =>
    MasterWriter.open(path, {
      hasSound: audio !== undefined,
      sound: { bitsPerSecond: 160_000 },
      pictures: {
        ...target,
        frameRate: video.frameRate,
        crf,
        preset: crf === MASTER_CRF ? 'veryfast' : 'superfast',
        gopSeconds,
        threads: request.threads,
      },
    }).then((writer) => writers.use(writer))
  const master = isCopied ? undefined : await open(masterPath, size, MASTER_CRF, MASTER_GOP_SECONDS)
  const proxy = servesAsProxy ? undefined : await open(proxyPath, small, PROXY_CRF, PROXY_GOP_SECONDS)
  if (isCopied) await remux(request.sourcePath, masterPath, facts)

  const meter = audio ? new LoudnessMeter() : undefined
  if (audio && meter) {
    for await (const frame of readSoundFrames(request.sourcePath, audio.streamIndex, durationSeconds)) {
      await meter.update(frame)
      // Each writer frees its frame, so the proxy needs a copy. Either writer may be absent.
      const copy = master && proxy ? frame.clone() : null
      await master?.writeSound(copy ?? frame)
      await proxy?.writeSound(frame)
      if (!master && !proxy) frame.free()
    }
  }
  await master?.endSound()
  await proxy?.endSound()
  report({ stage: 'converting', percent: 5 })

  const spec = { video, frames, size }
  for await (const { frame, index } of readPictures(request.sourcePath, spec)) {
    await proxy?.writePicture(frame, index)
    await master?.writePicture(frame, index)
    report({ stage: 'converting', percent: 5 + (90 * (index + 1)) / frames })
  }
  await writers.disposeAsync()

  report({ stage: 'checking', percent: 96 })
  const expected = { ...size, frames, durationSeconds, frameSeconds: den / num }
  const sound = audio && { durationSeconds }
  await checkMaster(masterPath, { pictures: expected, ...(sound && { sound }) })
  if (!servesAsProxy) await checkMaster(proxyPath, { pictures: { ...expected, ...small }, ...(sound && { sound }) })
  const posterPath = join(request.folder, 'poster.webp')
  await writeVideoPoster(proxyPath, durationSeconds * POSTER_SHARE, posterPath)
  const loudness = meter ? await meter.finish() : null
  const common = { kind: 'video', ...size, frameRate: video.frameRate, frames, durationSeconds } as const
  return { ...common, masterPath, proxyPath, posterPath, isCopied, loudness }
}

// Remuxes a recording that already has the format of a master instead of encoding it again: no loss of quality, and a fraction
// of the time.

/** A higher bit rate would make videos slow to read without a visible gain. */
const MAX_BITS_PER_SECOND = 25_000_000
/** Renders also seek into the middle of videos. */
const MAX_GAP_SECONDS = 5
/** Pictures and sound of a master end together; a difference this small is inaudible in a loop. */
const END_TOLERANCE_SECONDS = 0.03
const START_TOLERANCE_SECONDS = 0.002

/** Whether the recording already is a valid master of `durationSeconds`. */
async function canRemux(
  path: string,
  { container, video, audio }: SourceFacts & { readonly video: VideoFacts },
  durationSeconds: number,
): Promise<boolean> {
  const { width, height } = masterSize(video)
  const hasMasterShape =
    container === 'mp4' &&
    width === video.width &&
    height === video.height &&
    video.squeeze === 1 &&
    !video.orientation.isMirrored &&
    video.orientation.quarterTurns === 0 &&
    video.isEven &&
    Math.abs(video.startSeconds) < START_TOLERANCE_SECONDS &&
    video.longestGapSeconds <= MAX_GAP_SECONDS &&
    video.bitsPerSecond <= MAX_BITS_PER_SECOND
  if (!hasMasterShape) return false
  if (audio) {
    const isTogether =
      audio.startSeconds < START_TOLERANCE_SECONDS &&
      Math.abs(audio.endSeconds - durationSeconds) < END_TOLERANCE_SECONDS
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
async function remux(path: string, outPath: string, { video, audio }: SourceFacts): Promise<void> {
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
