// Every available shape of every sample, checked five times per second by the painter's layer boxes.
import { framesPerSecond, type TemplateDocument } from '@vitrine/document/document'
import type { Face, MediaValue } from '@vitrine/document/field'
import type { Layer, MediaLayer, TextLayer } from '@vitrine/document/layer'
import { type Bounds, computeMeanScale, intersect, type Matrix, mapBounds } from '@vitrine/document/matrix'
import { compileTransform } from '@vitrine/document/transform'
import type { FontLibrary } from '@vitrine/painter/font'
import { placePicture, usedCrop } from '@vitrine/painter/picture'
import { layoutTextLayer, measureInk } from '@vitrine/painter/text-layer'
import { applyVariant, listAspects, listMissingAspects } from '@vitrine/project/variant'
import { expect, test } from 'vitest'
import { openPainter, samples } from '../testing/sample.ts'

/** The smallest text at a shortest side of 1080. */
const LEAST_TEXT = 28
/** Minimum share of the shortest side that stays free at every edge. */
const MARGIN = 0.02
/** Maximum increase of a box's covered share over the template: ink boxes are wider than their letters. */
const TOLERANCE = 0.15

const area = ([left, top, right, bottom]: Bounds) => Math.max(0, right - left) * Math.max(0, bottom - top)
const share = (one: Bounds, other: Bounds) => {
  const both = intersect(one, other)
  return both ? area(both) / Math.max(1, Math.min(area(one), area(other))) : 0
}

/**
 * Maximum share of a face's height that an edge may cut: a face as high as its frame touches both edges, and frames are slowly
 * enlarged.
 */
const FACE_EDGE = 0.04

/** A portrait, and a face to each side; shares of the photo, which is a square here. */
const FACES: readonly Face[] = [
  { x: 0.36, y: 0.18, width: 0.28, height: 0.28 },
  { x: 0.14, y: 0.2, width: 0.22, height: 0.22 },
  { x: 0.62, y: 0.26, width: 0.22, height: 0.22 },
]

interface Seen {
  id: string
  kind: 'text' | 'media'
  bounds: Bounds
  /** Of the letters, on the canvas. */
  size: number
  /** The scene that contains it. */
  scene: string | undefined
  /** For a customer's photo: the position of each face on the canvas; whether the frame cuts it. */
  faces: { bounds: Bounds; isCut: boolean }[]
}

function leaves(layers: readonly Layer[]): Layer[] {
  return layers.flatMap((layer) => (layer.type === 'group' ? leaves(layer.layers) : [layer]))
}

/** For each layer its scene: a top-level group that reveals itself over the previous one. */
function findScenes(layers: readonly Layer[]): ReadonlyMap<string, string> {
  const scenes = layers.flatMap((layer) => (layer.type === 'group' && layer.mask ? [layer] : []))
  return new Map(scenes.flatMap((scene) => leaves(scene.layers).map(({ id }) => [id, scene.id] as const)))
}

/** Around the letters of a text in the pixels of its box, and their size. */
function measureLetters(layer: TextLayer, fonts: FontLibrary): { ink: Bounds; size: number } {
  const { left, top, width, height } = measureInk(layer, fonts)
  const [x, y] = [left - layer.box[0], top - layer.box[1]]
  return { ink: [x, y, x + width, y + height], size: layoutTextLayer(layer, fonts).fontSize }
}

/**
 * The positions of the faces of a customer's photo on the canvas, each alone in a photo of the default's size: the painter
 * places the photo by the face, and the template moves it inside its frame.
 */
function locateFaces(layer: MediaLayer, { assets }: Pick<TemplateDocument, 'assets'>) {
  const value = layer.source as unknown as MediaValue
  const asset = assets[value.asset]
  if (layer.fit === 'contain' || asset?.kind !== 'image' || !asset.w || !asset.h) return undefined
  const [picture, [, , width, height]] = [{ width: asset.w, height: asset.h }, layer.box]
  const inner = compileTransform(layer.inner, { anchor: [width / 2, height / 2], corner: [0, 0] })
  const square = Math.min(picture.width, picture.height)
  const placed = FACES.map((face) => {
    const [w, h] = [(face.width * square) / picture.width, (face.height * square) / picture.height]
    const own: Face = { x: face.x + (face.width - w) / 2, y: face.y, width: w, height: h }
    const crop = usedCrop({ asset: value.asset, faces: [own] }, layer, picture)
    const { matrix } = placePicture(picture, { width, height }, 'cover', crop)
    const [left, top] = [own.x * picture.width, own.y * picture.height]
    return mapBounds(matrix, [left, top, left + w * picture.width, top + h * picture.height])
  })
  return (frame: number, matrix: Matrix) =>
    placed.map((face) => {
      const own = mapBounds(inner.matrix(frame), face)
      return { bounds: mapBounds(matrix, own), isCut: !inside(own, width, height, -FACE_EDGE * (own[3] - own[1])) }
    })
}

interface Looked {
  frames: Map<number, Seen[]>
  /** Frames between two of them. */
  step: number
  width: number
  height: number
}

