// Applies a template's pace to its layers, and extracts their sound, which must not freeze.
import type { TimeRemap } from '../template/document.ts'
import type { AudioLayer, Layer } from '../template/layer.ts'
import { timeRemapSegments } from './time-remap.ts'

/** A template with a changed length, and the layers inside that follow the video's own time. */
export interface TimeRemapping {
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
