// Turns a timeline into layers: the clips replace the template's main video, the sounds are added, and the template's own
// layers are stretched to the length of the video.

import type { Effect } from '../effect/effects.ts'
import type { Box, Transform } from '../schema/property.ts'
import { framesPerSecond, type TemplateDocument, type TimelineStretch } from '../template/document.ts'
import type { AudioLayer, AudioSettings, GroupLayer, Layer, MediaLayer } from '../template/layer.ts'
import {
  type Clip,
  type ClipSpan,
  clipLayerId,
  clipSpans,
  clipsLength,
  type Sound,
  soundLayerId,
  type Timeline,
} from './clip.ts'
import { bottomIndex, findMainPlaces } from './main-place.ts'
import { remapLayers } from './time-remap.ts'
import { type Change, createChange, createMotion, dipLayer, type Motion, type Stand } from './transition.ts'

/**
 * Builds the document for a video of the customer's clips. Pure: equal arguments give equal documents, and no argument is
 * changed. With clips, their total length becomes the video's, and the template's layers follow its `pace`. Without clips, only
 * sounds are added.
 * @param document in the shape that the customer chose (`applyVariant`), before their edits
 * @param timeline a timeline that `checkTimeline` accepts for the document
 */
export function applyTimeline(document: TemplateDocument, timeline: Timeline | null | undefined): TemplateDocument {
  if (!timeline) return document
  const withTimeline = timeline.clips.length > 0 ? withClips(document, timeline.clips) : document
  const { duration } = withTimeline.canvas
  const sounds = timeline.sounds.filter(({ at }) => at < duration).map((sound) => soundLayer(sound, duration))
  return sounds.length > 0 ? { ...withTimeline, layers: [...withTimeline.layers, ...sounds] } : withTimeline
}

function withClips(document: TemplateDocument, clips: readonly Clip[]): TemplateDocument {
  const { canvas } = document
  const fps = framesPerSecond(canvas.fps)
  const length = clipsLength(clips, canvas.fps)
  const places = findMainPlaces(document)
  const screens = new Map(places.map((place, n) => [place.id, createScreen(place, clips, { length, copy: n })]))
  const placed = replaceScreens(document.layers, screens)
  const isRemapped = length !== canvas.duration
  const pace = { frames: canvas.duration, ...chooseStretch(document) }
  const layers = isRemapped ? remapLayers(placed, { pace, length, fps, screens: new Set(screens.keys()) }) : placed
  // The timeline settings have been applied, and the main video is now a group of clips.
  const { timeline: _settings, ...rest } = document
  const paced = { ...rest, ...(isRemapped && { pace }), canvas: { ...canvas, duration: length }, layers }
  if (places.length > 0) return paced
  const { width, height } = canvas
  const bare = clipLayers(clips, { width, height, suffix: '', hasSound: true }, length)
  // The position comes from the template as designed, because pacing adds sounds to the list.
  const below = document.layers.slice(bottomIndex(document)).map(({ id }) => id)
  const at = below.length > 0 ? layers.findIndex(({ id }) => id === below[0]) : layers.length
  return { ...paced, layers: layers.toSpliced(at, 0, ...bare) }
}

/** The group of clips that takes a media layer's place: its id, box, movement, masks, matte, effects and blending. */
function createScreen(place: MediaLayer, clips: readonly Clip[], { length, copy }: { length: number; copy: number }) {
  const { source: _source, fit: _fit, crop: _crop, radius, clip, border, background, inner, ...rest } = place
  const { st: _st, tm: _tm, loop: _loop, speed: _speed, audio: _audio, ...base } = rest
  const [, , width, height] = place.box
  const frame = {
    in: 0,
    ...(radius !== undefined && { radius }),
    ...(clip !== undefined && { clip }),
    ...(border && { border }),
    ...(background !== undefined && { background }),
    ...(inner && { inner }),
  }
  // The sound of the clips plays once, even where several layers show them.
  const screen = {
    width,
    height,
    frame: { ...frame, in: place.in },
    suffix: copy === 0 ? '' : `.${copy + 1}`,
    hasSound: copy === 0,
  }
  return {
    ...base,
    type: 'group',
    layers: clipLayers(clips, screen, length),
  } satisfies GroupLayer
}

function replaceScreens(layers: readonly Layer[], screens: ReadonlyMap<string, Layer>): Layer[] {
  return layers.map((layer) => {
    const screen = screens.get(layer.id)
    if (screen) return screen
    return layer.type === 'group' ? { ...layer, layers: replaceScreens(layer.layers, screens) } : layer
  })
}

function soundLayer({ id: _id, asset, at, frames, startSeconds, ...audio }: Sound, duration: number): AudioLayer {
  return {
    id: soundLayerId({ id: _id }),
    type: 'audio',
    source: { asset, ...(startSeconds > 0 && { trim: { startSeconds } }) },
    in: at,
    out: Math.min(duration, at + frames),
    locks: ['all'],
    audio,
  }
}

