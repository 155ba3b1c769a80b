// Where and when a field is visible on the stage: selecting a field shows its place, and a click on the stage finds its
// field.

import {
  framesPerSecond,
  type ResolvedDocument,
  type TemplateDocument,
  type TimeRemap,
} from '@vitrine/document/document'
import { compileNumber } from '@vitrine/document/evaluate'
import type { GroupLayer, Layer } from '@vitrine/document/layer'
import { computeMeanScale, IDENTITY, inverse, type Matrix, multiply } from '@vitrine/document/matrix'
import type { Box } from '@vitrine/document/property'
import { compileTimeRemap, timeRemapSegments } from '@vitrine/document/time-remap'
import { compileTransform } from '@vitrine/document/transform'
import type { Point, Size } from '../cropper/crop.ts'

/** One layer that shows a field, in frames and pixels of the whole composition. */
export interface FieldPlace {
  layer: Layer
  /** Fields whose content (text, picture) the layer shows. */
  contentFields: readonly string[]
  /** All fields that the layer depends on. */
  fields: readonly string[]
  firstFrame: number
  /** The frame after the last one. */
  endFrame: number
  /** 0 to 1, including the surrounding groups. */
  opacityAt(frame: number): number
  /** Maps the layer's pixels to the canvas. */
  matrixAt(frame: number): Matrix
  /** The layer's box in its own pixels, from the origin. Undefined for layers without one. */
  size: Size | undefined
}

interface Surroundings {
  first: number
  end: number
  /** Maps a frame of the composition to the list's own frame. */
  ownFrame(frame: number): number
  /** Maps the list's own frame to one of the composition; undefined where time is remapped. */
  outerFrame: ((own: number) => number) | undefined
  opacityAt(frame: number): number
  matrixAt(frame: number): Matrix
}

/** All visible layers that show a field, top first. */
export function listPlaces(template: TemplateDocument, resolved: ResolvedDocument): FieldPlace[] {
  const bindings = new Map<string, Layer>()
  const index = (layers: readonly Layer[]) => {
    for (const layer of layers) {
      bindings.set(layer.id, layer)
      if (layer.type === 'group') index(layer.layers)
    }
  }
  index(template.layers)
  const around: Surroundings = {
    first: 0,
    end: resolved.canvas.duration,
    ownFrame: (frame) => frame,
    outerFrame: (own) => own,
    opacityAt: () => 1,
    matrixAt: () => IDENTITY,
  }
  return findPlaces(resolved.layers, around, {
    bindings,
    fps: framesPerSecond(resolved.canvas.fps),
    paced: resolved.pace && pacedBy(resolved.pace, resolved.canvas.duration),
  })
}

interface Template {
  /** The designer's layers, whose bindings connect fields and properties. */
  bindings: ReadonlyMap<string, Layer>
  fps: number
  /** Applies the clock of a template whose length the customer's clips have changed. */
  paced: ((around: Surroundings) => Surroundings) | undefined
}

/** Layers under the remap count the template's frames. A frame in a loop is first shown in the first repetition. */
function pacedBy(pace: TimeRemap, duration: number): (around: Surroundings) => Surroundings {
  const runs = timeRemapSegments(pace, duration)
  const clock = compileTimeRemap(pace, duration)
  const videoFrame = (own: number) => {
    const run = runs.find(({ from, to, own: start, rate }) => rate > 0 && own < start + (to - from) * rate)
    return run ? run.from + Math.max(0, own - run.own) / run.rate : duration
  }
  return (around) => ({
    ...around,
    ownFrame: (frame) => clock(around.ownFrame(frame)),
    outerFrame: around.outerFrame && ((own) => (around.outerFrame as (own: number) => number)(videoFrame(own))),
  })
}

function findPlaces(layers: readonly Layer[], surroundings: Surroundings, template: Template): FieldPlace[] {
  const byId = new Map(layers.map((layer) => [layer.id, layer]))
  return layers.flatMap((layer) => {
    if (layer.visible === false) return []
    const around = layer.paced && template.paced ? template.paced(surroundings) : surroundings
    // Where time jumps or freezes, only the time of the whole group is known.
    const firstFrame = Math.max(around.first, around.outerFrame?.(layer.in) ?? around.first)
    const endFrame = Math.min(around.end, around.outerFrame?.(layer.out) ?? around.end)
    if (endFrame <= firstFrame) return []
    const chain = listParents(layer, byId).map(compileLayerTransform)
    const own = compileLayerTransform(layer)
    const opacityAt = (frame: number) => around.opacityAt(frame) * own.opacity(around.ownFrame(frame))
    const matrixAt = (frame: number) => {
      const inList = chain.reduce(
        (matrix, parent) => multiply(parent.matrix(around.ownFrame(frame)), matrix),
        own.matrix(around.ownFrame(frame)),
      )
      return multiply(around.matrixAt(frame), inList)
    }
    if (layer.type === 'group') {
      const inside = {
        first: firstFrame,
        end: endFrame,
        opacityAt,
        matrixAt,
        // The clock moves the placement of a group of clips; its children use the clock itself.
        ...timeInside(layer, layer.paced === 'place' ? surroundings : around, template.fps),
      }
      return findPlaces(layer.layers, inside, template)
    }
    const bound = template.bindings.get(layer.id)
    const fields = bound ? fieldsIn(bound) : []
    if (!bound || fields.length === 0) return []
    const box = findBox(layer)
    return {
      layer,
      fields,
      contentFields: fieldsIn(
        'text' in bound ? bound.text : 'source' in bound ? bound.source : 'asset' in bound ? bound.asset : undefined,
      ),
      firstFrame,
      endFrame,
      opacityAt,
      matrixAt,
      size: box && { width: box[2], height: box[3] },
    }
  })
}

