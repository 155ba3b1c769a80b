// Mixes voices into a stereo loop: tails and echoes of the last bar run on into the first, so the loop has no seam.
import { SAMPLE_RATE, type Sound } from './instrument.ts'

export interface Loop {
  readonly left: Float32Array
  readonly right: Float32Array
}

export interface Placing {
  /** -1 left to 1 right. */
  pan?: number
  gain?: number
  /** Share sent to the reverb, 0 to 1. */
  send?: number
}

export interface Mixer {
  /** Adds a voice at a time in seconds; what reaches beyond the end comes round to the start. */
  play(voice: Sound, atSeconds: number, placing?: Placing): void
  /** Mixes down with reverb and brings the loop to the given loudness. */
  finish(loudnessLufs: number): Loop
}

/** A mixer for a loop of the given length; `room` 0..1 is the length of the reverb. */
export function createMixer(seconds: number, room = 0.6): Mixer {
  const length = Math.round(seconds * SAMPLE_RATE)
  const dry: Loop = { left: new Float32Array(length), right: new Float32Array(length) }
  const wet: Loop = { left: new Float32Array(length), right: new Float32Array(length) }

  return {
    play(voice, atSeconds, { pan = 0, gain = 1, send = 0.2 } = {}) {
      const start = Math.round(atSeconds * SAMPLE_RATE)
      const angle = ((pan + 1) * Math.PI) / 4
      const leftGain = Math.cos(angle) * gain
      const rightGain = Math.sin(angle) * gain
      for (let index = 0; index < voice.length; index += 1) {
        const at = (start + index) % length
        const sample = voice[index] ?? 0
        dry.left[at] = (dry.left[at] ?? 0) + sample * leftGain
        dry.right[at] = (dry.right[at] ?? 0) + sample * rightGain
        wet.left[at] = (wet.left[at] ?? 0) + sample * leftGain * send
        wet.right[at] = (wet.right[at] ?? 0) + sample * rightGain * send
      }
    },
    finish(loudnessLufs) {
      addReverb(wet.left, dry.left, room, 0)
      addReverb(wet.right, dry.right, room, 23)
      const gain = 10 ** ((loudnessLufs - measureLoudness(dry)) / 20)
      for (const channel of [dry.left, dry.right]) {
        for (let index = 0; index < channel.length; index += 1) channel[index] = limit((channel[index] ?? 0) * gain)
      }
      return dry
    },
  }
}

/** Leaves quiet samples as they are and bends peaks softly below 0.95. */
function limit(sample: number): number {
  const knee = 0.6
  const size = Math.abs(sample)
  if (size <= knee) return sample
  return Math.sign(sample) * (knee + (0.95 - knee) * Math.tanh((size - knee) / (0.95 - knee)))
}

/** Schroeder's reverb, run twice round the loop so that the first bar carries the tail of the last. */
function addReverb(source: Float32Array, target: Float32Array, room: number, spread: number): void {
  const combs = [1557, 1617, 1491, 1422, 1277, 1356].map((size) => ({
    line: new Float32Array(size + spread),
    at: 0,
    low: 0,
  }))
  const passes = [225, 556, 441].map((size) => ({ line: new Float32Array(size + spread), at: 0 }))
  const feedback = 0.68 + room * 0.26
  for (let round = 0; round < 2; round += 1) {
    for (let index = 0; index < source.length; index += 1) {
      let sum = 0
      for (const comb of combs) {
        const out = comb.line[comb.at] ?? 0
        comb.low = out * 0.75 + comb.low * 0.25
        comb.line[comb.at] = (source[index] ?? 0) + comb.low * feedback
        comb.at = (comb.at + 1) % comb.line.length
        sum += out
      }
      let value = sum / combs.length
      for (const pass of passes) {
        const out = pass.line[pass.at] ?? 0
        pass.line[pass.at] = value + out * 0.5
        value = out - value * 0.5
        pass.at = (pass.at + 1) % pass.line.length
      }
      if (round === 1) target[index] = (target[index] ?? 0) + value
    }
  }
}

/** Loudness in LUFS after ITU-R BS.1770: K-weighting and mean square (without gating, which a steady loop does not need). */
function measureLoudness({ left, right }: Loop): number {
  let power = 0
  for (const channel of [left, right]) {
    const shelf = biquad(
      [1.5308412300503478, -2.6509799951547297, 1.169079079921587],
      [-1.6636551132560204, 0.7125954280732254],
    )
    const high = biquad([1, -2, 1], [-1.9891696736297957, 0.9891990357870394])
    let sum = 0
    for (let index = 0; index < channel.length; index += 1) sum += high(shelf(channel[index] ?? 0)) ** 2
    power += sum / channel.length
  }
  return -0.691 + 10 * Math.log10(power)
}

function biquad([b0, b1, b2]: readonly [number, number, number], [a1, a2]: readonly [number, number]) {
  let x1 = 0
  let x2 = 0
  let y1 = 0
  let y2 = 0
  return (x: number) => {
    const y = b0 * x + b1 * x1 + b2 * x2 - a1 * y1 - a2 * y2
    x2 = x1
    x1 = x
    y2 = y1
    y1 = y
    return y
  }
}
