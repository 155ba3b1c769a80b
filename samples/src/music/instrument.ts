// The instruments of the music beds, each a pure function from a note to mono samples at 44.1 kHz.
import { createChance } from '../build/chance.ts'

export const SAMPLE_RATE = 44_100

export type Sound = Float32Array

/** Frequency in hertz of a MIDI note number (69 is A4, 440 Hz). */
export function pitch(note: number): number {
  return 440 * 2 ** ((note - 69) / 12)
}

function sound(seconds: number, sample: (time: number, index: number) => number): Sound {
  const length = Math.round(seconds * SAMPLE_RATE)
  const samples = new Float32Array(length)
  // The last 8 ms fade to nothing, so that no voice ends in a click.
  const tail = 0.008 * SAMPLE_RATE
  for (let index = 0; index < length; index += 1) {
    samples[index] = sample(index / SAMPLE_RATE, index) * Math.min(1, (length - index) / tail)
  }
  return samples
}

/**
 * A plucked string (Karplus and Strong, 1983) with fractional delay. `damping` 0.9 is dull, 0.999 rings;
 * `brightness` 0..1 is how hard it is plucked; `buzz` adds the jawari of a tanpura or sitar.
 */
export function pluck(note: number, seconds: number, damping = 0.996, brightness = 0.6, buzz = 0): Sound {
  const chance = createChance(note * 977 + 13)
  // The smoothing filter below delays by about one sample, which the delay line makes up for.
  const period = SAMPLE_RATE / pitch(note) - 1
  const length = Math.floor(period)
  const fraction = period - length
  const ring = new Float32Array(length + 1)
  let smooth = 0
  for (let index = 0; index <= length; index += 1) {
    smooth += (chance() * 2 - 1 - smooth) * (0.15 + brightness * 0.85)
    ring[index] = smooth
  }
  // A string at rest has no offset; without this the delay line would hold one for ever.
  const offset = ring.reduce((sum, value) => sum + value, 0) / ring.length
  for (let index = 0; index <= length; index += 1) ring[index] = (ring[index] ?? 0) - offset
  let at = 0
  let last = 0
  return sound(seconds, (time) => {
    const next = (at + 1) % (length + 1)
    const delayed = (ring[at] ?? 0) * fraction + (ring[next] ?? 0) * (1 - fraction)
    last = (delayed * 0.5 + last * 0.5) * damping
    ring[at] = last
    at = next
    const string =
      buzz > 0 ? last + buzz * Math.tanh(last * 9) * Math.abs(last) * (0.6 + 0.4 * Math.sin(time * 5)) : last
    return string * Math.min(1, time / 0.002)
  })
}

/** A bell of inharmonic partials; `sparkle` lifts the high ones. */
export function bell(note: number, seconds: number, sparkle = 0.5): Sound {
  const root = pitch(note)
  const partials = [
    [0.5, 0.25, 0.9],
    [1, 1, 1],
    [2.01, 0.55, 1.7],
    [2.76, 0.4 * sparkle, 2.3],
    [5.4, 0.28 * sparkle, 4.2],
    [8.93, 0.16 * sparkle, 6],
  ] as const
  return sound(seconds, (time) => {
    let value = 0
    for (const [ratio, level, decay] of partials) {
      value += Math.sin(2 * Math.PI * root * ratio * time) * level * Math.exp((-time * decay * 2.6) / seconds)
    }
    return value * 0.45 * Math.min(1, time / 0.003)
  })
}

/** A felt piano: soft attack, partials that die the faster the higher they are. */
export function felt(note: number, seconds: number): Sound {
  const root = pitch(note)
  const levels = [1, 0.42, 0.2, 0.1, 0.05, 0.025]
  return sound(seconds, (time) => {
    let value = 0
    for (let partial = 0; partial < levels.length; partial += 1) {
      const number = partial + 1
      const stretched = root * number * Math.sqrt(1 + 0.0004 * number * number)
      value +=
        Math.sin(2 * Math.PI * stretched * time) * (levels[partial] ?? 0) * Math.exp(-time * (1.1 + partial * 0.9))
    }
    const thump = Math.sin(2 * Math.PI * 90 * time) * Math.exp(-time * 60) * 0.3
    return (value + thump) * 0.6 * (1 - Math.exp(-time * 220))
  })
}