/** Readable texts and photos at each of the frames. */
async function look(document: TemplateDocument): Promise<Looked> {
  const { painter, resolved, fonts } = await openPainter(document)
  const seen = leaves(resolved.layers).filter((layer) => layer.type === 'text' || layer.type === 'media')
  const replaceable = new Set(
    leaves(document.layers).flatMap((layer) =>
      layer.type === 'media' && typeof layer.source === 'object' ? [layer.id] : [],
    ),
  )
  const letters = new Map(
    seen.flatMap((layer) =>
      layer.type === 'text' && fonts ? [[layer.id, measureLetters(layer, fonts)] as const] : [],
    ),
  )
  const faces = new Map(
    seen.flatMap((layer) =>
      layer.type === 'media' && replaceable.has(layer.id) ? [[layer.id, locateFaces(layer, document)] as const] : [],
    ),
  )
  const scenes = findScenes(resolved.layers)
  const step = Math.max(1, Math.round(framesPerSecond(document.canvas.fps) / 5))
  const frames = new Map<number, Seen[]>()
  for (let frame = 0; frame < painter.duration; frame += step) {
    frames.set(
      frame,
      seen.flatMap((layer): Seen[] => {
        const place = painter.placeOf(layer.id, frame)
        // A growing layer is invisible while it is smaller than a point.
        if (!place?.reach || place.opacity < 0.5 || area(place.reach) < 100) return []
        const own = letters.get(layer.id)
        const bounds = own ? mapBounds(place.matrix, own.ink) : place.reach
        const size = (own?.size ?? 0) * computeMeanScale(place.matrix)
        const [kind, scene] = [layer.type as Seen['kind'], scenes.get(layer.id)]
        const seenFaces = faces.get(layer.id)?.(frame, place.matrix) ?? []
        return [{ id: layer.id, kind, bounds, size, scene, faces: seenFaces }]
      }),
    )
  }
  return { frames, step, width: painter.width, height: painter.height }
}

/** Whether a photo is the background of everything else. */
const isGround = ({ kind, bounds }: Seen, { width, height }: Looked) =>
  kind === 'media' && area(bounds) > width * height * 0.55

const inside = ([left, top, right, bottom]: Bounds, width: number, height: number, margin: number) =>
  left >= margin && top >= margin && right <= width - margin && bottom <= height - margin

/** Faults of a shape that the template's own shape does not have; no shape may cut faces. */
function findFaults(before: Looked, now: Looked): string[] {
  const short = Math.min(now.width, now.height)
  const shortBefore = Math.min(before.width, before.height)
  const faults = new Set<string>()
  const largest = new Map<string, number>()
  for (const [frame, seen] of now.frames) {
    const earlier = new Map(before.frames.get(frame)?.map((one) => [one.id, one]))
    for (const one of seen) {
      const was = earlier.get(one.id)
      if (!was) continue
      if (one.kind === 'text') largest.set(one.id, Math.max(largest.get(one.id) ?? 0, one.size))
      // Layers during their entrance or exit may come from anywhere.
      const at = (time: number) => before.frames.get(time)?.find(({ id }) => id === one.id)
      const adjacentFrame = at(frame + before.step) ?? at(frame - before.step)
      if (
        adjacentFrame &&
        Math.abs(adjacentFrame.bounds[0] - was.bounds[0]) + Math.abs(adjacentFrame.bounds[1] - was.bounds[1]) > 4
      )
        continue
      if (one.kind === 'text') {
        const wasInside = inside(was.bounds, before.width, before.height, MARGIN * shortBefore)
        if (wasInside && !inside(one.bounds, now.width, now.height, MARGIN * short - 1))
          faults.add(`${one.id} leaves the safe area`)
      } else {
        // A photo that was whole stays whole: the canvas must not cut what the customer put at its centre.
        const visible = share(one.bounds, [0, 0, now.width, now.height])
        if (visible < share(was.bounds, [0, 0, before.width, before.height]) - 0.06) faults.add(`${one.id} is cut`)
        for (const [n, { bounds, isCut }] of one.faces.entries()) {
          if (isCut) faults.add(`${one.id} cuts face ${n} in its frame`)
          const wasFace = was.faces[n]?.bounds
          if (
            wasFace &&
            inside(wasFace, before.width, before.height, 0) &&
            !inside(bounds, now.width, now.height, -FACE_EDGE * (bounds[3] - bounds[1]))
          )
            faults.add(`face ${n} of ${one.id} leaves the canvas`)
        }
      }
    }
    for (const [n, one] of seen.entries())
      for (const other of seen.slice(0, n)) {
        const [a, b] = [earlier.get(one.id), earlier.get(other.id)]
        if (!a || !b || (one.kind === 'media' && other.kind === 'media')) continue
        // The later scene hides the earlier one as far as it is revealed.
        if (one.scene !== other.scene) continue
        if (isGround(one, now) || isGround(other, now)) continue
        if (share(one.bounds, other.bounds) > share(a.bounds, b.bounds) + TOLERANCE)
          faults.add(`${one.id} overlaps ${other.id}`)
      }
  }
  for (const [id, size] of before === now ? [] : largest) {
    if ((size * 1080) / short < LEAST_TEXT - 0.1) faults.add(`${id} has ${((size * 1080) / short).toFixed(1)} px`)
  }
  return [...faults]
}

test.each(samples.map(({ id, document }) => ({ id, document })))(
  'a sample has nothing outside, overlapping, cut or too small in any shape: $id',
  { timeout: 120_000 },
  async ({ document }) => {
    const faults: Record<string, string[]> = {}
    const own = await look(document)
    for (const { aspect } of listAspects(document)) {
      const found = findFaults(own, aspect === undefined ? own : await look(applyVariant(document, aspect)))
      if (found.length > 0) faults[aspect ?? 'own'] = found
    }
    expect(faults).toEqual({})
  },
)

test('the samples are offered in all four shapes', () => {
  expect(
    samples.flatMap(({ id, document }) => listMissingAspects(document).map((missing) => ({ id, ...missing }))),
  ).toEqual([])
})
