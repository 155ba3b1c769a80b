// Turns a timeline into layers: the clips replace the template's main video, the sounds are added, and the template's own
// layers are stretched to the length of the video.
import { framesPerSecond, type TemplateDocument } from '../template/document.ts'
import type { AudioLayer, GroupLayer, Layer, MediaLayer } from '../template/layer.ts'
import { type Clip, clipsLength, type Sound, soundLayerId, type Timeline } from './clip.ts'
import { clipLayers } from './clip-layer.ts'
import { bottomIndex, findMainPlaces } from './main-place.ts'
import { remapLayers } from './remap-layer.ts'
import { chooseStretch } from './stretch.ts'

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
  const placed = replaced(document.layers, screens)
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

function replaced(layers: readonly Layer[], screens: ReadonlyMap<string, Layer>): Layer[] {
  return layers.map((layer) => {
    const screen = screens.get(layer.id)
    if (screen) return screen
    return layer.type === 'group' ? { ...layer, layers: replaced(layer.layers, screens) } : layer
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