// The layers of the main track: one for each clip, and overlays of transitions.

/** Where the clips are shown, and their frame. */
interface Screen {
  width: number
  height: number
  /** The template's frame that the clips use: its outline, border and movement of the picture inside. */
  frame?: Pick<MediaLayer, 'radius' | 'clip' | 'border' | 'background' | 'inner' | 'in'>
  /** Appended to the clip's id in the ids of its layers when the clips are shown more than once. */
  suffix: string
  hasSound: boolean
}

/** The layers of clips, top first. `length` is the video's: the last clip is extended to it. */
function clipLayers(clips: readonly Clip[], screen: Screen, length: number): Layer[] {
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

// Finds the frames of a template that keep their pace when it is made longer or shorter: those in which layers appear or
// disappear.

/** Movements longer than this, or than this share of a short template, count as drift instead of an entrance or exit. */
const QUICK_SECONDS = 2.5
const QUICK_SHARE = 0.5
/** How long the particles of a burst stay visible. */
const BURST_SECONDS = 2

type Mark = (from: number, to: number) => void

/** The designer's setting; otherwise the longest stretch in which nothing appears, disappears or moves quickly becomes the middle. */
function chooseStretch(document: TemplateDocument): TimelineStretch {
  return document.timeline?.stretch ?? findStretch(document)
}

function findStretch({ layers, canvas }: TemplateDocument): TimelineStretch {
  const { duration } = canvas
  const fps = framesPerSecond(canvas.fps)
  const busy = new Uint8Array(duration)
  const mark: Mark = (from, to) => busy.fill(1, Math.max(0, Math.floor(from)), Math.min(duration, Math.ceil(to)))
  markList(layers, { shift: 0, duration, fps }, mark)
  let best = { from: 0, to: 0 }
  for (let from = 0; from < duration; from++) {
    if (busy[from] === 1) continue
    let to = from
    while (to < duration && busy[to] === 0) to++
    if (to - from > best.to - best.from) best = { from, to }
    from = to
  }
  // A template in constant motion has no frame to freeze: it loops as a whole.
  if (best.to === best.from) return { intro: 0, outro: 0, middle: 'loop' }
  return { intro: best.from, outro: duration - best.to, middle: showsVideo(layers) ? 'loop' : 'hold' }
}

/** Whether one of the template's own videos is playing: a frozen video would look broken. */
function showsVideo(layers: readonly Layer[]): boolean {
  return layers.some((layer) => {
    if (layer.visible === false) return false
    if (layer.type === 'group') return showsVideo(layer.layers)
    return layer.type === 'plate'
  })
}

interface Around {
  /** Offset from the list's time to the template's, in frames. */
  readonly shift: number
  readonly duration: number
  readonly fps: number
}

function markList(layers: readonly Layer[], around: Around, mark: Mark): void {
  for (const layer of layers) {
    if (layer.visible === false || layer.type === 'audio') continue
    const { shift, duration, fps } = around
    // A layer that is visible throughout neither appears nor disappears.
    for (const edge of [layer.in + shift, layer.out + shift]) if (edge > 0 && edge < duration) mark(edge - 1, edge + 1)
    if (layer.type === 'particles' && layer.mode === 'burst')
      mark(layer.in + shift, layer.in + shift + ((layer.over ?? 0) + BURST_SECONDS) * fps)
    if (layer.type !== 'group') {
      markKeys(layer, around, mark)
      continue
    }
    const { layers: children, ...own } = layer
    markKeys(own, around, mark)
    const isEven = layer.tm === undefined && (layer.sr ?? 1) === 1
    if (isEven) markList(children, { ...around, shift: shift + (layer.st ?? 0) }, mark)
  }
}

/** Marks the times between keyframes with different values. */
function markKeys(value: unknown, around: Around, mark: Mark): void {
  if (typeof value !== 'object' || value === null) return
  const { k } = value as { k?: unknown }
  // An endless loop has no entrance to preserve.
  const isLoop = 'loop' in value && typeof value.loop === 'string'
  if (Array.isArray(k) && !isLoop && isKey(k[0])) {
    for (let n = 1; n < k.length; n++) {
      const [one, other] = [k[n - 1], k[n]]
      if (!isKey(one) || !isKey(other) || JSON.stringify(one.s) === JSON.stringify(other.s)) continue
      const isQuick = other.t - one.t <= Math.min(QUICK_SECONDS * around.fps, QUICK_SHARE * around.duration)
      if (isQuick) mark(one.t + around.shift, other.t + around.shift)
    }
    return
  }
  for (const inner of Object.values(value)) markKeys(inner, around, mark)
}

function isKey(value: unknown): value is { t: number; s: unknown } {
  return typeof value === 'object' && value !== null && 't' in value && typeof value.t === 'number' && 's' in value
}
