// Normalises a customer's recording: one master with exact timestamps, a small proxy for the editor, and a poster. A recording
// without pictures becomes a sound.
import { join } from 'node:path'
import { LibavError } from '@vitrine/media/libav-error'
import { countMissingBytes } from '@vitrine/media/missing-bytes'
import { SAMPLE_RATE } from '@vitrine/painter/sound'
import { writePoster } from '../media/poster.ts'
import { checkMaster } from './check-master.ts'
import { copyMaster, isFit } from './copy-master.ts'
import { LoudnessMeter } from './loudness.ts'
import { MasterWriter } from './master-writer.ts'
import type { NormalisedRecording, NormalisedSound, NormalisedVideo, NormaliseRequest } from './normalise-message.ts'
import { masterSize, proxySize } from './picture-chain.ts'
import { readPictures } from './picture-frames.ts'
import { RecordingRejected } from './recording-rejected.ts'
import { readSoundFrames } from './sound-frames.ts'
import { type AudioFacts, readSourceFacts, type SourceFacts, type VideoFacts } from './source-facts.ts'

/** Sound that continues this long after the last picture is intentional; a shorter rest is the end of the last packet. */
const MEANT_TO_BE_HEARD_SECONDS = 1
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
  const isHeardAfterwards = (audio?.endSeconds ?? 0) > video.endSeconds + MEANT_TO_BE_HEARD_SECONDS
  const durationLimit = isHeardAfterwards ? (audio?.endSeconds ?? 0) : video.endSeconds
  const frames = Math.max(1, Math.round((durationLimit * num) / den))
  const durationSeconds = (frames * den) / num
  const size = masterSize(video)
  const small = proxySize(size)
  const isCopied = await isFit(request.sourcePath, facts, durationSeconds)
  const masterPath = join(request.folder, 'master.mp4')
  const isSmall = isCopied && small.width === size.width && video.longestGapSeconds <= MASTER_GOP_SECONDS
  const proxyPath = isSmall ? masterPath : join(request.folder, 'proxy.mp4')

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
  const proxy = isSmall ? undefined : await open(proxyPath, small, PROXY_CRF, PROXY_GOP_SECONDS)
  if (isCopied) await copyMaster(request.sourcePath, masterPath, facts)

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
  if (!isSmall) await checkMaster(proxyPath, { pictures: { ...expected, ...small }, ...(sound && { sound }) })
  const posterPath = join(request.folder, 'poster.webp')
  await writePoster(proxyPath, durationSeconds * POSTER_SHARE, posterPath)
  const loudness = meter ? await meter.finish() : null
  const common = { kind: 'video', ...size, frameRate: video.frameRate, frames, durationSeconds } as const
  return { ...common, masterPath, proxyPath, posterPath, isCopied, loudness }
}
