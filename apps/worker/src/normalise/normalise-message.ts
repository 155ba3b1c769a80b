// What the worker and the child process that normalises a recording share: the messages, which are plain JSON, the limits of
// such processes, and the error for a recording that cannot be used.

import type { WorkLimits } from '@vitrine/process/bounded-child'
import type { Loudness } from './sound-frames.ts'

/** A recording to normalise. */
export interface NormaliseRequest {
  readonly sourcePath: string
  /** The output folder, used by this request alone. */
  readonly folder: string
  /** Longer recordings are rejected. */
  readonly longestSeconds: number
  /** Encoder threads; 0 lets the encoder choose. */
  readonly threads: number
}

export interface NormaliseProgress {
  readonly stage: NormaliseStage
  /** Overall progress, 0 to 100. */
  readonly percent: number
}

type NormaliseStage = 'analysing' | 'converting' | 'checking'

/** The files are complete on disk and checked. */
export type NormalisedRecording = NormalisedVideo | NormalisedSound

export interface NormalisedVideo {
  readonly kind: 'video'
  readonly width: number
  readonly height: number
  readonly frameRate: readonly [number, number]
  readonly frames: number
  readonly durationSeconds: number
  readonly masterPath: string
  /** Equal to `masterPath` when the master is small enough to be played in the editor. */
  readonly proxyPath: string
  readonly posterPath: string
  /** The pictures were copied without encoding. */
  readonly isCopied: boolean
  /** Null without sound. */
  readonly loudness: Loudness | null
}

export interface NormalisedSound {
  readonly kind: 'audio'
  readonly durationSeconds: number
  readonly masterPath: string
  readonly loudness: Loudness
}

/** The limits of child processes that convert one recording. */
export const RECORDING_LIMITS: WorkLimits = {
  durationMs: 60 * 60_000,
  silenceMs: 90_000,
  // 10-bit 4K HEVC on two decoding threads takes a third of this.
  memoryBytes: 2 * 2 ** 30,
}

export type MediaErrorCode = 'media-damaged' | 'media-too-long'

/** The recording itself is the reason: a retry would fail the same way. */
export class RecordingRejected extends Error {
  readonly code: MediaErrorCode
  constructor(code: MediaErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'RecordingRejected'
    this.code = code
  }
}
