// The ticks of a ruler at any zoom, and which of them have a number.

export interface Tick {
  /** CSS pixels from the start of the ruler. */
  at: number
  /** CSS pixels. */
  length: number
  /** Pixels of the canvas; on long ticks only. */
  label?: number
}

/** The least CSS pixels between two numbers. */
const labelRoom = 56
const steps = [1, 2, 5]
const long = 10
const short = 4

/**
 * @param start where the canvas begins, in CSS pixels from the start of the ruler
 * @param scale CSS pixels per pixel of the canvas
 * @param room length of the ruler in CSS pixels
 */
export function rulerTicks(start: number, scale: number, room: number): Tick[] {
  const step = labelStep(scale)
  const parts = step === 1 ? 1 : String(step).startsWith('2') ? 4 : 5
  const small = step / parts
  const ticks: Tick[] = []
  for (let n = Math.ceil(-start / scale / small); n * small * scale + start <= room; n++) {
    const at = n * small * scale + start
    ticks.push(n % parts === 0 ? { at, length: long, label: n * small } : { at, length: short })
  }
  return ticks
}

/** Pixels of the canvas from one number to the next: 1, 2 or 5 with zeros. */
function labelStep(scale: number): number {
  for (let zeros = 1; ; zeros *= 10) {
    const found = steps.find((step) => step * zeros * scale >= labelRoom)
    if (found !== undefined) return found * zeros
  }
}
