// The effect of transitions on the leaving and the entering clip: keyframes of ordinary layer properties.

import type { Color } from '../schema/color.ts'
import type { BezierPath, EaseHandle, Keyframe, Vector } from '../schema/property.ts'
import type { TransitionKind } from '../template/document.ts'
import type { SolidLayer } from '../template/layer.ts'
import type { Mask } from '../template/layer-base.ts'
import type { Transition } from './clip.ts'

/** The clip properties that a transition changes. */
export interface Motion {
  /** Opacity in percent, position in pixels, scale in percent, blur in pixels. */
  opacity: Keyframe<number>[]
  place: Keyframe<Vector>[]
  scale: Keyframe<Vector>[]
  blur: Keyframe<number>[]
  masks: Mask[]
}

/** The frame that shows the clips. */
export interface Stand {
  width: number
  height: number
  /** A plain rectangle, without an outline or border that must stay in place while the clip moves. */
  isPlain: boolean
}

/** A transition between two clips: it begins at `from` and is complete at `to`. */
export interface Change {
  kind: TransitionKind
  from: number
  to: number
  /** Both clips fill their frame, so that the entering one hides the leaving one. */
  isOpaque: boolean
}

interface Ease {
  o: EaseHandle
  i: EaseHandle
}

/** Easing for movement: slow start and end, fast middle. */
const SWING: Ease = { o: { x: 0.7, y: 0 }, i: { x: 0.2, y: 1 } }
/** Easing for fades: nearly linear, with soft ends. */
const SOFT: Ease = { o: { x: 0.37, y: 0 }, i: { x: 0.63, y: 1 } }
const SPEED_UP: Ease = { o: { x: 0.6, y: 0 }, i: { x: 0.9, y: 0.7 } }
const SLOW_DOWN: Ease = { o: { x: 0.1, y: 0.3 }, i: { x: 0.3, y: 1 } }

const ZOOM_OUT_OF = 150
const ZOOM_INTO = 122
/** Blurred edges would be transparent; at a slightly larger scale they are outside the frame. */
const BLUR_SCALE = 112
const BLUR_SHARE = 0.04
const WIPE_SOFTNESS = 0.06

/**
 * The frames of a transition into a clip that begins at `start`: it is visible in the clip's first frame and complete in its
 * last.
 */
export function createChange({ kind, frames }: Transition, start: number, isOpaque: boolean): Change {
  return { kind, from: start - 1, to: start + frames - 1, isOpaque }
}

/** The motion of a clip with its entering and leaving transitions, whose times do not overlap. */
export function createMotion(entering: Change | undefined, leaving: Change | undefined, stand: Stand): Motion {
  const came = entering ? enter(entering, stand) : NOTHING
  const goes = leaving ? leave(leaving, stand) : NOTHING
  return {
    opacity: joinKeyframes(came.opacity, goes.opacity),
    place: joinKeyframes(came.place, goes.place),
    scale: joinKeyframes(came.scale, goes.scale),
    blur: joinKeyframes(came.blur, goes.blur),
    masks: [...(came.masks ?? []), ...(goes.masks ?? [])],
  }
}

/** The colour that covers both clips in the middle of a dip; undefined for other transitions, or where it would show outside. */
export function dipLayer(change: Change, stand: Stand, id: string): SolidLayer | undefined {
  if (!isDip(change.kind) || !stand.isPlain) return undefined
  const color: Color = change.kind === 'dip-black' ? '#000000' : '#ffffff'
  const middle = computeMiddle(change)
  const k = [key(change.from, 0, SOFT), key(middle, 100, SOFT), key(change.to, 0)]
  const { width, height } = stand
  const time = { in: change.from + 1, out: change.to + 1 }
  return { id, type: 'solid', color, box: [0, 0, width, height], ...time, locks: ['all'], ks: { o: { a: 1, k } } }
}

const NOTHING: Partial<Motion> = {}

function isDip(kind: TransitionKind): boolean {
  return kind === 'dip-black' || kind === 'dip-white'
}

function computeMiddle({ from, to }: Change): number {
  return (from + to) / 2
}

function at({ from, to }: Change, share: number): number {
  return from + (to - from) * share
}

function key<T>(t: number, s: T, ease?: Ease): Keyframe<T> {
  return { t, s, ...ease }
}

/** Joins two lists of keyframes. Where they meet, both have the clip's resting state. */
function joinKeyframes<T>(first: Keyframe<T>[] = [], second: Keyframe<T>[] = []): Keyframe<T>[] {
  const meets = first.length > 0 && second.length > 0 && (first.at(-1)?.t ?? 0) >= (second[0]?.t ?? 0)
  return [...(meets ? first.slice(0, -1) : first), ...second]
}

