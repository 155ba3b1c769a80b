// Renders a video in the browser: composes each frame with the shared painter, mixes the sound, encodes both and writes
// the file frame by frame. Runs in a worker, so that it continues in a hidden tab.
import { framesPerSecond } from '@vitrine/document/document'
import type { Host } from '@vitrine/document/host'
import { createSoundMixer, frameToSample, type SoundMixer } from '@vitrine/painter/mixer'
import { createPainter } from '@vitrine/painter/painter'
import { loadShaper } from '@vitrine/painter/shaper'
import { listVoices } from '@vitrine/painter/voice'
import { createWatermark } from '@vitrine/painter/watermark'
import {
  AudioSample,
  AudioSampleSink,
  AudioSampleSource,
  BlobSource,
  BufferTarget,
  canEncodeAudio,
  Input,
  MP4,
  Mp4OutputFormat,
  Output,
  StreamTarget,
  type StreamTargetChunk,
  VideoSample,
  VideoSampleSource,
} from 'mediabunny'
import { openPlaneMemory } from '../media/plane-memory.ts'
import { findSound } from '../media/sound-reader.ts'
import { soundChannels, soundOptions, soundQuality, soundRate, videoQuality } from './encoder-choice.ts'
import { ExportError, type ExportFault, type ExportOrder, type ExportProgress } from './export-contract.ts'
import { createExportFrames, type ExportFrames } from './export-frames.ts'
import { FrameComposer, type FrameTime } from './frame-composer.ts'

interface RenderWork {
  order: RenderRequest
  writable: WritableStream<StreamTargetChunk>
  signal: AbortSignal
  onProgress: (progress: ExportProgress) => void
}

interface WrittenVideo {
  seconds: number
  hasSound: boolean
}

const keyFrameSeconds = 2
/** Sound is mixed and encoded in pieces of a quarter of a second. */
const soundPiece = soundRate / 4
const progressStepMs = 200
/** AAC. */
const samplesPerPacket = 1024

/**
 * Renders the video and closes the file. @throws ExportError @throws the signal's reason when it is aborted; the caller
 * deletes the unfinished file
 */
export async function renderVideo(work: RenderWork): Promise<WrittenVideo> {
  const { order, writable, signal } = work
  const { document } = order
  const fps = framesPerSecond(document.canvas.fps)
  const voices = listVoices(document)
  const pictures = createExportFrames(order.files)
  const mixer = createSoundMixer({
    voices,
    framesPerSecond: fps,
    firstFrame: 0,
    open: async (assetId) => findSound(await pictures.open(assetId)),
    onFailed: 'throw',
  })
  // Fast start: a shared video plays before it is fully loaded. The index size is known beforehand.
  const output = new Output({
    format: new Mp4OutputFormat({ fastStart: 'reserve' }),
    target: new StreamTarget(writable, { chunked: true, chunkSize: 4 * 1024 * 1024 }),
  })
  try {
    const video = new VideoSampleSource({
      codec: 'avc',
      quality: videoQuality(order.size, fps),
      keyFrameInterval: keyFrameSeconds,
    })
    output.addVideoTrack(video, { frameRate: fps, maximumPacketCount: document.canvas.duration })
    const totalSamples = frameToSample(document.canvas.duration, fps)
    const sound = voices.length > 0 ? await openSound() : undefined
    const delay = sound ? await measureSoundDelay() : 0
    if (sound) {
      output.addAudioTrack(sound, { maximumPacketCount: Math.ceil(totalSamples / samplesPerPacket) + 8 })
    }
    await output.start()
    const composer = await openComposer(order, pictures)
    await paintAll(work, {
      fps,
      composer,
      addPicture: (sample) => video.add(sample),
      addSoundUntil: sound ? soundFeeder(mixer, sound, { totalSamples, delay }) : async () => undefined,
    })
    work.onProgress(lastProgress(document.canvas.duration))
    await output.finalize()
    return { seconds: document.canvas.duration / fps, hasSound: sound !== undefined }
  } catch (error) {
    await output.cancel().catch(() => undefined)
    throw signal.aborted ? signal.reason : toExportError(error)
  } finally {
    mixer.close()
    pictures.close()
  }
}

async function openSound(): Promise<AudioSampleSource> {
  if (!(await hasSoundEncoder())) throw new ExportError('sound')
  return new AudioSampleSource({ codec: 'aac', quality: soundQuality })
}

