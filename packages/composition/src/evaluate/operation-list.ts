// Operations that change lists of layers: adding, removing, ordering, grouping.
import type { GroupLayer, Layer, LayerType, TemplateDocument } from '../document/document.ts'
import { LAYERS_MOST, validateLayer } from '../document/validate.ts'
import {
  everyLayer,
  fail,
  findPlace,
  holdsTogether,
  isFree,
  isLocked,
  isOwn,
  isRecord,
  lockedLayer,
  noSuchLayer,
  type Outcome,
  OWN_LAYER_PREFIX,
  type Place,
  withList,
} from './layer-list.ts'

type Fields = Readonly<Record<string, unknown>>

/** Groups of customers may be nested this deep. */
const NESTING_MOST = 8

export function addLayer(document: TemplateDocument, layer: unknown, types: readonly LayerType[]): Outcome {
  if (!isRecord(layer) || !types.includes(layer.type as LayerType))
    return fail('malformed', `A layer of type "${types.join('" or "')}" is needed`)
  return putIn(document, layer, { into: null, at: floorOf(document.layers) })
}

export function insert(document: TemplateDocument, { layer, above, into }: Fields): Outcome {
  if (!isRecord(layer)) return fail('malformed', 'A layer is needed')
  if (into !== null && !isFree(document, into)) return fail('locked', 'Layers can be put into groups of your own only')
  const list = into === null ? document.layers : childrenOf(document, into)
  if (!list) return noSuchLayer(into)
  const at = indexAbove(list, above)
  return at === undefined ? noSuchLayer(above) : putIn(document, layer, { into, at: Math.max(at, floorOf(list)) })
}

/** The highest place that a customer's layer may take: below everything that is kept on top. */
function floorOf(list: readonly Layer[]): number {
  return list.findLastIndex(({ alwaysOnTop }) => alwaysOnTop) + 1
}

function childrenOf(document: TemplateDocument, id: string): readonly Layer[] | undefined {
  const layer = findPlace(document, id)?.layer
  return layer?.type === 'group' ? layer.layers : undefined
}

/** The place directly above a layer, or the lowest for `null`; undefined when there is no such layer. */
function indexAbove(list: readonly Layer[], above: unknown): number | undefined {
  if (above === null) return list.length
  const index = list.findIndex(({ id }) => id === above)
  return index < 0 ? undefined : index
}

/** Puts a customer's layer into a list, if it is valid there and all its ids are new. */
function putIn(document: TemplateDocument, layer: Fields, { into, at }: { into: string | null; at: number }): Outcome {
  const list = (into === null ? document.layers : childrenOf(document, into)) ?? []
  const problems = validateLayer(layer, document, list)
  if (problems.length > 0 && !isFree(document, layer.id)) return notOwn()
  if ('locks' in layer || 'alwaysOnTop' in layer)
    return fail('property-not-allowed', 'An added layer cannot be locked or kept on top')
  if (problems.length > 0) return fail('invalid-value', problems[0]?.message ?? 'The layer is not valid', problems)
  const added = everyLayer([layer as unknown as Layer])
  if (!added.every(({ id }) => isFree(document, id))) return notOwn()
  if (added.some(({ locks, alwaysOnTop }) => alwaysOnTop || (locks && locks.join() !== 'all')))
    return fail('property-not-allowed', "Only the designer's layers have locks of their own")
  const existing = everyLayer(document.layers)
  const known = new Set(existing.map(({ id }) => id))
  const twice = added.find(({ id }, n) => known.has(id) || added.findIndex((other) => other.id === id) !== n)
  if (twice) return fail('id-not-allowed', `There already is a layer "${twice.id}"`)
  if (existing.length + added.length > LAYERS_MOST) return fail('too-many', `At most ${LAYERS_MOST} layers are allowed`)
  const result = withList(document, into, list.toSpliced(at, 0, layer as unknown as Layer))
  return isTooDeep(result) ? tooDeep() : result
}

