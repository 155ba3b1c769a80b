// Makes layers of a timeline: the clips where the template has its main film, and the sounds.
import type { Layer, MediaLayer, TemplateDocument } from '../document/document.ts'
import { type ClipSpan, clipLayerId, clipSpans, clipsLength, type Sound, soundLayerId, type Timeline } from './clip.ts'

export { checkTimeline } from './check-timeline.ts'
export {
  type ChromaKey,
  CLIPS_MOST,
  type Clip,
  type ClipSpan,
  clipLayerId,
  clipSpans,
  clipsLength,
  FILM_SECONDS_LEAST,
  FILM_SECONDS_MOST,
  SOUNDS_MOST,
  type Sound,
  SPEED_LEAST,
  SPEED_MOST,
  soundLayerId,
  type Timeline,
  TRANSITION_KINDS,
  type Transition,
  type TransitionKind,
} from './clip.ts'

/** The layers that the clips take the place of: the template's main film first, then others that show the same field. */
export function findMainPlaces(document: TemplateDocument): MediaLayer[] {
  const places = document.layers.filter((layer): layer is MediaLayer => layer.type === 'media')
  const named = document.timeline?.layer
  const films = new Set(
    document.fields.flatMap((field) => (field.type === 'media' && field.accept.includes('video') ? [field.id] : [])),
  )
  const fieldOf = ({ source }: MediaLayer) =>
    typeof source === 'object' && '$field' in source ? source.$field : undefined
  const areaOf = ({ box }: MediaLayer) => box[2] * box[3]
  const main =
    named === undefined
      ? places
          .filter((layer) => films.has(fieldOf(layer) ?? ''))
          .reduce<MediaLayer | undefined>(
            (best, layer) => (best && areaOf(best) >= areaOf(layer) ? best : layer),
            undefined,
          )
      : places.find(({ id }) => id === named)
  return main ? [main] : []
}

/** The document with the customer's clips and sounds as layers. A timeline without clips adds its sounds alone. */
export function applyTimeline(document: TemplateDocument, timeline: Timeline | null | undefined): TemplateDocument {
  if (!timeline) return document
  const { clips, sounds } = timeline
  const [main] = findMainPlaces(document)
  const length = clips.length > 0 ? clipsLength(clips, document.canvas.fps) : document.canvas.duration
  const { width, height } = document.canvas
  const made = clipSpans(clips)
    .map((span) => clipLayer(span, main?.box ?? [0, 0, width, height]))
    .toReversed()
  const heard = sounds.filter(({ at }) => at < length).map((sound) => soundLayer(sound, length))
  const at = main ? document.layers.indexOf(main) : document.layers.length
  const layers: Layer[] = made.length > 0 ? document.layers.toSpliced(at, main ? 1 : 0, ...made) : [...document.layers]
  return { ...document, canvas: { ...document.canvas, duration: length }, layers: [...layers, ...heard] }
}

function clipLayer({ clip, start, end }: ClipSpan, box: MediaLayer['box']): MediaLayer {
  return {
    id: clipLayerId(clip),
    type: 'media',
    source: { asset: clip.asset, ...(clip.crop && { crop: clip.crop }), trim: { startSeconds: clip.startSeconds } },
    box,
    fit: clip.fit ?? 'cover',
    in: start,
    out: end,
    locks: ['all'],
    ...(clip.kind === 'video' && !clip.mute && { audio: { volume: clip.volume ?? 100 } }),
  }
}

function soundLayer(sound: Sound, length: number): Layer {
  const { id: _id, asset, at, frames, startSeconds, ...audio } = sound
  return {
    id: soundLayerId(sound),
    type: 'audio',
    source: { asset, trim: { startSeconds } },
    in: at,
    out: Math.min(length, at + frames),
    locks: ['all'],
    audio,
  }
}
