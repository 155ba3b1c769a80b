// A customer's edits of a template beyond filling in its fields: the difference between the template's document and theirs. Its
// size depends on what differs, not on the number of edits. `apply-difference.ts` checks and applies it.

import type { FontFace, TemplateDocument } from '@vitrine/document/document'
import type { Layer } from '@vitrine/document/layer'
import { isScreen } from '@vitrine/document/main-place'
import type { Box } from '@vitrine/document/property'
import { isSameJson } from '@vitrine/document/same-json'
import { freeLayers, GUARDS, type LayerEdit } from './edit.ts'
import { everyLayer, isTimelineId } from './layer-list.ts'

/** Values by property, with dots for those of a transform (`ks.o`). `null` removes a property. */
export type Patch = Readonly<Record<string, unknown>>

export interface Difference {
  /** The store's owner has removed the designer's locks from every layer. */
  readonly unlocked?: true
  /** Faces that the template lacks, in the order of the font table. */
  readonly fonts?: readonly FontFace[]
  /** Changed properties of the template's layers, by layer id. */
  readonly layers?: Readonly<Record<string, Patch>>
  /**
   * Layers that the template lacks and, for the owner, layers that replace one with the same id. `order` alone lists the
   * children of a group; its `layers` are empty.
   */
  readonly added?: readonly Layer[]
  /**
   * The layers of a group, top first, or with the key `''` those at the top level: only lists that differ from the template's.
   * Template layers that no list names stay above their original neighbour.
   */
  readonly order?: Readonly<Record<string, readonly string[]>>
  /** Layers of the template that the owner has removed. */
  readonly removed?: readonly string[]
}

export const NO_DIFFERENCE: Difference = {}

/** The key of the top level in `Difference.order`. */
export const TOP = ''

export function isEmptyDifference(difference: Difference): boolean {
  return Object.keys(difference).length === 0
}

/** Whether a patch may contain a property: the editable ones, and the time at which a layer is shown. */
export function isPatchable(property: string, isUnlocked: boolean): boolean {
  return (
    property === 'in' || property === 'out' || Object.hasOwn(GUARDS, property) || (isUnlocked && property === 'locks')
  )
}

/** The base of the difference: the template, for the owner without the designer's locks. */
export function toDifferenceBase(template: TemplateDocument, isUnlocked: boolean): TemplateDocument {
  return isUnlocked ? { ...template, layers: freeLayers(template.layers) } : template
}

interface Parts {
  readonly base: ReadonlyMap<string, Layer>
  readonly earlier: Difference
  readonly isUnlocked: boolean
  readonly layers: Record<string, Patch>
  readonly added: Layer[]
  readonly order: Record<string, readonly string[]>
}

/**
 * Computes the difference between a template and its edited document.
 * @param template in the shape that the customer chose, with their timeline applied
 * @param earlier the previous difference: its values are preserved where they still hold, because they may matter in another
 * shape, and for the layer of the main video, which hides properties that only a single video has
 */
export function computeDifference(
  template: TemplateDocument,
  document: TemplateDocument,
  earlier: Difference = NO_DIFFERENCE,
): Difference {
  if (template === document && !earlier.layers) return NO_DIFFERENCE
  const isUnlocked = document.unlocked === true
  const base = toDifferenceBase(template, isUnlocked)
  const all = everyLayer(base.layers)
  const parts: Parts = {
    base: new Map(all.map((layer) => [layer.id, layer])),
    earlier,
    isUnlocked,
    layers: {},
    added: [],
    order: {},
  }
  compareList(parts, TOP, document.layers, base.layers)
  const { layers, added, order } = parts
  const present = new Set(everyLayer(document.layers).map(({ id }) => id))
  const removed = all.flatMap(({ id }) => (present.has(id) ? [] : [id]))
  // Settings of the main video's layer may have no effect while there are clips.
  for (const layer of all) {
    const patch = earlier.layers && Object.hasOwn(earlier.layers, layer.id) ? earlier.layers[layer.id] : undefined
    if (patch && isScreen(layer) && present.has(layer.id)) layers[layer.id] = patch
  }
  const fonts = document.fonts.flatMap(({ added, ...face }) => (added ? [face] : []))
  return {
    ...(isUnlocked && { unlocked: true as const }),
    ...(fonts.length > 0 && { fonts }),
    ...(Object.keys(layers).length > 0 && { layers }),
    ...(added.length > 0 && { added }),
    ...(Object.keys(order).length > 0 && { order }),
    ...(removed.length > 0 && { removed }),
  }
}

function compareList(parts: Parts, key: string, list: readonly Layer[], before: readonly Layer[] | undefined): void {
  if (list === before) return
  const named = namedInOrder(list, before ?? [])
  if (named.length > 0) parts.order[key] = named
  for (const layer of list) compareLayer(parts, layer)
}

/**
 * The ids that determine the positions of a list's layers. Template layers at their original position are omitted, except for
 * neighbours of moved layers.
 */
