// How the layers of a template run in a video that is shorter or longer than the template: both ends keep their pace, the
// middle runs faster, freezes or loops.
import { assert } from '../assert.ts'
import type { TimeRemap } from '../template/document.ts'

/** Frames of the video in which the template's own time runs evenly. */
export interface TimeRemapSegment {
  /** First frame of the video and the frame after the last. */
  readonly from: number
  readonly to: number
  /** The template's frame at `from`. */
  readonly own: number
  /** Frames of the template per frame of the video; 0 freezes. */
  readonly rate: number
}

/** A loop is not split into more turns than this; each of them then lasts longer. */
const MAX_TURNS = 1000

/** The segments of a video of `length` frames, in order and without gaps. */
export function timeRemapSegments(pace: TimeRemap, length: number): TimeRemapSegment[] {
  const { frames } = pace
  assert(pace.intro + pace.outro <= frames, 'the protected ends of a template are not longer than the template')
  // In a video too short for both ends, the ends run faster.
  const squeeze = Math.min(1, length / Math.max(1, pace.intro + pace.outro))
  const intro = snap(pace.intro * squeeze)
  const end = snap(length - pace.outro * squeeze)
  const middle = { from: intro, to: end }
  const runs = [
    { from: 0, to: intro, own: 0, rate: 1 / squeeze },
    ...middleRuns(pace, middle),
    { from: end, to: length, own: frames - pace.outro, rate: 1 / squeeze },
  ]
  return runs.filter(({ from, to }) => to - from > 1e-9)
}

function middleRuns(
  { frames, intro, outro, middle }: TimeRemap,
  { from, to }: { from: number; to: number },
): TimeRemapSegment[] {
  const own = frames - intro - outro
  const room = to - from
  if (room < own) return [{ from, to, own: intro, rate: own / room }]
  if (middle === 'loop' && own > 0) {
    const turns = Math.min(MAX_TURNS, Math.max(1, Math.round(room / own)))
    const turn = room / turns
    return Array.from({ length: turns }, (_, n) => ({
      from: from + n * turn,
      to: from + (n + 1) * turn,
      own: intro,
      rate: own / turn,
    }))
  }
  // Freezes the last frame of the middle, not the first of the outro, which may show layers of the outro.
  const held = Math.max(0, intro + own - 1)
  return [
    { from, to: from + own, own: intro, rate: 1 },
    { from: from + own, to, own: held, rate: 0 },
  ]
}

/** Returns the function from a frame of the video to the template's frame that it shows. */
export function compileTimeRemap(pace: TimeRemap, length: number): (frame: number) => number {
  const runs = timeRemapSegments(pace, length)
  let known = 0
  return (frame) => {
    if (frame < 0 || runs.length === 0) return frame
    // Frames are nearly always requested in order.
    if (frame < (runs[known] as TimeRemapSegment).from) known = 0
    while (known < runs.length - 1 && frame >= (runs[known] as TimeRemapSegment).to) known++
    const { from, own, rate } = runs[known] as TimeRemapSegment
    return snap(own + (frame - from) * rate)
  }
}

/** Frames that are whole but for the arithmetic must not fall just short of a layer's first one. */
export function snap(frame: number): number {
  const whole = Math.round(frame)
  return Math.abs(frame - whole) < 1e-6 ? whole : frame
}
