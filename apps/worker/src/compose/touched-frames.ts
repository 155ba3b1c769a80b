// Finds the frames of a video that a customer's values and edits affect. All others equal the reference render, so their
// encoded pictures can be reused.

import type { ResolvedDocument, TemplateDocument } from '@vitrine/document/document'
import type { FieldValues } from '@vitrine/document/field'
import type { Layer } from '@vitrine/document/layer'
import { isSameJson } from '@vitrine/document/same-json'
import { compileTransform } from '@vitrine/document/transform'
import type { Difference } from '@vitrine/project/difference'
import { everyLayer } from '@vitrine/project/layer-list'
import { resolveDocument } from '@vitrine/project/resolve'

export interface Personalisation {
  /** Must be validated. */
  readonly document: TemplateDocument
  readonly values: FieldValues
  readonly difference: Difference
  readonly variant?: string
}

/**
 * For each frame of the composition, whether it may look different from the same frame of the unfilled template. Decided from
 * the documents alone: a layer that resolves differently touches the frames in which either version is visible, and so do
 * layers that follow it or use it as their matte.
 */
export function findTouchedFrames({ document, values, difference, variant }: Personalisation): boolean[] {
  const plain = resolveDocument(document, {}, {}, variant)
  const own = resolveDocument(document, values, difference, variant)
  const touched = new Array<boolean>(own.canvas.duration).fill(false)
  if (!hasSameFrame(plain, own)) return touched.fill(true)
  const touch = (frame: number) => {
    touched[frame] = true
  }
  const all: Span = { shift: 0, touch, from: 0, to: touched.length }
  compareLists(plain.layers, followsOther(plain, own) ? (own.layers.map(markLive) as Layer[]) : own.layers, all)
  return touched
}

/** Whether an input of live expressions, text or control, has changed. */
function followsOther(one: ResolvedDocument, other: ResolvedDocument): boolean {
  if (!one.rig && !other.rig) return false
  const followed = ({ rig, layers }: ResolvedDocument) => ({
    rig,
    words: everyLayer(layers).map((layer) => (layer.type === 'text' ? layer.text : '')),
  })
  return !isSameJson(followed(one), followed(other))
}

/** A copy in which every live property differs from before: the results of its expression are unknown here. */
function markLive(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(markLive)
  if (typeof value !== 'object' || value === null) return value
  if (isLive(value)) return { ...value, x: { ...(value.x as object), differs: true } }
  const marked = Object.fromEntries(Object.entries(value).map(([key, inside]) => [key, markLive(inside)]))
  return 'liveText' in value ? { ...marked, differs: true } : marked
}

function isLive(property: unknown): property is { x: object } {
  return (
    typeof property === 'object' &&
    property !== null &&
    'x' in property &&
    typeof property.x === 'object' &&
    property.x !== null &&
    'live' in property.x
  )
}

/** Compares everything but the layers: a difference touches all frames. */
function hasSameFrame(one: ResolvedDocument, other: ResolvedDocument): boolean {
  const pickSharedParts = ({ canvas, fonts, assets }: ResolvedDocument) => ({ canvas, fonts, assets })
  return isSameJson(pickSharedParts(one), pickSharedParts(other))
}

/** The frames of the composition in which a list of layers is visible, and the offset of the list's time. */
interface Span {
  /** Frame of the composition at which the list's time is 0. */
  readonly shift: number
  /** In frames of the composition. */
  readonly from: number
  readonly to: number
  touch(frame: number): void
}

type LayerPair = readonly [plain: Layer | undefined, own: Layer | undefined]