/** The library's encoder is a megabyte: fetched only by browsers without one. */
async function hasSoundEncoder(): Promise<boolean> {
  if (await canEncodeAudio('aac', soundOptions)) return true
  const { addSoundEncoder } = await import('./sound-encoder.ts')
  return addSoundEncoder()
}

/** Encodes the mix up to a sample of the video, in whole pieces, shifted earlier by the encoder's delay. */
function soundFeeder(
  mixer: SoundMixer,
  sound: AudioSampleSource,
  { totalSamples, delay }: { totalSamples: number; delay: number },
) {
  let done = 0
  return async (untilSample: number) => {
    try {
      while (done < untilSample) {
        const count = Math.min(soundPiece, totalSamples - done)
        const { left, right } = await mixer.read(count)
        const data = new Float32Array(count * soundChannels)
        data.set(left)
        data.set(right, count)
        const sample = new AudioSample({
          data,
          format: 'f32-planar',
          numberOfChannels: soundChannels,
          sampleRate: soundRate,
          timestamp: (done - delay) / soundRate,
        })
        done += count
        await sound.add(sample)
        sample.close()
      }
    } catch (error) {
      if (error instanceof DOMException && error.name === 'QuotaExceededError') throw error
      throw new ExportError('sound', { cause: error })
    }
  }
}

const workerHost: Host = {
  createCanvas(width, height) {
    const canvas = new OffscreenCanvas(width, height)
    // The encoder reads the painted frame back, so all canvases are in main memory. The first `getContext` call
    // decides.
    canvas.getContext('2d', { willReadFrequently: true })
    return canvas as never
  },
  createPath: () => new Path2D(),
}

async function openComposer(
  { document, fonts, size, watermark }: RenderRequest,
  pictures: ExportFrames,
): Promise<FrameComposer> {
  const [shaper, memory] = await Promise.all([loadShaper(), openPlaneMemory()])
  return new FrameComposer({
    painter: createPainter({ document, host: workerHost, shaper, fonts, pictures }),
    watermark:
      watermark === undefined
        ? undefined
        : createWatermark(watermark, { host: workerHost, shaper, faces: document.fonts, fonts }),
    pictures,
    memory,
    size,
  })
}

interface Studio {
  fps: number
  composer: FrameComposer
  addPicture: (sample: VideoSample) => Promise<void>
  addSoundUntil: (sample: number) => Promise<void>
}

async function paintAll({ order, signal, onProgress }: RenderWork, studio: Studio): Promise<void> {
  const { fps, composer } = studio
  const frameCount = order.document.canvas.duration
  const progress = createProgress(frameCount, () => performance.now() / 1000)
  let reportedMs = Number.NEGATIVE_INFINITY
  let ahead = composer.prepare(0)
  try {
    for (let frame = 0; frame < frameCount; frame++) {
      signal.throwIfAborted()
      await ahead
      const sample = createSample(await composer.make(frame, computeFrameTime(frame, fps)), frame, fps)
      // Decodes the next frame while this one is encoded. Its errors surface when it is awaited.
      if (frame + 1 < frameCount) ahead = composer.prepare(frame + 1)
      ahead.catch(() => undefined)
      // Waits while the encoder is busy, so that frames do not pile up.
      await studio.addPicture(sample)
      sample.close()
      await studio.addSoundUntil(frameToSample(frame + 1, fps))
      if (performance.now() - reportedMs < progressStepMs) continue
      reportedMs = performance.now()
      onProgress(progress(frame + 1))
    }
  } finally {
    await ahead.catch(() => undefined)
  }
}

function computeFrameTime(frame: number, fps: number): FrameTime {
  return { timestamp: Math.round((frame / fps) * 1e6), duration: Math.round(1e6 / fps) }
}

/** A frame with its exact time, which browsers round to microseconds. */
function createSample(picture: VideoFrame, frame: number, fps: number): VideoSample {
  const sample = new VideoSample(picture)
  sample.setTimestamp(frame / fps)
  sample.setDuration(1 / fps)
  return sample
}

function lastProgress(frameCount: number): ExportProgress {
  return { stage: 'finishing', framesDone: frameCount, frameCount, percent: 99, secondsLeft: undefined }
}

