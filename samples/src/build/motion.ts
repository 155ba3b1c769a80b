// Movement in a few words: easings with character, keyframes, and the entrances that the templates share.

import type { Mask } from '@vitrine/composition/layer'
import type { AnimatedProperty, BezierPath, Keyframe, Property, Transform, Vector } from '@vitrine/composition/property'
import type { TextAnimator } from '@vitrine/composition/text-animation'

/** A cubic bezier as CSS writes it: x1, y1, x2, y2. */
export type Ease = readonly [number, number, number, number]

/** Arrives fast and settles long: the everyday entrance. */
export const settle: Ease = [0.16, 1, 0.3, 1]
/** Gentler than `settle`, for large soft things. */
export const glide: Ease = [0.22, 0.61, 0.2, 1]
/** Overshoots a little before it rests. */
export const spring: Ease = [0.34, 1.56, 0.64, 1]
/** Slow, fast, slow: swings, breathing, camera moves. */
export const swing: Ease = [0.45, 0.05, 0.55, 0.95]
/** Leaves with weight. */
export const leave: Ease = [0.7, 0, 0.84, 0]
/** A hard, fast cut of movement for shops and sport. */
export const snap: Ease = [0.05, 0.9, 0.1, 1]

/** Keyframes `[frame, value]` that all move with one ease. */
export function move<T extends number | Vector | string>(
  ease: Ease,
  ...keys: readonly (readonly [number, T])[]
): AnimatedProperty<T> {
  const [x1, y1, x2, y2] = ease
  const frames = keys.map(([t, s], index): Keyframe<T> => {
    if (index === keys.length - 1) return { t: Math.round(t), s }
    return { t: Math.round(t), s, o: { x: x1, y: y1 }, i: { x: x2, y: y2 } }
  })
  return { a: 1, k: frames }
}

/** Goes there and back for ever between two values, `frames` one way. */
export function sway<T extends number | Vector>(frames: number, from: T, to: T, start = 0): AnimatedProperty<T> {
  return { ...move(swing, [start, from], [start + frames, to]), loop: 'pingpong' }
}

/** Turns once in so many frames, evenly, for ever. */
export function turn(frames: number, degrees = 360): AnimatedProperty<number> {
  return {
    a: 1,
    k: [
      { t: 0, s: 0 },
      { t: frames, s: degrees },
    ],
    loop: 'cycle',
  }
}

/** Values that jump without easing. */
export function steps<T extends number | Vector>(...keys: readonly (readonly [number, T])[]): AnimatedProperty<T> {
  return { a: 1, k: keys.map(([t, s]): Keyframe<T> => ({ t: Math.round(t), s, h: 1 })) }
}

/** Opacity from 0 to `to` percent. */
export function fade(start: number, frames = 14, to = 100): AnimatedProperty<number> {
  return move(glide, [start, 0], [start + frames, to])
}

/** Comes up from below while it appears. */
export function rise(start: number, by = 60, frames = 30): Transform {
  return { p: move(settle, [start, [0, by]], [start + frames, [0, 0]]), o: fade(start, Math.round(frames * 0.45)) }
}

/** Comes in from a side while it appears. */
export function slide(start: number, dx: number, dy: number, frames = 30): Transform {
  return { p: move(settle, [start, [dx, dy]], [start + frames, [0, 0]]), o: fade(start, Math.round(frames * 0.4)) }
}

/** Grows from nothing and overshoots. */
export function pop(start: number, frames = 22, to = 100): { s: Property<Vector>; o: Property<number> } {
  return { s: move(spring, [start, [0, 0]], [start + frames, [to, to]]), o: fade(start, 4) }
}

/** Text that arrives piece by piece from below. */
export function cascade(
  start: number,
  frames: number,
  options: Partial<Omit<TextAnimator, 'progress'>> = {},
): TextAnimator[] {
  return [
    {
      by: 'char',
      spread: 6,
      ease: 'out',
      from: { p: [0, 60], o: 0 },
      ...options,
      progress: move([0.3, 0.2, 0.5, 1], [start, 0], [start + frames, 100]),
    },
  ]
}

/** A rectangle as Lottie's path. */
export function rectanglePath(x: number, y: number, width: number, height: number): BezierPath {
  const still = [
    [0, 0],
    [0, 0],
    [0, 0],
    [0, 0],
  ]
  return {
    c: true,
    v: [
      [x, y],
      [x + width, y],
      [x + width, y + height],
      [x, y + height],
    ],
    i: still,
    o: still,
  }
}

/** A mask that uncovers a layer of the given size from one edge; `shown` is the share visible before it starts. */
export function wipe(
  from: 'left' | 'right' | 'top' | 'bottom',
  width: number,
  height: number,
  start: number,
  frames: number,
  ease: Ease = settle,
  shown = 0,
): Mask {
  const part = (share: number): BezierPath => {
    if (from === 'left') return rectanglePath(0, 0, width * share, height)
    if (from === 'right') return rectanglePath(width * (1 - share), 0, width * share, height)
    if (from === 'top') return rectanglePath(0, 0, width, height * share)
    return rectanglePath(0, height * (1 - share), width, height * share)
  }
  const [x1, y1, x2, y2] = ease
  return {
    mode: 'a',
    pt: {
      a: 1,
      k: [
        { t: Math.round(start), s: [part(shown)], o: { x: x1, y: y1 }, i: { x: x2, y: y2 } },
        { t: Math.round(start + frames), s: [part(1)] },
      ],
    },
  }
}