/** The time of a group's layers: shifted, stretched or remapped. */
function timeInside(
  { st = 0, sr = 1, tm }: GroupLayer,
  around: Surroundings,
  fps: number,
): Pick<Surroundings, 'ownFrame' | 'outerFrame'> {
  if (tm !== undefined) {
    const seconds = compileNumber(tm, 0)
    return { ownFrame: (frame) => seconds.at(around.ownFrame(frame)) * fps, outerFrame: undefined }
  }
  const { outerFrame } = around
  return {
    ownFrame: (frame) => (around.ownFrame(frame) - st) / sr,
    outerFrame: sr > 0 && outerFrame ? (own) => outerFrame(own * sr + st) : undefined,
  }
}

/** The layer's box, for layers positioned by it. */
export function findBox(layer: Layer): Box | undefined {
  return 'box' in layer && layer.type !== 'particles' ? layer.box : undefined
}

function compileLayerTransform(layer: Layer) {
  const box = findBox(layer)
  return compileTransform(layer.ks, box ? { anchor: [box[2] / 2, box[3] / 2], corner: [box[0], box[1]] } : undefined)
}

/** The parent layers, nearest first. The validator rejects cycles; the limit keeps a bad document from hanging. */
function listParents(layer: Layer, byId: ReadonlyMap<string, Layer>): Layer[] {
  const chain: Layer[] = []
  let next = layer.parent === undefined ? undefined : byId.get(layer.parent)
  while (next && chain.length < 64) {
    chain.push(next)
    next = next.parent === undefined ? undefined : byId.get(next.parent)
  }
  return chain
}

function fieldsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  if ('$field' in value && typeof value.$field === 'string') return [value.$field]
  return [...new Set(Object.values(value).flatMap(fieldsIn))]
}

/** Opacity from which a layer counts as visible. */
const shown = 0.5

/**
 * The frame to show for a field: the current one if the field is visible there, else the designer's poster frame, else
 * the middle of its longest appearance. Undefined for invisible fields, such as music.
 */
export function frameToShow(
  places: readonly FieldPlace[],
  fieldId: string,
  present: number,
  poster: number | undefined,
): number | undefined {
  const own = places.filter(({ fields }) => fields.includes(fieldId))
  const isShown = (frame: number) =>
    own.some((place) => frame >= place.firstFrame && frame < place.endFrame && place.opacityAt(frame) >= shown)
  // The layer's opacity ignores entrance animations of letters, so the first third of its time is skipped.
  const isSettled = (frame: number) =>
    own.some(
      (place) =>
        isShown(frame) &&
        frame >= place.firstFrame + Math.min(45, (place.endFrame - place.firstFrame) / 3) &&
        frame < place.endFrame,
    )
  if (isSettled(present)) return present
  if (poster !== undefined && isSettled(poster)) return poster
  const longest = own.toSorted((a, b) => b.endFrame - b.firstFrame - (a.endFrame - a.firstFrame))[0]
  if (!longest) return undefined
  const steps = [0.6, 0.5, 0.7, 0.4, 0.8, 0.3, 0.9, 0.2]
  const frames = steps.map((share) => Math.round(longest.firstFrame + (longest.endFrame - longest.firstFrame) * share))
  return frames.find(isShown) ?? frames[0]
}

/** The topmost field at a point of the canvas and a frame. Small texts come before large pictures. */
export function findFieldAt(places: readonly FieldPlace[], frame: number, point: Point): string | undefined {
  const hits = places.filter((place) => {
    if (place.contentFields.length === 0 || !place.size) return false
    if (frame < place.firstFrame || frame >= place.endFrame || place.opacityAt(frame) < 0.1) return false
    const back = inverse(place.matrixAt(frame))
    if (!back) return false
    const x = back[0] * point.x + back[2] * point.y + back[4]
    const y = back[1] * point.x + back[3] * point.y + back[5]
    return x >= 0 && y >= 0 && x <= place.size.width && y <= place.size.height
  })
  return hits[0]?.contentFields[0]
}

/** The corners of a layer's box on the canvas, in order. */
export function cornersAt(place: FieldPlace, frame: number): Point[] {
  const { width, height } = place.size ?? { width: 0, height: 0 }
  const [a, b, c, d, e, f] = place.matrixAt(frame)
  const corners = [
    [0, 0],
    [width, 0],
    [width, height],
    [0, height],
  ] as const
  return corners.map(([x, y]) => ({ x: a * x + c * y + e, y: b * x + d * y + f }))
}

/**
 * The largest frame that shows a media field's picture, in pixels of the finished video: its size there, and its
 * original shape.
 */
export function largestFrame(
  places: readonly FieldPlace[],
  fieldId: string,
): { place: FieldPlace; scale: number } | undefined {
  const sized = places
    .filter(({ contentFields, size }) => size && contentFields.includes(fieldId))
    .map((place) => {
      const middle = Math.round((place.firstFrame + place.endFrame) / 2)
      const scales = [middle, place.firstFrame, place.endFrame - 1].map((frame) =>
        computeMeanScale(place.matrixAt(frame)),
      )
      return { place, scale: Math.max(...scales) }
    })
  const area = ({ place, scale }: (typeof sized)[number]) =>
    (place.size?.width ?? 0) * (place.size?.height ?? 0) * scale * scale
  return sized.toSorted((a, b) => area(b) - area(a))[0]
}