function compareLists(plain: readonly Layer[], own: readonly Layer[], span: Span): void {
  const pairs = pairUp(plain, own)
  if (!isSameOrder(plain, own)) {
    for (const pair of pairs.values()) touchVisible(pair, span)
    return
  }
  const changed = new Set<string>()
  for (const [id, [before, after]] of pairs) if (!isSameLayer(before, after)) changed.add(id)
  spreadToFollowers(pairs, changed)
  // A matte is not visible itself; the layer that uses it counts as its follower.
  const [cutBefore, cutAfter] = [plain, own].map((list) => new Set(list.map(({ matte }) => matte?.layer)))
  for (const id of changed) {
    const pair = pairs.get(id)
    const isHidden = (!pair?.[0] || cutBefore?.has(id)) && (!pair?.[1] || cutAfter?.has(id))
    if (pair && !isHidden && !compareInside(pair, pairs, changed, span)) touchVisible(pair, span)
  }
}

function pairUp(plain: readonly Layer[], own: readonly Layer[]): Map<string, LayerPair> {
  const pairs = new Map<string, LayerPair>(plain.map((layer) => [layer.id, [layer, undefined]]))
  for (const layer of own) pairs.set(layer.id, [pairs.get(layer.id)?.[0], layer])
  return pairs
}

/** Whether the layers of both lists are stacked in the same order. */
function isSameOrder(plain: readonly Layer[], own: readonly Layer[]): boolean {
  const shared = (list: readonly Layer[], other: readonly Layer[]) => {
    const ids = new Set(other.map(({ id }) => id))
    return list.filter(({ id }) => ids.has(id)).map(({ id }) => id)
  }
  return isSameJson(shared(plain, own), shared(own, plain))
}

function isSameLayer(before: Layer | undefined, after: Layer | undefined): boolean {
  if (before?.type === 'audio' && (!after || after.type === 'audio')) return true
  return before !== undefined && after !== undefined && isSameJson(before, after)
}

/** Layers that follow a changed one, or use it as their matte, change with it. */
function spreadToFollowers(pairs: ReadonlyMap<string, LayerPair>, changed: Set<string>): void {
  for (let size = -1; size !== changed.size; ) {
    size = changed.size
    for (const [id, pair] of pairs) {
      const leaders = pair.flatMap((layer) => [layer?.parent, layer?.matte?.layer])
      if (leaders.some((leader) => leader !== undefined && changed.has(leader))) changed.add(id)
    }
  }
}

/**
 * Compares the children of two versions of a group. Returns false when the groups themselves differ, or when their time is
 * remapped.
 */
function compareInside(
  [before, after]: LayerPair,
  pairs: ReadonlyMap<string, LayerPair>,
  changed: ReadonlySet<string>,
  span: Span,
): boolean {
  if (before?.type !== 'group' || after?.type !== 'group') return false
  const isSameGroup = isSameJson({ ...before, layers: [] }, { ...after, layers: [] })
  if (!isSameGroup || before.tm !== undefined || (before.sr ?? 1) !== 1) return false
  const isLed = [before.parent, before.matte?.layer].some((id) => id !== undefined && changed.has(id))
  // A group used as a matte, or with blending inside, makes its parts depend on each other.
  const isMatte = [...pairs.values()].some((pair) => pair.some((layer) => layer?.matte?.layer === before.id))
  const blends = [...before.layers, ...after.layers].some(({ bm }) => (bm ?? 'normal') !== 'normal')
  if (isLed || isMatte || blends || before.effects?.length) return false
  const shift = span.shift + (before.st ?? 0)
  const from = Math.max(span.from, before.in + span.shift)
  const to = Math.min(span.to, before.out + span.shift)
  compareLists(before.layers, after.layers, { ...span, shift, from, to })
  return true
}

/** Touches the frames in which either version of a layer is visible. */
function touchVisible(pair: LayerPair, span: Span): void {
  for (const layer of pair) {
    if (!layer || layer.visible === false || layer.type === 'audio') continue
    const opacity = isLive(layer.ks?.o) ? () => 1 : compileTransform(layer.ks).opacity
    const first = Math.max(span.from, Math.floor(layer.in + span.shift))
    const last = Math.min(span.to, Math.ceil(layer.out + span.shift))
    for (let frame = first; frame < last; frame++) if (opacity(frame - span.shift) > 0) span.touch(frame)
  }
}