function notOwn() {
  return fail('id-not-allowed', `An added layer's id begins with "${OWN_LAYER_PREFIX}"`)
}

function isTooDeep(document: TemplateDocument): boolean {
  const depthOf = (layers: readonly Layer[]): number =>
    Math.max(0, ...layers.map((layer) => (layer.type === 'group' ? 1 + depthOf(layer.layers) : 0)))
  return depthOf(document.layers.filter(({ id }) => isOwn(id))) > NESTING_MOST
}

function tooDeep() {
  return fail('invalid-value', `Groups may be nested ${NESTING_MOST} deep`)
}

/** Why a layer's place in its list cannot be changed, if so. What stands above a layer that is kept on top belongs to it. */
function refuseMove(place: Place) {
  return isLocked(place, 'move') || place.index < floorOf(place.list) ? lockedLayer(place.layer) : undefined
}

export function reorder(document: TemplateDocument, { layer: id, above }: Fields): Outcome {
  const place = findPlace(document, id)
  if (!place) return noSuchLayer(id)
  const refusal = refuseMove(place)
  if (refusal) return refusal
  const others = place.list.filter((other) => other !== place.layer)
  const at = indexAbove(others, above)
  if (at === undefined) return noSuchLayer(above)
  return withList(document, place.into, others.toSpliced(Math.max(at, floorOf(others)), 0, place.layer))
}

export function remove(document: TemplateDocument, id: unknown): Outcome {
  if (!isFree(document, id)) return fail('locked', 'Only layers that were added can be removed')
  const place = findPlace(document, id)
  if (!place) return noSuchLayer(id)
  if (isLocked(place, 'all')) return lockedLayer(place.layer)
  if (!everyLayer([place.layer]).every((one) => isFree(document, one.id)))
    return fail('locked', 'The group holds layers of the designer; dissolve it first')
  const others = place.list.filter((layer) => layer !== place.layer)
  if (!holdsTogether(others)) return fail('in-use', 'Another layer follows this one or is cut out by it')
  return withList(document, place.into, others)
}

export function duplicate(document: TemplateDocument, { layer: id, id: copyId }: Fields): Outcome {
  const place = findPlace(document, id)
  if (!place) return noSuchLayer(id)
  if (isLocked(place, 'all')) return lockedLayer(place.layer)
  if (!isOwn(copyId)) return notOwn()
  if (place.into !== null && !isFree(document, place.into))
    return fail('locked', "A designer's group cannot take more layers")
  const copy = copyOf(place.layer, copyId)
  return putIn(document, copy, { into: place.into, at: Math.max(place.index, floorOf(place.list)) })
}

/** A copy under a new id; layers inside get ids made of it, and keep following each other. */
function copyOf(layer: Layer, id: string): Fields {
  const ids = new Map(everyLayer([layer]).map((one, n) => [one.id, n === 0 ? id : `${id}.${n}`]))
  const renamed = (one: Layer, isOuter: boolean): Fields => {
    const { locks: _locks, alwaysOnTop: _top, ...rest } = one
    return {
      ...rest,
      id: ids.get(one.id),
      ...(one.parent !== undefined && !isOuter ? { parent: ids.get(one.parent) } : {}),
      ...(one.matte && !isOuter ? { matte: { ...one.matte, layer: ids.get(one.matte.layer) } } : {}),
      ...(one.type === 'group' ? { layers: one.layers.map((child) => renamed(child, false)) } : {}),
    }
  }
  return renamed(layer, true)
}