function namedInOrder(list: readonly Layer[], before: readonly Layer[]): readonly string[] {
  const ids = list.map(({ id }) => id)
  const present = new Set(ids)
  const known = new Set(before.map(({ id }) => id))
  const left = before.filter(({ id }) => present.has(id))
  const isNew = (n: number) => n >= 0 && n < ids.length && !known.has(ids[n] ?? '')
  let next = 0
  const areInOrder = ids.every((id) => !known.has(id) || left[next++]?.id === id)
  return areInOrder ? ids.filter((_, n) => isNew(n - 1) || isNew(n) || isNew(n + 1)) : ids
}

function compareLayer(parts: Parts, layer: Layer): void {
  const before = parts.base.get(layer.id)
  if (before === layer) return
  const patch = before && computePatch(before, layer, parts)
  if (patch) {
    if (Object.keys(patch).length > 0) parts.layers[layer.id] = patch
  } else parts.added.push(layer.type === 'group' ? { ...layer, layers: [] } : layer)
  if (layer.type !== 'group') return
  const known = patch && before?.type === 'group' ? before.layers : undefined
  if (known && before && isScreen(before)) compareScreen(parts, layer.id, layer.layers, known)
  else compareList(parts, layer.id, layer.layers, known)
}

/** The clips that replace a main video follow from the patch of its layer. */
function compareScreen(parts: Parts, key: string, list: readonly Layer[], before: readonly Layer[]): void {
  const clips = new Set(before.map(({ id }) => id))
  const others = list.filter(({ id }) => !clips.has(id))
  if (others.length === 0 && list.length === before.length) return
  parts.order[key] = list.map(({ id }) => id)
  for (const layer of others) compareLayer(parts, layer)
}

/** The changed properties of a layer; undefined when a patch cannot express the change. */
function computePatch(before: Layer, layer: Layer, { earlier, isUnlocked }: Parts): Patch | undefined {
  const known: Patch = (earlier.layers && Object.hasOwn(earlier.layers, layer.id) && earlier.layers[layer.id]) || {}
  if (isScreen(before)) return known
  if (before.type !== layer.type) return undefined
  const [one, other] = [readPatchProperties(before), readPatchProperties(layer)]
  const patch: Record<string, unknown> = {}
  for (const name of new Set([...Object.keys(known), ...one.keys(), ...other.keys()])) {
    const value = other.get(name) ?? null
    const isUnchanged = Object.hasOwn(known, name) && isSameJson(known[name], value)
    if (!isUnchanged && isSameJson(one.get(name) ?? null, value)) continue
    if (!isPatchable(name, isUnlocked)) return undefined
    patch[name] = isUnchanged ? known[name] : value
  }
  // A timeline changes the template's own times; with only one of them patched, the layer could end before it begins.
  return 'in' in patch || 'out' in patch ? { ...patch, in: layer.in, out: layer.out } : patch
}

/** The properties of a layer by their names in patches. */
function readPatchProperties(layer: Layer): Map<string, unknown> {
  const { id: _id, type: _type, ks, ...rest } = layer
  const properties = new Map<string, unknown>(Object.entries(rest))
  properties.delete('layers')
  for (const [name, value] of Object.entries(ks ?? {})) properties.set(`ks.${name}`, value)
  return properties
}

/**
 * Adds to the earlier difference what edits have set on the layer of the main video. Its clips do not show all of that, but a
 * template without clips does.
 * @param template in the shape that the customer chose, with their timeline applied
 */
export function addMainVideoEdits(
  template: TemplateDocument,
  earlier: Difference,
  edits: readonly LayerEdit[],
): Difference {
  const screens = new Set(everyLayer(template.layers).flatMap((layer) => (isScreen(layer) ? layer.id : [])))
  if (screens.size === 0) return earlier
  const layers: Record<string, Patch> = { ...earlier.layers }
  for (const edit of edits) {
    if (!('layer' in edit) || typeof edit.layer !== 'string' || !screens.has(edit.layer)) continue
    const patch = setBy(edit)
    if (patch) layers[edit.layer] = { ...layers[edit.layer], ...patch }
  }
  return { ...earlier, layers }
}

function setBy(edit: LayerEdit): Patch | undefined {
  if (edit.op === 'set') return { [edit.property]: edit.value }
  if (edit.op === 'hide') return { visible: !edit.hidden }
  if (edit.op === 'trim') return { in: edit.in, out: edit.out }
  return edit.op === 'lock' ? { locks: edit.locked ? ['all'] : null } : undefined
}

/**
 * Removes the parts of a difference that no longer apply to a template: layers that its timeline no longer creates, and removed
 * parts together with the layers that follow them.
 * @param isRemoved whether a part must be removed: an added layer, or the value of a property
 */
