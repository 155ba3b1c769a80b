// The place of the customer's own video in a template, and the group of clips that replaces it.
import type { TemplateDocument } from '../template/document.ts'
import type { GroupLayer, Layer, MediaLayer } from '../template/layer.ts'
import { clipLayerId } from './clip.ts'

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
  const computeArea = ({ box }: MediaLayer) => box[2] * box[3]
  let best: MediaLayer | undefined
  for (const layer of places) {
    if (videos.has(readFieldId(layer) ?? '') && (!best || computeArea(layer) > computeArea(best))) best = layer
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

/** Properties of a single video: clips have their own. */
const OF_ONE_VIDEO: ReadonlySet<string> = new Set(['source', 'crop', 'fit', 'loop', 'st', 'audio'])
/** Properties that each clip copies from the frame. */
const OF_THE_FRAME: ReadonlySet<string> = new Set(['radius', 'clip', 'border', 'background'])

/** Whether a layer is a group of clips that replaces a main video. */
export function isScreen(layer: Layer): layer is GroupLayer {
  return layer.type === 'group' && layer.layers.at(-1)?.id.startsWith(clipLayerId({ id: '' })) === true
}

/**
 * Applies a property of the main video to the clips that replace it, so that edits stored before there were clips still apply.
 * Undefined for properties that groups and videos share.
 */
export function setOnScreen(screen: GroupLayer, property: string, value: unknown): Layer | undefined {
  if (OF_ONE_VIDEO.has(property)) return screen
  if (OF_THE_FRAME.has(property)) return withChildren(screen, (child) => withFrame(child, property, value))
  if (property !== 'box' || !isBox(value) || !screen.box) return undefined
  const [, , width, height] = value
  const scale = [width / screen.box[2], height / screen.box[3]] as const
  return { ...withChildren(screen, (child) => resizeClip(child, [0, 0, width, height], scale)), box: value }
}

function withChildren(screen: GroupLayer, change: (layer: Layer) => Layer): GroupLayer {
  return { ...screen, layers: screen.layers.map(change) }
}

function withFrame(child: Layer, property: string, value: unknown): Layer {
  if (child.type !== 'media') return child
  const { [property]: _old, ...rest } = child as unknown as Record<string, unknown>
  return (value === null ? rest : { ...rest, [property]: value }) as unknown as Layer
}

function isBox(value: unknown): value is [number, number, number, number] {
  return (
    Array.isArray(value) &&
    value.length === 4 &&
    value.every((item) => typeof item === 'number' && item > -1e6) &&
    value[2] > 0 &&
    value[3] > 0
  )
}

type Scale = readonly [number, number]

/** Resizes a clip to a frame of another size, including the distances of its transitions. */
function resizeClip(child: Layer, box: [number, number, number, number], scale: Scale): Layer {
  if (child.type !== 'media' && child.type !== 'solid') return child
  const transforms = Object.fromEntries(
    (['ks', 'inner'] as const).flatMap((name) => {
      const own = name in child ? (child as { ks?: { p?: unknown }; inner?: { p?: unknown } })[name] : undefined
      return own?.p === undefined ? [] : [[name, { ...own, p: scaleProperty(own.p, scale) }]]
    }),
  )
  const mask = child.mask?.map((path) => ({ ...path, pt: scaleProperty(path.pt, scale) }))
  return { ...child, ...transforms, ...(mask && { mask }), box } as Layer
}

/** Scales every point of a property, including keyframes and paths; times and handles stay. */
function scaleProperty(value: unknown, scale: Scale): unknown {
  if (Array.isArray(value)) {
    const isPoint = value.length > 0 && value.every((item) => typeof item === 'number')
    return isPoint
      ? value.map((item, axis) => item * (scale[axis] ?? 1))
      : value.map((item) => scaleProperty(item, scale))
  }
  if (typeof value !== 'object' || value === null) return value
  const isKey = 't' in value && 's' in value
  if (isKey) return { ...value, s: scaleProperty(value.s, scale) }
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, scaleProperty(inner, scale)]))
}
