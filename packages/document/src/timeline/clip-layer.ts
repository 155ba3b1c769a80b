// Creates the layers of the main track: one for each clip, and overlays of transitions.

import type { Effect } from '../effect/effects.ts'
import type { Box, Transform } from '../schema/property.ts'
import type { AudioSettings, Layer, MediaLayer } from '../template/layer.ts'
import { type Clip, type ClipSpan, clipLayerId, clipSpans } from './clip.ts'
import { type Change, createChange, createMotion, dipLayer, type Motion, type Stand } from './transition.ts'

/** Where the clips are shown, and their frame. */
export interface Screen {
  width: number
  height: number
  /** The template's frame that the clips use: its outline, border and movement of the picture inside. */
  frame?: Pick<MediaLayer, 'radius' | 'clip' | 'border' | 'background' | 'inner' | 'in'>
  /** Appended to the clip's id in the ids of its layers when the clips are shown more than once. */
  suffix: string
  hasSound: boolean
}

/** The layers of clips, top first. `length` is the video's: the last clip is extended to it. */
export function clipLayers(clips: readonly Clip[], screen: Screen, length: number): Layer[] {
  const { frame, width, height } = screen
  const isPlain = !frame?.clip && !frame?.border && (frame?.radius ?? 0) === 0
  const stand: Stand = { width, height, isPlain }
  const spans = clipSpans(clips)
  const changes = spans.map(({ clip, start }, n) => {
    const before = clips[n - 1]
    return clip.transition && before && createChange(clip.transition, start, isOpaque(before) && isOpaque(clip))
  })
  const layers = spans.flatMap((span, n) => {
    const last = n === spans.length - 1
    const shown = last ? { ...span, end: Math.max(span.end, length) } : span
    const [entering, leaving] = [changes[n], changes[n + 1]]
    const layer = clipLayer(shown, { entering, leaving }, screen, stand)
    const dip = entering && dipLayer(entering, stand, `dip-${span.clip.id}${screen.suffix}`)
    return dip ? [layer, dip] : [layer]
  })
  return layers.toReversed()
}

function isOpaque({ fit, key }: Clip): boolean {
  return fit !== 'contain' && !key
}

interface Changes {
  readonly entering: Change | undefined
  readonly leaving: Change | undefined
}

function clipLayer({ clip, start, end }: ClipSpan, changes: Changes, screen: Screen, stand: Stand): MediaLayer {
  const motion = createMotion(changes.entering, changes.leaving, stand)
  const effects = createClipEffects(clip, motion)
  const audio = screen.hasSound ? createAudioSettings(clip, changes) : undefined
  const { radius, clip: outline, border, background } = screen.frame ?? {}
  const isVideo = clip.kind === 'video'
  return {
    id: `${clipLayerId(clip)}${screen.suffix}`,
    type: 'media',
    source: {
      asset: clip.asset,
      ...(clip.crop && { crop: clip.crop }),
      ...(isVideo && clip.startSeconds > 0 && { trim: { startSeconds: clip.startSeconds } }),
    },
    box: [0, 0, screen.width, screen.height] satisfies Box,
    fit: clip.fit ?? 'cover',
    in: start,
    out: end,
    locks: ['all'],
    ...(isVideo && clip.speed !== undefined && clip.speed !== 1 && { speed: clip.speed }),
    ...createTransforms(motion, screen, stand, start),
    ...(motion.masks.length > 0 && { mask: motion.masks }),
    ...(effects.length > 0 && { effects }),
    ...(audio && { audio }),
    ...(radius !== undefined && { radius }),
    ...(outline !== undefined && { clip: outline }),
    ...(border && { border }),
    ...(background !== undefined && { background }),
  }
}

/** A plain frame moves as a whole and is clipped at its edge; in one with an outline only the picture moves. */
function createTransforms(motion: Motion, { frame }: Screen, { isPlain }: Stand, start: number) {
  const { opacity, place, scale } = motion
  const moves: Transform = {
    ...(place.length > 0 && { p: { a: 1, k: place } }),
    ...(scale.length > 0 && { s: { a: 1, k: scale } }),
  }
  const ks: Transform = { ...(opacity.length > 0 && { o: { a: 1, k: opacity } }), ...(isPlain && moves) }
  const inner: Transform = {
    ...(frame?.inner && (shiftKeys(frame.inner, start - frame.in) as Transform)),
    ...(!isPlain && moves),
  }
  return {
    ...(Object.keys(ks).length > 0 && { ks }),
    ...(Object.keys(inner).length > 0 && { inner }),
  }
}

/** Shifts keyframes by a number of frames. */
function shiftKeys(value: unknown, frames: number): unknown {
  if (Array.isArray(value)) return value.map((item) => shiftKeys(item, frames))
  if (typeof value !== 'object' || value === null) return value
  const shifted = Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shiftKeys(inner, frames)]))
  return 't' in value && 's' in value && typeof value.t === 'number' ? { ...shifted, t: value.t + frames } : shifted
}

function createClipEffects({ key }: Clip, { blur }: Motion): Effect[] {
  return [
    ...(key ? [{ type: 'key', ...key } as const] : []),
    ...(blur.length > 0 ? [{ type: 'blur', radius: { a: 1, k: blur } } as const] : []),
  ]
}

/** A clip's sound is crossfaded into the next one's while both are visible. */
function createAudioSettings(clip: Clip, { entering, leaving }: Changes): AudioSettings | undefined {
  if (clip.kind !== 'video' || clip.mute || clip.volume === 0) return undefined
  const countFrames = (change: Change | undefined) => (change ? change.to - change.from : 0)
  const fadeIn = Math.max(clip.fadeIn ?? 0, countFrames(entering))
  const fadeOut = Math.max(clip.fadeOut ?? 0, countFrames(leaving))
  const crosses = entering !== undefined || leaving !== undefined
  return {
    volume: clip.volume ?? 100,
    ...(fadeIn > 0 && { fadeIn }),
    ...(fadeOut > 0 && { fadeOut }),
    ...(crosses && { fade: 'even' }),
  }
}