export function pruneDifference(
  template: TemplateDocument,
  difference: Difference,
  isRemoved: (part: unknown) => boolean = () => false,
): Difference {
  const top = toDifferenceBase(template, difference.unlocked === true).layers
  const base = new Map(everyLayer(top).map((layer) => [layer.id, layer]))
  const added = keepLeading(difference.added ?? [], isRemoved)
  const present = new Set([...base.keys(), ...added.map(({ id }) => id)])
  const layers = Object.entries(difference.layers ?? {}).flatMap(([id, patch]) => {
    const left = Object.entries(patch).filter(([, value]) => !isRemoved(value))
    return base.has(id) && left.length > 0 ? [[id, Object.fromEntries(left)] as const] : []
  })
  const order = Object.entries(difference.order ?? {})
    .filter(([key]) => key === TOP || present.has(key))
    .map(([key, ids]) => {
      const left = ids.filter((id) => present.has(id))
      return [key, withTimelineInOrder(left, key === TOP ? top : listChildren(base.get(key)))] as const
    })
  const removed = (difference.removed ?? []).filter((id) => base.has(id))
  const { layers: _l, added: _a, order: _o, removed: _r, ...rest } = difference
  const pruned: Difference = {
    ...rest,
    ...(layers.length > 0 && { layers: Object.fromEntries(layers) }),
    ...(added.length > 0 && { added }),
    ...(order.length > 0 && { order: Object.fromEntries(order) }),
    ...(removed.length > 0 && { removed }),
  }
  return isSameJson(pruned, difference) ? difference : pruned
}

function listChildren(layer: Layer | undefined): readonly Layer[] {
  return layer?.type === 'group' ? layer.layers : []
}

/**
 * A list in which clips and sounds follow the order of their timeline, whatever it was when the list was written. Clips that
 * are new in the timeline are placed next to immovable layers, because their other neighbours may have moved.
 */
function withTimelineInOrder(ids: readonly string[], list: readonly Layer[]): readonly string[] {
  const places = new Map(list.map(({ id }, n) => [id, n]))
  const findPlace = (id: string) => places.get(id) ?? 0
  const sorted = ids.filter(isTimelineId).sort((a, b) => findPlace(a) - findPlace(b))
  let next = 0
  const ordered = ids.map((id) => (isTimelineId(id) ? (sorted[next++] ?? id) : id))
  const known = ordered.filter((id) => places.has(id))
  if (known.every((id, n) => n === 0 || findPlace(id) > findPlace(known[n - 1] ?? ''))) return ordered
  const isNamed = ({ id, locks }: Layer) =>
    ordered.includes(id) && locks?.some((lock) => lock === 'all' || lock === 'move') === true
  for (const [n, { id }] of [...list.entries()].toReversed()) {
    if (!isTimelineId(id) || ordered.includes(id)) continue
    const below = list.slice(n + 1).find(isNamed)
    const above = list.slice(0, n).findLast(isNamed)
    if (below) ordered.splice(ordered.indexOf(below.id), 0, id)
    else if (above) ordered.splice(ordered.indexOf(above.id) + 1, 0, id)
  }
  return ordered
}

/** The added layers without removed ones, and without layers that follow them or use them as mattes. */
function keepLeading(added: readonly Layer[], isRemoved: (part: unknown) => boolean): readonly Layer[] {
  const removedIds = new Set(added.filter(isRemoved).map(({ id }) => id))
  let left = added.filter(({ id }) => !removedIds.has(id))
  for (let before = -1; removedIds.size > 0 && before !== left.length; ) {
    before = left.length
    for (const { id, parent, matte } of left)
      if (removedIds.has(parent ?? '') || removedIds.has(matte?.layer ?? '')) removedIds.add(id)
    left = left.filter(({ id }) => !removedIds.has(id))
  }
  return left
}

// Adapts the difference of a project when its customer picks another shape.

/** Maximum share of the canvas that an added layer covers. */
const MOST = 0.96

/**
 * Converts a difference from one shape to another. Changes of the template's layers stay as they are: the layout moves them.
 * Added layers move to the same relative position, and shrink when they would be wider or higher than the canvas.
 * @param from the template in the original shape, with the clips of its timeline; `to` is in the new shape
 */
export function changeShape(from: TemplateDocument, to: TemplateDocument, difference: Difference): Difference {
  const isGrouped = new Set((difference.added ?? []).flatMap((layer) => difference.order?.[layer.id] ?? []))
  const added = difference.added?.map((layer) =>
    isGrouped.has(layer.id) || layer.parent !== undefined ? layer : rescaleLayer(layer, from.canvas, to.canvas),
  )
  return pruneDifference(to, added ? { ...difference, added } : difference)
}

type Size = { width: number; height: number }

function rescaleLayer(layer: Layer, from: Size, to: Size): Layer {
  const [across, down] = [to.width / from.width, to.height / from.height]
  if ('box' in layer && layer.box && layer.type !== 'particles' && layer.type !== 'group') {
    const [x, y, w, h] = layer.box
    const scale = Math.min(1, (to.width * MOST) / w, (to.height * MOST) / h)
    const [cx, cy] = [(x + w / 2) * across, (y + h / 2) * down]
    const box: Box = [cx - (w * scale) / 2, cy - (h * scale) / 2, w * scale, h * scale]
    const size = layer.type === 'text' && typeof layer.size === 'number' ? { size: layer.size * scale } : {}
    return { ...layer, box, ...size } as Layer
  }
  const position = layer.ks?.p
  if (!Array.isArray(position) || typeof position[0] !== 'number') return layer
  return { ...layer, ks: { ...layer.ks, p: [position[0] * across, Number(position[1]) * down] } } as Layer
}
