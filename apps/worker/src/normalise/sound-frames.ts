// Decodes the sound of a recording for its master and measures its loudness. The sound is 48 kHz stereo from the start of the
// file, with silence in gaps, resampled slightly when its clock drifts from that of the pictures.
import assert from 'node:assert/strict'
import { decodeFrames, MediaInput } from '@vitrine/media/media-input'
import { SAMPLE_RATE } from '@vitrine/painter/voice'
import { AV_NOPTS_VALUE, AVERROR_EOF, FFmpegError, type Frame } from 'node-av'
import { FilterAPI } from 'node-av/api'
import { nameChannels } from '../media/audio-file.ts'

/** The size of an AAC packet; only the last frame may be shorter. */
export const SOUND_FRAME_SAMPLES = 1024

/**
 * Yields the decoded sound of one stream. With `seconds`, it has exactly that length: padded with silence or cut at the end.
 * The caller frees each frame. Throws `LibavError` when the whole sound is damaged.
 */
export async function* readSoundFrames(path: string, streamIndex: number, seconds?: number): AsyncGenerator<Frame> {
  let filter: FilterAPI | undefined
  try {
    for await (const frame of decodeSound(path, streamIndex)) {
      filter ??= FilterAPI.create(buildFilterGraph(frame.channelLayout.nbChannels, seconds))
      const ready = await filter.processAll(frame).catch(ignoreEndOfFile)
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

/** A filter graph of fixed length reports the end of the file for input beyond it. */
function ignoreEndOfFile(error: unknown): undefined {
  if (error instanceof FFmpegError && error.code === AVERROR_EOF) return undefined
  throw error
}

function buildFilterGraph(channels: number, seconds: number | undefined): string {
  const length = seconds?.toFixed(6)
  return [
    // By default libav reduces mono by 3 dB when converting to stereo; browsers do not.
    ...(channels === 1 ? ['pan=stereo|c0=c0|c1=c0'] : []),
    `aresample=${SAMPLE_RATE}:async=1000:min_comp=0.01:first_pts=0:out_sample_fmt=fltp:out_chlayout=stereo`,
    ...(length === undefined ? [] : [`apad=whole_dur=${length}`, `atrim=end=${length}`]),
    `asetnsamples=n=${SOUND_FRAME_SAMPLES}:p=0`,
  ].join(',')
}

/** Frames as decoded, with times counted from the start of the file. */
async function* decodeSound(path: string, streamIndex: number): AsyncGenerator<Frame> {
  using input = await MediaInput.open(path)
  const stream = input.streams[streamIndex]
  assert(stream, `no stream ${streamIndex} in ${path}`)
  const { num, den } = stream.timeBase
  const originTicks = BigInt(Math.round((input.startSeconds * den) / num))
  for await (const frame of decodeFrames(input, stream)) {
    nameChannels(frame)
    if (frame.pts !== AV_NOPTS_VALUE) frame.pts -= originTicks
    yield frame
  }
}

// Measures loudness (EBU R 128 / ITU-R BS.1770) with libav's own meter.

export interface Loudness {
  /** Loudness of the whole in LUFS; null for silence and for sound too short to measure. */
  readonly integratedLufs: number | null
  /** Peak of the reconstructed waveform between the samples, in dB of full scale; null for silence. */
  readonly truePeakDb: number | null
}

/** The meter reports this floor or less for silence. */
const SILENCE_LUFS = -69

/** Measures the loudness of all frames passed to it. */
export class LoudnessMeter {
  readonly #filter = FilterAPI.create('ebur128=peak=true:metadata=1:framelog=quiet')
  #integrated = Number.NEGATIVE_INFINITY
  #peak = Number.NEGATIVE_INFINITY

  /** The caller keeps ownership of the frame. */
  async update(frame: Frame): Promise<void> {
    for (const measured of await this.#filter.processAll(frame)) this.#read(measured)
  }

  async finish(): Promise<Loudness> {
    await this.#filter.flush()
    for (let frame = await this.#filter.receive(); frame; frame = await this.#filter.receive()) this.#read(frame)
    this.#filter.close()
    const isHeard = this.#integrated > SILENCE_LUFS
    return {
      integratedLufs: isHeard ? this.#integrated : null,
      truePeakDb: Number.isFinite(this.#peak) ? this.#peak : null,
    }
  }

  #read(frame: Frame): void {
    const metadata = frame.getMetadata()
    const readNumber = (key: string) => Number(metadata.get(key) ?? Number.NaN)
    const integrated = readNumber('lavfi.r128.I')
    if (Number.isFinite(integrated)) this.#integrated = integrated
    for (const channel of [0, 1]) {
      const peak = 20 * Math.log10(readNumber(`lavfi.r128.true_peaks_ch${channel}`))
      if (peak > this.#peak) this.#peak = peak
    }
    frame.free()
  }
}
