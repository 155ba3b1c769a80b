// Measures loudness (EBU R 128 / ITU-R BS.1770) with libav's own meter.
import type { Frame } from 'node-av'
import { FilterAPI } from 'node-av/api'

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
