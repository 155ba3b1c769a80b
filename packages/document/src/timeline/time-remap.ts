// Time remapping of a template's layers in a shorter or longer video: both ends keep their pace, the middle runs faster,
// freezes or loops.
import { assert } from '../assert.ts'
import type { TimeRemap } from '../template/document.ts'

/** Frames of the video in which the template's own time runs at a constant rate. */
export interface TimeRemapSegment {
  /** First frame of the video and the frame after the last. */
  readonly from: number
  readonly to: number
  /** The template's frame at `from`. */
  readonly own: number
  /** Frames of the template per frame of the video; 0 freezes. */
  readonly rate: number
}

/** Maximum number of repetitions of a loop; with more, each one is lengthened. */
const MAX_REPETITIONS = 1000

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
    const repetitions = Math.min(MAX_REPETITIONS, Math.max(1, Math.round(room / own)))
    const loopLength = room / repetitions
    return Array.from({ length: repetitions }, (_, n) => ({
      from: from + n * loopLength,
      to: from + (n + 1) * loopLength,
      own: intro,
      rate: own / loopLength,
    }))
  }
  // Freezes the last frame of the middle, because the first frame of the outro may already show its layers.
  const held = Math.max(0, intro + own - 1)
  return [
    { from, to: from + own, own: intro, rate: 1 },
    { from: from + own, to, own: held, rate: 0 },
  ]
}

/** Returns the function that maps a frame of the video to the template's frame that it shows. */
export function compileTimeRemap(pace: TimeRemap, length: number): (frame: number) => number {
  const runs = timeRemapSegments(pace, length)
  let known = 0
  return (frame) => {
    if (frame < 0 || runs.length === 0) return frame
    // Frames are usually requested in order.
    if (frame < (runs[known] as TimeRemapSegment).from) known = 0
    while (known < runs.length - 1 && frame >= (runs[known] as TimeRemapSegment).to) known++
    const { from, own, rate } = runs[known] as TimeRemapSegment
    return snap(own + (frame - from) * rate)
  }
}

/**
 * Rounds frames that differ from an integer only by rounding errors, so that they do not fall just short of a layer's first
 * frame.
 */
export function snap(frame: number): number {
  const whole = Math.round(frame)
  return Math.abs(frame - whole) < 1e-6 ? whole : frame
}
