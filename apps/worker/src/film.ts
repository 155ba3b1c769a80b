// Owns making a film of a composition: has every frame composed, mixes the sound, and hands both to the encoder. While
// frame n is encoded on other threads, frame n + 1 is made here. Memory stays the same however long the film is.
import assert from 'node:assert/strict'
import { stat } from 'node:fs/promises'
import type { FrameRate } from '@vitrine/composition/document'
import { listVoices } from '@vitrine/composition/voice'
import type { Sound } from './audio-file.ts'
import { Composer, type ComposerOptions } from './composer.ts'
import { type EncoderPreset, FilmWriter } from './film-writer.ts'
import type { SceneSpec } from './scene.ts'
import { Soundtrack, sampleOfFrame } from './soundtrack.ts'

export interface FilmOutput extends ComposerOptions {
  /** First frame of the film and the frame after the last; the whole composition unless given. */
  readonly from?: number
  readonly to?: number
  /** x264's constant rate factor; 20 unless given. */
  readonly crf?: number
  /** `veryfast` unless given. */
  readonly preset?: EncoderPreset
  /** False leaves the composition's sound out. The film has a (silent) sound track all the same. */
  readonly audio?: boolean
  /** Encoder threads; 0 (as many as the machine has cores, and some) unless given. */
  readonly threads?: number
}

export interface FilmSpec extends SceneSpec {
  readonly output: FilmOutput
  /** The MP4 file to write; an existing one is replaced. */
  readonly outPath: string
}

export interface FilmProgress {
  readonly stage: 'preparing' | 'drawing' | 'finishing'
  readonly framesDone: number
  readonly frameCount: number
}

export interface FilmInfo {
  readonly width: number
  readonly height: number
  readonly frameCount: number
  readonly frameRate: readonly [number, number]
  readonly durationSeconds: number
  readonly sizeBytes: number
  /** Frames that were drawn; the others equalled the one before. */
  readonly drawnFrameCount: number
}

export interface FilmOptions {
  /** Called after every frame. */
  onProgress?(progress: FilmProgress): void
  /** Ends the work between two frames: `renderFilm` then throws the signal's reason and leaves a partial file. */
  signal?: AbortSignal
}

const DEFAULT_CRF = 20
const DEFAULT_PRESET: EncoderPreset = 'veryfast'

/** A frame rate as a fraction: 30 becomes `[30, 1]`, 29.97 becomes `[2997, 100]`. */
export function toFraction(fps: FrameRate): readonly [number, number] {
  if (typeof fps !== 'number') return fps
  return Number.isInteger(fps) ? [fps, 1] : [Math.round(fps * 100), 100]
}

/** Renders a composition, or the stretch `from` to `to` of it, to an MP4 file: H.264, AAC, index first, exact length. */
export async function renderFilm(spec: FilmSpec, { onProgress, signal }: FilmOptions = {}): Promise<FilmInfo> {
  const { output, outPath } = spec
  const { crf = DEFAULT_CRF, preset = DEFAULT_PRESET, audio = true, threads = 0 } = output
  signal?.throwIfAborted()
  const { canvas } = spec.document
  onProgress?.({ stage: 'preparing', framesDone: 0, frameCount: (output.to ?? canvas.duration) - (output.from ?? 0) })
  await using resources = new AsyncDisposableStack()
  const composer = resources.adopt(await Composer.open(spec, output), (opened) => opened.close())
  const frameRate = toFraction(composer.document.canvas.fps)
  const from = output.from ?? 0
  const to = output.to ?? composer.document.canvas.duration
  assert(
    from >= 0 && to > from && to <= composer.document.canvas.duration,
    `no frames ${from} to ${to} in this composition`,
  )
  const soundtrack = resources.adopt(
    await Soundtrack.open({
      voices: audio ? listVoices(composer.document) : [],
      frameRate,
      files: spec.assetFiles,
      firstFrame: from,
    }),
    (opened) => opened.close(),
  )
  const format = { width: output.width, height: output.height, frameRate, crf, preset, threads }
  const writer = resources.adopt(await FilmWriter.open(outPath, format, composer.arena), (opened) => opened.close())

  const frameCount = to - from
  let drawnFrameCount = 0
  for (let frame = from; frame < to; frame++) {
    signal?.throwIfAborted()
    if (frame > from && composer.areEqual(frame, frame - 1)) await writer.repeatPicture()
    else {
      const picture = await writer.nextPicture()
      composer.compose(frame, picture)
      writer.writePicture(picture)
      drawnFrameCount++
    }
    writeSound(writer, await soundtrack.read(sampleOfFrame(frame + 1, frameRate) - sampleOfFrame(frame, frameRate)))
    onProgress?.({ stage: 'drawing', framesDone: frame + 1 - from, frameCount })
  }
  onProgress?.({ stage: 'finishing', framesDone: frameCount, frameCount })
  await writer.finish()
  return {
    width: output.width,
    height: output.height,
    frameCount,
    frameRate,
    durationSeconds: (frameCount * frameRate[1]) / frameRate[0],
    sizeBytes: (await stat(outPath)).size,
    drawnFrameCount,
  }
}

function writeSound(writer: FilmWriter, { left, right }: Sound): void {
  writer.writeSound(left, right)
}
