// The group of clips that stands where a template had its main video: what edits on that video mean for it.
import type { GroupLayer, Layer } from '../template/layer.ts'
import { clipLayerId } from './clip.ts'

/** What belongs to a single video: the clips have their own. */
const OF_ONE_VIDEO: ReadonlySet<string> = new Set(['source', 'crop', 'fit', 'loop', 'st', 'audio'])
/** What each clip has from the frame. */
const OF_THE_FRAME: ReadonlySet<string> = new Set(['radius', 'clip', 'border', 'background'])

/** Whether a layer is the place of a template's main video with clips in it. */
export function isScreen(layer: Layer): layer is GroupLayer {
  return layer.type === 'group' && layer.layers.at(-1)?.id.startsWith(clipLayerId({ id: '' })) === true
}

/**
 * What setting a property of the main video makes of the clips in its place, so that edits which were stored before there
 * were clips go on to apply. Undefined for properties that a group has as well as a video.
 */
export function setOnScreen(screen: GroupLayer, property: string, value: unknown): Layer | undefined {
  if (OF_ONE_VIDEO.has(property)) return screen
  if (OF_THE_FRAME.has(property)) return withChildren(screen, (child) => withFrame(child, property, value))
  if (property !== 'box' || !isBox(value) || !screen.box) return undefined
  const [, , width, height] = value
  const scale = [width / screen.box[2], height / screen.box[3]] as const
  return { ...withChildren(screen, (child) => resized(child, [0, 0, width, height], scale)), box: value }
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

/** A clip in a frame of another size; the ways of its transitions are as much longer. */
function resized(child: Layer, box: [number, number, number, number], scale: Scale): Layer {
  if (child.type !== 'media' && child.type !== 'solid') return child
  const transforms = Object.fromEntries(
    (['ks', 'inner'] as const).flatMap((name) => {
      const own = name in child ? (child as { ks?: { p?: unknown }; inner?: { p?: unknown } })[name] : undefined
      return own?.p === undefined ? [] : [[name, { ...own, p: scaled(own.p, scale) }]]
    }),
  )
  const mask = child.mask?.map((path) => ({ ...path, pt: scaled(path.pt, scale) }))
  return { ...child, ...transforms, ...(mask && { mask }), box } as Layer
}

/** Every point of a property, keyframes and paths included; times and handles stay. */
function scaled(value: unknown, scale: Scale): unknown {
  if (Array.isArray(value)) {
    const isPoint = value.length > 0 && value.every((item) => typeof item === 'number')
    return isPoint ? value.map((item, axis) => item * (scale[axis] ?? 1)) : value.map((item) => scaled(item, scale))
  }
  if (typeof value !== 'object' || value === null) return value
  const isKey = 't' in value && 's' in value
  if (isKey) return { ...value, s: scaled(value.s, scale) }
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, scaled(inner, scale)]))
}