function enter(change: Change, stand: Stand): Partial<Motion> {
  const { kind, from, to } = change
  const fadeIn = [key(from, 0, SOFT), key(to, 100)]
  switch (kind) {
    case 'fade':
      return { opacity: fadeIn }
    case 'dip-black':
    case 'dip-white':
      return stand.isPlain
        ? { opacity: [{ t: from, s: 0, h: 1 }, key(computeMiddle(change), 100)] }
        : { opacity: [{ t: from, s: 0, h: 1 }, key(computeMiddle(change), 0, SOFT), key(to, 100)] }
    case 'zoom':
      return {
        opacity: [key(at(change, 0.25), 0, SOFT), key(at(change, 0.75), 100)],
        scale: [key(from, [ZOOM_INTO, ZOOM_INTO], SLOW_DOWN), key(to, [100, 100])],
      }
    case 'blur':
      return {
        opacity: [key(at(change, 0.3), 0, SOFT), key(at(change, 0.7), 100)],
        ...(stand.isPlain && createBlur(stand, [to, at(change, 0.35)], SLOW_DOWN)),
      }
    case 'wipe-left':
    case 'wipe-right':
      return { masks: [wipeMask(change, stand, 'comes')] }
    default: {
      const [x, y] = computeSlide(kind, stand)
      return { place: [key(from, [0 - x, 0 - y], SWING), key(to, [0, 0])] }
    }
  }
}

function leave(change: Change, stand: Stand): Partial<Motion> {
  const { kind, from, to, isOpaque } = change
  // A clip that covers everything needs no space around it.
  const opacity = isOpaque ? [] : [key(from, 100, SOFT), key(to, 0)]
  switch (kind) {
    case 'fade':
      return { opacity }
    case 'dip-black':
    case 'dip-white':
      return stand.isPlain ? {} : { opacity: [key(from, 100, SOFT), key(computeMiddle(change), 0)] }
    case 'zoom':
      return { opacity, scale: [key(from, [100, 100], SPEED_UP), key(at(change, 0.8), [ZOOM_OUT_OF, ZOOM_OUT_OF])] }
    case 'blur':
      return { opacity, ...(stand.isPlain && createBlur(stand, [from, at(change, 0.65)], SPEED_UP)) }
    case 'wipe-left':
    case 'wipe-right':
      return isOpaque ? {} : { masks: [wipeMask(change, stand, 'goes')] }
    default:
      return { place: [key(from, [0, 0], SWING), key(to, computeSlide(kind, stand))] }
  }
}

/** The position to which a leaving clip slides. */
function computeSlide(kind: TransitionKind, { width, height }: Stand): [number, number] {
  if (kind === 'slide-left') return [-width, 0]
  if (kind === 'slide-right') return [width, 0]
  return kind === 'slide-up' ? [0, -height] : [0, height]
}

/** Sharp at one time and blurred at the other, in either order. */
function createBlur({ width, height }: Stand, [sharp, soft]: [number, number], ease: Ease) {
  const radius = Math.min(width, height) * BLUR_SHARE
  const inOrder = <T>(one: Keyframe<T>, other: Keyframe<T>) => {
    const [first, last] = one.t < other.t ? [one, other] : [other, one]
    return [{ ...first, ...ease }, last]
  }
  return {
    blur: inOrder(key(sharp, 0), key(soft, radius)),
    scale: inOrder<Vector>(key(sharp, [100, 100]), key(soft, [BLUR_SCALE, BLUR_SCALE])),
  }
}

/** A soft edge that moves over the frame: the entering clip is behind it, the leaving one in front of it. */
function wipeMask({ kind, from, to }: Change, { width, height }: Stand, which: 'comes' | 'goes'): Mask {
  const soft = width * WIPE_SOFTNESS
  const far = 2 * soft
  const isLeft = kind === 'wipe-left'
  const edges = isLeft ? [width + soft, -soft] : [-soft, width + soft]
  const isRightOfEdge = isLeft === (which === 'comes')
  const path = (edge: number): BezierPath => {
    const [left, right] = isRightOfEdge ? [edge, width + far] : [-far, edge]
    const v = [
      [left, -far],
      [right, -far],
      [right, height + far],
      [left, height + far],
    ]
    const none = v.map(() => [0, 0])
    return { c: true, v, i: none, o: none }
  }
  const k = [key(from, path(edges[0] as number), SWING), key(to, path(edges[1] as number))]
  return { mode: 'a', pt: { a: 1, k }, f: soft }
}