function toExportError(error: unknown): ExportError {
  if (error instanceof ExportError) return error
  const name = error instanceof DOMException ? error.name : undefined
  if (name === 'QuotaExceededError') return new ExportError('no-space', { cause: error })
  // Browsers report these errors for a file that has changed since it was chosen.
  const isMoved = name === 'NotReadableError' || name === 'NotFoundError'
  return new ExportError(isMoved ? 'file-moved' : 'picture', { cause: error })
}

/** The message to the worker: the serialisable part of a request, and the file to write. */
export type RenderRequest = Pick<ExportOrder, 'document' | 'fonts' | 'files' | 'size' | 'watermark'> & {
  target: FileSystemFileHandle
}

/** The messages from the worker. */
export type RenderMessage =
  | { kind: 'progress'; progress: ExportProgress }
  | { kind: 'done'; seconds: number; hasSound: boolean }
  | { kind: 'failed'; fault: ExportFault }

/** Nearly all of the work is drawing; the rest is opening files before it and closing the video after it. */
const drawingPercent = 98
/** The speed is measured over the last seconds, because clips differ in cost. */
const windowSeconds = 10
/** No estimate before this time. */
const minSeconds = 1

/** Percent, and the time left from the speed of the last frames. @param nowSeconds a monotonic clock */
export function createProgress(frameCount: number, nowSeconds: () => number): (framesDone: number) => ExportProgress {
  let marks: { framesDone: number; seconds: number }[] = []
  return (framesDone) => {
    const seconds = nowSeconds()
    marks.push({ framesDone, seconds })
    while (marks.length > 2 && seconds - (marks[1]?.seconds ?? seconds) > windowSeconds) marks = marks.slice(1)
    const first = marks[0]
    const passed = first ? seconds - first.seconds : 0
    const speed = first && passed >= minSeconds ? (framesDone - first.framesDone) / passed : 0
    return {
      stage: 'drawing',
      framesDone,
      frameCount,
      percent: Math.floor((framesDone / Math.max(1, frameCount)) * drawingPercent),
      secondsLeft: speed > 0 ? Math.round((frameCount - framesDone) / speed) : undefined,
    }
  }
}

/** The usual delay: one block of AAC. */
const usualSamples = 1024
const clickSample = 9600
const trialSamples = 19_200
/** A peak further away is not the click. */
const maxSamples = 4096

let measuring: Promise<number> | undefined

/**
 * How many samples earlier sound must start to be in sync, measured with a click. Encoders put about a thousand samples
 * before the first real one; some include it in their packet times, some do not. Call it when AAC can be encoded.
 */
function measureSoundDelay(): Promise<number> {
  measuring ??= measure().catch(() => usualSamples)
  return measuring
}

async function measure(): Promise<number> {
  const video = await encodeClick()
  using input = new Input({ source: new BlobSource(video), formats: [MP4] })
  const track = await input.getPrimaryAudioTrack()
  if (!track || !(await track.canDecode())) return usualSamples
  let loudest = { level: 0, at: clickSample + usualSamples }
  for await (using sample of new AudioSampleSink(track).samples()) {
    const samples = new Float32Array(sample.numberOfFrames)
    sample.copyTo(samples, { planeIndex: 0, format: 'f32-planar' })
    const first = Math.round(sample.timestamp * soundRate)
    for (const [n, value] of samples.entries()) {
      if (Math.abs(value) > loudest.level) loudest = { level: Math.abs(value), at: first + n }
    }
  }
  const delay = loudest.at - clickSample
  return Math.abs(delay) <= maxSamples ? delay : usualSamples
}

async function encodeClick(): Promise<Blob> {
  const target = new BufferTarget()
  const output = new Output({ format: new Mp4OutputFormat(), target })
  const source = new AudioSampleSource({ codec: 'aac', quality: soundQuality })
  output.addAudioTrack(source)
  await output.start()
  const data = new Float32Array(trialSamples * soundChannels)
  for (let channel = 0; channel < soundChannels; channel++) data[channel * trialSamples + clickSample] = 0.9
  using sample = new AudioSample({
    data,
    format: 'f32-planar',
    numberOfChannels: soundChannels,
    sampleRate: soundRate,
    timestamp: 0,
  })
  await source.add(sample)
  await output.finalize()
  return new Blob([target.buffer ?? new ArrayBuffer(0)])
}
