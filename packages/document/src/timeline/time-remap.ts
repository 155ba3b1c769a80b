// Time remapping of a template's layers in a shorter or longer video: both ends keep their pace, the middle runs faster,
// freezes or loops.
import { assert } from '../assert.ts'
import type { TimeRemap } from '../template/document.ts'
import type { AudioLayer, Layer } from '../template/layer.ts'

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

// Applies a template's pace to its layers, and extracts their sound, which must not freeze.

/** A template with a changed length, and the layers inside that follow the video's own time. */
interface TimeRemapping {
  readonly pace: TimeRemap
  /** Length of the video in frames. */
  readonly length: number
  readonly fps: number
  /** Layers with clips inside: their position follows the pace, their content does not. */
  readonly screens: ReadonlySet<string>
}

/** Duration of the fade-out of a truncated or looped sound. */
const ENDING_SECONDS = 1.5

/** Applies the pace to the layers of one list. */
export function remapLayers(layers: readonly Layer[], remapping: TimeRemapping): Layer[] {
  return layers.flatMap((layer): Layer[] => {
    if (layer.type === 'audio') return [remapSound(layer, remapping)]
    if (remapping.screens.has(layer.id)) return [{ ...layer, paced: 'place' }]
    if (layer.type === 'group' && holdsScreen(layer, remapping.screens))
      return [{ ...layer, paced: 'place', layers: remapLayers(layer.layers, remapping) }]
    const paced = runsOn(layer, remapping) ? 'place' : 'whole'
    const sound = createSoundLayer(layer)
    if (!sound) return [{ ...layer, paced }]
    const { audio: _audio, ...silent } = layer as Layer & { audio?: unknown }
    return [{ ...(silent as Layer), paced }, remapSound(sound, remapping)]
  })
}

function holdsScreen(layer: Layer, screens: ReadonlySet<string>): boolean {
  return screens.has(layer.id) || (layer.type === 'group' && layer.layers.some((layer) => holdsScreen(layer, screens)))
}

/**
 * Whether a layer keeps running while the template is frozen. Endless motion does: drifting light, falling petals, grain. So do
 * the customer's other videos that begin as designed, which would otherwise freeze or speed up.
 */
function runsOn(layer: Layer, remapping: TimeRemapping): boolean {
  // A photo's drift continues with it.
  if (layer.type === 'media') return videoFrame(layer.in, remapping) === layer.in && isStill({ ...layer, inner: {} })
  if (layer.type === 'particles') return layer.mode !== 'burst' && isStill(layer)
  return (layer.type === 'texture' || layer.type === 'light') && isStill(layer)
}

function isStill({ ks: _ks, mask: _mask, effects: _effects, ...shown }: Layer): boolean {
  return !JSON.stringify(shown).includes('"k":[{')
}

/** The sound of a template's video or alpha video as a separate layer. */
function createSoundLayer(layer: Layer): AudioLayer | undefined {
  if ((layer.type !== 'media' && layer.type !== 'plate') || !layer.audio) return undefined
  if (layer.type === 'media' && (layer.tm !== undefined || (layer.speed ?? 1) !== 1)) return undefined
  const source = layer.type === 'media' ? layer.source : layer.asset
  // When a video starts before its layer, an audio layer cannot represent its sound.
  if ((layer.st ?? layer.in) !== layer.in) return undefined
  const { id, in: start, out, visible, audio } = layer
  return {
    id: `${id.slice(0, 56)}.sound`,
    type: 'audio',
    source: source as AudioLayer['source'],
    in: start,
    out,
    ...(visible !== undefined && { visible }),
    audio: { ...audio, ...(layer.loop && { loop: true }) },
  }
}

/** Places a sound in the video: one that belongs to the end moves with it, one that extends to the end is lengthened. */
function remapSound(layer: AudioLayer, remapping: TimeRemapping): AudioLayer {
  const { length, fps } = remapping
  const start = videoFrame(layer.in, remapping)
  const end = Math.max(start + 1, Math.min(length, videoFrame(layer.out, remapping, 'last')))
  const grown = end - start - (layer.out - layer.in)
  if (Math.abs(grown) < 1) return { ...layer, in: start, out: end }
  const fadeOut = Math.max(layer.audio?.fadeOut ?? 0, Math.min(ENDING_SECONDS * fps, (end - start) / 2))
  return { ...layer, in: start, out: end, audio: { ...layer.audio, fadeOut, ...(grown > 0 && { loop: true }) } }
}

/** The first (or last) frame of the video that shows a frame of the template. */
function videoFrame(own: number, { pace, length }: TimeRemapping, which: 'first' | 'last' = 'first'): number {
  if (own <= 0) return own
  if (own >= pace.frames) return length + own - pace.frames
  const moving = timeRemapSegments(pace, length).filter(({ rate }) => rate > 0)
  const covers = moving.filter(({ from, to, own: begin, rate }) => own >= begin && own < begin + (to - from) * rate)
  // A layer that ends in the middle of a loop ends in its first repetition.
  const run = which === 'last' && own >= pace.frames - pace.outro ? covers.at(-1) : covers[0]
  return run ? Math.round(run.from + (own - run.own) / run.rate) : length
}
