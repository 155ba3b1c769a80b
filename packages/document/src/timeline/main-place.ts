// Finds the place of the customer's own video in a template.
import type { TemplateDocument } from '../template/document.ts'
import type { Layer, MediaLayer } from '../template/layer.ts'

/** Further layers that show the main video's field (a blurred copy behind it, a reflection) stay unchanged. */
const MAX_PLACES = 4

/**
 * The layers that the clips replace: the template's main video first, then others that show the same field. Empty when the
 * template has no place for a video; the clips are then placed at the bottom.
 */
export function findMainPlaces(document: TemplateDocument): MediaLayer[] {
  const videos = new Set(
    document.fields.flatMap((field) => (field.type === 'media' && field.accept.includes('video') ? [field.id] : [])),
  )
  const places = listPlaces(document.layers)
  const named = document.timeline?.layer
  const main = named === undefined ? largest(places, videos) : places.find(({ id }) => id === named)
  if (!main) return []
  const field = readFieldId(main)
  const others = places.filter((layer) => layer !== main && field !== undefined && readFieldId(layer) === field)
  return [main, ...others].slice(0, MAX_PLACES)
}

/** Media layers in lists whose time is the video's: at the top level, and in groups that do not shift or remap it. */
function listPlaces(layers: readonly Layer[]): MediaLayer[] {
  return layers.flatMap((layer) => {
    if (layer.visible === false) return []
    if (layer.type === 'media') return [layer]
    return layer.type === 'group' && keepsTime(layer) ? listPlaces(layer.layers) : []
  })
}

function keepsTime({ st = 0, sr = 1, tm }: { st?: number; sr?: number; tm?: unknown }): boolean {
  return st === 0 && sr === 1 && tm === undefined
}

function readFieldId({ source }: MediaLayer): string | undefined {
  return typeof source === 'object' && '$field' in source ? source.$field : undefined
}

function largest(places: readonly MediaLayer[], videos: ReadonlySet<string>): MediaLayer | undefined {
  const areaOf = ({ box }: MediaLayer) => box[2] * box[3]
  let best: MediaLayer | undefined
  for (const layer of places) {
    if (videos.has(readFieldId(layer) ?? '') && (!best || areaOf(layer) > areaOf(best))) best = layer
  }
  return best
}

/** The index of clips in a template without a place for them: above the plain backgrounds at its bottom. */
export function bottomIndex({ layers, canvas }: TemplateDocument): number {
  const background = layers.findLastIndex((layer) => !isBackground(layer, canvas))
  return background + 1
}

function isBackground(layer: Layer, { width, height, duration }: TemplateDocument['canvas']): boolean {
  if (layer.type !== 'solid' || layer.in > 0 || layer.out < duration || layer.ks || layer.mask || layer.matte)
    return false
  const [x, y, w, h] = layer.box ?? [0, 0, width, height]
  return (layer.bm ?? 'normal') === 'normal' && x <= 0 && y <= 0 && x + w >= width && y + h >= height
}