/** A slow pad of three detuned, low-passed saws. `warmth` is the cutoff in hertz. */
export function pad(note: number, seconds: number, warmth = 900): Sound {
  const root = pitch(note)
  const share = 1 - Math.exp((-2 * Math.PI * warmth) / SAMPLE_RATE)
  let low = 0
  let lower = 0
  return sound(seconds, (time) => {
    let saw = 0
    for (const detune of [-0.0042, 0, 0.0047]) {
      const phase = (root * (1 + detune) * time) % 1
      saw += phase * 2 - 1
    }
    low += (saw / 3 - low) * share
    lower += (low - lower) * share
    const swell = Math.min(1, time / (seconds * 0.35)) * Math.min(1, (seconds - time) / (seconds * 0.35))
    return lower * swell * 0.9
  })
}

/** A reed (harmonium): a few strong harmonics, gentle tremor, quick but soft edges. */
export function reed(note: number, seconds: number): Sound {
  const root = pitch(note)
  return sound(seconds, (time) => {
    let value = 0
    for (let partial = 1; partial <= 7; partial += 1) {
      value +=
        (Math.sin(2 * Math.PI * root * partial * time) + Math.sin(2 * Math.PI * root * 1.004 * partial * time)) /
        (partial * 1.5)
    }
    const edge = Math.min(1, time / 0.04) * Math.min(1, (seconds - time) / 0.08)
    return value * edge * 0.22 * (1 + 0.06 * Math.sin(time * 34))
  })
}

/** A bass between sine and square; `drive` 0..1. */
export function bass(note: number, seconds: number, drive = 0.3): Sound {
  const root = pitch(note)
  return sound(seconds, (time) => {
    const body = Math.sin(2 * Math.PI * root * time) + 0.3 * Math.sin(4 * Math.PI * root * time)
    const edge = Math.min(1, time / 0.004) * Math.exp((-time * 1.4) / seconds)
    return (Math.tanh(body * (1 + drive * 7)) / Math.tanh(1 + drive * 7)) * edge * 0.7
  })
}

/** A short synthetic stab of a saw through a falling filter. */
export function stab(note: number, seconds: number, cutoff = 3200): Sound {
  const root = pitch(note)
  let low = 0
  let lower = 0
  return sound(seconds, (time) => {
    const saw = (((root * time) % 1) + ((root * 1.006 * time) % 1)) * 2 - 2
    const share = 1 - Math.exp((-2 * Math.PI * (200 + cutoff * Math.exp(-time * 9))) / SAMPLE_RATE)
    low += (saw * 0.5 - low) * share
    lower += (low - lower) * share
    return lower * Math.exp(-time * (3 / seconds)) * Math.min(1, time / 0.003)
  })
}

/** A drum skin: a sine that falls from `high` to `low` hertz, with a click of noise. Kick, dhol, tabla, frame drum. */
export function skin(high: number, low: number, seconds: number, click = 0.3, glide = 30): Sound {
  const chance = createChance(Math.round(high * 7 + low))
  let phase = 0
  return sound(seconds, (time) => {
    phase += ((low + (high - low) * Math.exp(-time * glide)) * 2 * Math.PI) / SAMPLE_RATE
    const noise = (chance() * 2 - 1) * Math.exp(-time * 120) * click
    return Math.sin(phase) * Math.exp((-time * 4.5) / seconds) + noise
  })
}

/** Filtered noise: `tone` 0 dark to 1 bright. Snare, clap, hat, shaker. */
export function noise(seconds: number, tone: number, seed = 1, attack = 0.001): Sound {
  const chance = createChance(seed)
  let low = 0
  return sound(seconds, (time) => {
    const white = chance() * 2 - 1
    low += (white - low) * (0.08 + (1 - tone) * 0.5)
    const shaped = tone > 0.5 ? white - low : low + (white - low) * tone
    return shaped * Math.exp((-time * 6) / seconds) * Math.min(1, time / attack)
  })
}

/** Small cymbals (manjira): a cluster of high partials. */
export function manjira(seconds: number): Sound {
  const partials = [2810, 3935, 4620, 5873, 7210, 9060]
  return sound(seconds, (time) => {
    let value = 0
    partials.forEach((frequency, index) => {
      value += Math.sin(2 * Math.PI * frequency * time) * Math.exp((-time * (3 + index)) / seconds)
    })
    return (value / partials.length) * Math.min(1, time / 0.001)
  })
}