export function group(document: TemplateDocument, operation: Fields): Outcome {
  const { id, layers: ids, above, group: more = {} } = operation
  // Dissolving a designer's group is undone by making it again.
  if (!isFree(document, id)) return notOwn()
  if (!Array.isArray(ids) || ids.length === 0 || new Set(ids).size !== ids.length || !isRecord(more))
    return fail('malformed', 'A list of different layers is needed')
  if (findPlace(document, id)) return fail('id-not-allowed', `There already is a layer "${id}"`)
  const places: Place[] = []
  for (const one of ids) {
    const place = findPlace(document, one)
    if (!place) return noSuchLayer(one)
    const refusal = refuseMove(place)
    if (refusal) return refusal
    places.push(place)
  }
  const [first] = places as [Place]
  if (places.some(({ list }) => list !== first.list)) return fail('malformed', 'Only layers of one list can be grouped')
  if (first.into !== null && !isFree(document, first.into))
    return fail('locked', "A designer's group cannot be divided")
  return gather(document, { first, ids, above, more, id })
}

function gather(
  document: TemplateDocument,
  { first, ids, above, more, id }: { first: Place; ids: readonly unknown[]; above: unknown; more: Fields; id: string },
): Outcome {
  const members = ids.flatMap((one) => first.list.find((layer) => layer.id === one) ?? [])
  const others = first.list.filter((layer) => !ids.includes(layer.id))
  if (!holdsTogether(members) || !holdsTogether(others))
    return fail('in-use', 'Layers that follow each other must be grouped together')
  const top = first.list.findIndex((layer) => ids.includes(layer.id))
  const neighbour = first.list.slice(top).find((layer) => !ids.includes(layer.id))
  const at = indexAbove(others, above === undefined ? (neighbour?.id ?? null) : above)
  if (at === undefined) return noSuchLayer(above)
  if ('locks' in more || 'alwaysOnTop' in more)
    return fail('property-not-allowed', 'An added layer cannot be locked or kept on top')
  const time = { in: Math.min(...members.map((one) => one.in)), out: Math.max(...members.map((one) => one.out)) }
  const made = { ...time, ...more, id, type: 'group', layers: members } as unknown as GroupLayer
  const problems = validateLayer(made, document, others)
  if (problems.length > 0) return fail('invalid-value', problems[0]?.message ?? 'The group is not valid', problems)
  const result = withList(document, first.into, others.toSpliced(Math.max(at, floorOf(others)), 0, made))
  return isTooDeep(result) ? tooDeep() : result
}

export function ungroup(document: TemplateDocument, { layer: id, places }: Fields): Outcome {
  const place = findPlace(document, id)
  if (!place) return noSuchLayer(id)
  const { layer } = place
  if (!isFree(document, layer.id) || layer.type !== 'group')
    return fail('locked', 'Only groups of your own can be dissolved')
  if (layer.layers.length === 0) return fail('invalid-value', 'There is nothing in this group; remove it')
  // Neither could be put back: the group with its lock, and what is held where it is.
  const held = [layer, ...layer.layers].find((one) => one.locks?.some((lock) => lock === 'all' || lock === 'move'))
  if (held || isLocked(place, 'move')) return lockedLayer(held ?? layer)
  const others = place.list.filter((other) => other !== layer)
  if (places !== undefined && !isRecord(places)) return fail('malformed', 'Places by the ids of the layers are needed')
  const list = places ? putBack(others, layer.layers, places) : others.toSpliced(place.index, 0, ...layer.layers)
  if (!list) return fail('no-such-layer', 'A layer is to stand above one that is not there')
  return holdsTogether(list)
    ? withList(document, place.into, list)
    : fail('in-use', 'Another layer follows this group or is cut out by it')
}

/** Puts layers above the neighbours that are named for them, each as soon as its neighbour is there. */
function putBack(others: readonly Layer[], layers: readonly Layer[], places: Fields): readonly Layer[] | undefined {
  let list = others
  let waiting = layers.toReversed()
  while (waiting.length > 0) {
    const left: Layer[] = []
    for (const layer of waiting) {
      const at = indexAbove(list, Object.hasOwn(places, layer.id) ? places[layer.id] : null)
      if (at === undefined) left.push(layer)
      else list = list.toSpliced(Math.max(at, floorOf(list)), 0, layer)
    }
    if (left.length === waiting.length) return undefined
    waiting = left
  }
  return list
}
