// Applies a plan to the layers of a template.
import type { Layer } from '@vitrine/document/layer'
import { applyRegion, mapFrame, moveLight, scaleMasks, turnBox } from './apply-box.ts'
import type { Plan } from './plan.ts'
import { toBounds } from './rect.ts'
import type { OpenGroup, Placement, Size, Unit } from './unit.ts'

const HANDLE = 'shape-place'
const COPY = 'shape-copy-'

/** Whether the layout created a layer: such layers cannot be edited. */
export function isCreatedByLayout({ id, locks }: Layer): boolean {
  return (id.startsWith(HANDLE) || id.startsWith(COPY)) && (locks?.includes('all') ?? false)
}

/** A plan with its input. */
export interface Rewrite extends Plan {
  open: readonly OpenGroup[]
  from: Size
  to: Size
  /** Enlarged texts by id. */
  raised: ReadonlyMap<string, Layer>
}

interface Context extends Rewrite {
  /** An id that no layer has. */
  freeId(preferred: string): string
}

/** Rewrites a template's layers according to a plan. Moved layers follow an empty group, so that their own values stay unchanged. */
export function rewriteLayers(layers: readonly Layer[], options: Rewrite): Layer[] {
  const taken = new Set(listLayerIds(layers))
  const freeId = (preferred: string): string => {
    const base = preferred.slice(0, 56)
    let id = base
    for (let n = 2; taken.has(id); n++) id = `${base}-${n}`
    taken.add(id)
    return id
  }
  return rewrite(layers, '', { ...options, freeId })
}

function listLayerIds(layers: readonly Layer[]): string[] {
  return layers.flatMap((layer) => [layer.id, ...(layer.type === 'group' ? listLayerIds(layer.layers) : [])])
}

/** Rewrites the layers of one list. */
function rewrite(list: readonly Layer[], id: string, context: Context): Layer[] {
  const handles = new Map<string, Layer>()
  const result: Layer[] = []
  const unitsHere = context.units.filter((unit) => unit.list === id)
  const unitsByLayer = new Map(unitsHere.flatMap((unit) => unit.layers.map((layer) => [layer.id, unit] as const)))
  const openHere = new Map(context.open.map(({ layer }) => [layer.id, layer]))
  for (const layer of list) {
    const group = openHere.get(layer.id)
    if (group) {
      result.push(reopen(group, rewrite(group.layers, group.id, context), context))
      continue
    }
    const unit = unitsByLayer.get(layer.id)
    const placement = unit && context.placements.get(unit)
    if (!unit || !placement) {
      result.push(layer)
      continue
    }
    const raised = withRaised(layer, context.raised)
    result.push(...place(raised, placement, { unit, handles, context }))
  }
  return [...result, ...handles.values()]
}

function withRaised(layer: Layer, raised: ReadonlyMap<string, Layer>): Layer {
  const own = raised.get(layer.id)
  if (own) return own
  if (layer.type !== 'group') return layer
  return { ...layer, layers: layer.layers.map((child) => withRaised(child, raised)) }
}

function reopen(group: OpenGroup['layer'], layers: Layer[], { from, to }: Context): Layer {
  const scale = [to.width / from.width, to.height / from.height] as const
  return {
    ...group,
    layers,
    ...(group.size && { size: [to.width, to.height] }),
    ...(group.box && { box: [0, 0, to.width, to.height] as const }),
    ...(group.mask && { mask: scaleMasks(group.mask, scale) }),
  }
}

interface Place {
  unit: Unit
  handles: Map<string, Layer>
  context: Context
}

function place(layer: Layer, placement: Placement, { unit, handles, context }: Place): Layer[] {
  if (placement.kind === 'frame') return [mapFrame(layer, context.from, context.to)]
  // A layer that others are seen through must not be hidden itself.
  if (placement.kind === 'hide') return [unit.layers.length === 1 ? { ...layer, visible: false } : layer]
  if (placement.kind === 'turn') return [turnBox(layer, placement.box, placement.photoFirst)]
  if (placement.kind === 'region') return [applyRegion(layer, placement.from, placement.to)]
  if (!unit.roots.some(({ id }) => id === layer.id)) return [layer]
  const { sx, sy, x, y, mirrors = 0 } = placement
  if (layer.type === 'particles' && (unit.role === 'cover' || unit.role === 'span')) {
    return [applyRegion(layer, toBounds(context.from), toBounds(context.to))]
  }
  if (layer.type === 'light' && !layer.box && layer.parent === undefined) {
    return [moveLight(layer, ([cx, cy]) => [cx * sx + x, cy * sy + y], Math.min(sx, sy))]
  }
  if (sx === 1 && sy === 1 && x === 0 && y === 0) return [layer]
  const handle = (matrix: [number, number, number, number]) => handleFor(matrix, handles, context).id
  const placed = { ...layer, parent: handle([sx, sy, x, y]) }
  if (unit.layers.length > 1 || layer.matte) return [placed]
  const copies = Array.from({ length: mirrors * 2 }, (_, n): Layer => {
    const parent = handle(mirrorAt(n, { sx, sy, x, y }, context.from.width))
    return { ...renamed(layer, context.freeId), parent, locks: ['all'] }
  })
  return [placed, ...copies]
}

/** The position of the n-th mirror image, alternating left and right of the picture: every other one is mirrored. */
function mirrorAt(
  n: number,
  { sx, sy, x, y }: { sx: number; sy: number; x: number; y: number },
  width: number,
): [number, number, number, number] {
  const step = Math.floor(n / 2) + 1
  const start = x + (n % 2 === 0 ? -1 : 1) * step * width * sx
  return step % 2 === 1 ? [-sx, sy, start + width * sx, y] : [sx, sy, start, y]
}

/** A deep copy of a layer with new ids. */
function renamed(layer: Layer, freeId: Context['freeId']): Layer {
  const own = { ...layer, id: freeId(`${COPY}${layer.id}`) }
  if (own.type !== 'group') return own
  const copies = new Map(own.layers.map((child) => [child.id, renamed(child, freeId)]))
  const toCopiedId = (id: string) => copies.get(id)?.id ?? id
  return {
    ...own,
    layers: [...copies.values()].map((child) => ({
      ...child,
      ...(child.parent !== undefined && { parent: toCopiedId(child.parent) }),
      ...(child.matte && { matte: { ...child.matte, layer: toCopiedId(child.matte.layer) } }),
    })),
  }
}

/** The empty group that carries equally placed layers. */
function handleFor(
  [sx, sy, x, y]: readonly [number, number, number, number],
  handles: Map<string, Layer>,
  { freeId }: Context,
): Layer {
  const key = [sx, sy, x, y].map((part) => part.toFixed(4)).join(' ')
  const known = handles.get(key)
  if (known) return known
  const emptyGroup: Layer = {
    id: freeId(HANDLE),
    type: 'group',
    in: 0,
    out: 1,
    locks: ['all'],
    ks: { p: [x, y], s: [sx * 100, sy * 100] },
    layers: [],
  }
  handles.set(key, emptyGroup)
  return emptyGroup
}
