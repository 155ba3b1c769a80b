// Edits that change lists of layers: adding, removing, reordering, grouping.

import { isRecord } from '@vitrine/document/check'
import { type GroupLayer, type Layer, type LayerType, MAX_GROUP_DEPTH, MAX_LAYERS } from '@vitrine/document/layer'
import { everyLayer, type Failure, fail, isOwn, lockedLayer, noSuchLayer, OWN_LAYER_PREFIX } from './layer-list.ts'
import {
  isLocked,
  type LayerList,
  type LayerNode,
  listReferencedLayerIds,
  type WorkingDocument,
} from './working-document.ts'

type Fields = Readonly<Record<string, unknown>>
type Result = Failure | undefined

/** Maximum nesting depth of customers' groups. */
const MAX_NESTING = 8

export function addLayer(document: WorkingDocument, layer: unknown, types: readonly LayerType[]): Result {
  if (!isRecord(layer) || !types.includes(layer.type as LayerType))
    return fail('malformed', `A layer of type "${types.join('" or "')}" is needed`)
  return putIn(document, layer, { list: document.top, at: document.top.floor })
}

export function insert(document: WorkingDocument, { layer, above, into }: Fields): Result {
  if (!isRecord(layer)) return fail('malformed', 'A layer is needed')
  if (into !== null && !document.isFree(into)) return fail('locked', 'Layers can be put into groups of your own only')
  const list = into === null ? document.top : document.find(into)?.children
  if (!list) return noSuchLayer(into)
  const at = indexAbove(document, list.nodes, above)
  return at === undefined ? noSuchLayer(above) : putIn(document, layer, { list, at: Math.max(at, list.floor) })
}

/** The index directly above a layer, or the lowest for `null`; undefined without such a layer. */
function indexAbove(document: WorkingDocument, nodes: readonly LayerNode[], above: unknown): number | undefined {
  if (above === null) return nodes.length
  const neighbour = document.find(above)
  const index = neighbour ? nodes.indexOf(neighbour) : -1
  return index < 0 ? undefined : index
}

/** Inserts a customer's layer into a list, if it is valid there and all its ids are new. */
function putIn(document: WorkingDocument, layer: Fields, { list, at }: { list: LayerList; at: number }): Result {
  const problems = document.validate(layer, list)
  if (problems.length > 0 && !document.isFree(layer.id)) return notOwn()
  if ('locks' in layer || 'alwaysOnTop' in layer)
    return fail('property-not-allowed', 'An added layer cannot be locked or kept on top')
  if (problems.length > 0) return fail('invalid-value', problems[0]?.message ?? 'The layer is not valid', problems)
  const added = everyLayer([layer as unknown as Layer])
  if (!added.every(({ id }) => document.isFree(id))) return notOwn()
  if (added.some(({ locks, alwaysOnTop }) => alwaysOnTop || (locks && locks.join() !== 'all')))
    return fail('property-not-allowed', "Only the designer's layers have locks of their own")
  const ids = new Set<string>()
  const twice = added.find(({ id }) => document.find(id) !== undefined || ids.size === ids.add(id).size)
  if (twice) return fail('id-not-allowed', `There already is a layer "${twice.id}"`)
  if (document.layerCount + added.length > MAX_LAYERS)
    return fail('too-many', `At most ${MAX_LAYERS} layers are allowed`)
  const node = document.add(layer as unknown as Layer, list, at)
  if (!isTooDeep(node)) return undefined
  document.remove(node)
  return tooDeep()
}

function notOwn() {
  return fail('id-not-allowed', `An added layer's id begins with "${OWN_LAYER_PREFIX}"`)
}

/** Whether customers' groups would be nested too deeply around and in an added layer. */
function isTooDeep(node: LayerNode): boolean {
  const around = [...node.around()]
  return isOwn((around.at(-1) ?? node).id) && around.length + node.countGroups() > MAX_NESTING
}

function tooDeep() {
  return fail('invalid-value', `Groups may be nested ${MAX_NESTING} deep`)
}

/** Why a layer's position in its list cannot be changed, if so. A layer above one that stays on top belongs to it. */
function refuseMove(node: LayerNode): Result {
  const { list } = node
  const isHeld = isLocked(node, 'move') || (list.floor > 0 && list.nodes.indexOf(node) < list.floor)
  return isHeld ? lockedLayer(node.layer) : undefined
}

export function reorder(document: WorkingDocument, { layer: id, above }: Fields): Result {
  const node = document.find(id)
  if (!node) return noSuchLayer(id)
  const failure = refuseMove(node)
  if (failure) return failure
  const { list } = node
  if (above !== null && (above === id || document.find(above)?.list !== list)) return noSuchLayer(above)
  list.detach(node)
  list.attach(node, Math.max(indexAbove(document, list.nodes, above) ?? 0, list.floor))
  return undefined
}

export function remove(document: WorkingDocument, id: unknown): Result {
  if (!document.isFree(id)) return fail('locked', 'Only layers that were added can be removed')
  const node = document.find(id)
  if (!node) return noSuchLayer(id)
  if (isLocked(node, 'all')) return lockedLayer(node.layer)
  if (![...node.subtree()].every((child) => document.isFree(child.id)))
    return fail('locked', 'The group holds layers of the designer; dissolve it first')
  if (isFollowed(node)) return fail('in-use', 'Another layer follows this one or is cut out by it')
  document.remove(node)
  return undefined
}

export function duplicate(document: WorkingDocument, { layer: id, id: copyId }: Fields): Result {
  const node = document.find(id)
  if (!node) return noSuchLayer(id)
  if (isLocked(node, 'all')) return lockedLayer(node.layer)
  if (!isOwn(copyId)) return notOwn()
  const { list } = node
  if (list.owner && !document.isFree(list.owner.id)) return fail('locked', "A designer's group cannot take more layers")
  const copy = copyLayer(node.read(), copyId)
  return putIn(document, copy, { list, at: Math.max(list.nodes.indexOf(node), list.floor) })
}

/** A copy under a new id; nested layers get derived ids and keep following each other. */
function copyLayer(layer: Layer, id: string): Fields {
  const ids = new Map(everyLayer([layer]).map((layer, n) => [layer.id, n === 0 ? id : `${id}.${n}`]))
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

export function group(document: WorkingDocument, edit: Fields): Result {
  const { id, layers: ids, group: more = {} } = edit
  if (!document.isFree(id)) return notOwn()
  if (!Array.isArray(ids) || ids.length === 0 || new Set(ids).size !== ids.length || !isRecord(more))
    return fail('malformed', 'A list of different layers is needed')
  if (document.find(id)) return fail('id-not-allowed', `There already is a layer "${id}"`)
  const members = new Set<LayerNode>()
  for (const one of ids) {
    const node = document.find(one)
    if (!node) return noSuchLayer(one)
    const failure = refuseMove(node)
    if (failure) return failure
    members.add(node)
  }
  const [first] = members as Iterable<LayerNode>
  if (!first || [...members].some(({ list }) => list !== first.list))
    return fail('malformed', 'Only layers of one list can be grouped')
  if (first.list.owner && !document.isFree(first.list.owner.id))
    return fail('locked', "A designer's group cannot be divided")
  return gather(document, { list: first.list, members, more, id })
}

interface Gathering {
  list: LayerList
  members: ReadonlySet<LayerNode>
  more: Fields
  id: string
}

function gather(document: WorkingDocument, { list, members, more, id }: Gathering): Result {
  document.addWork(list.nodes.length / 8)
  if (!areSeparate(list, members)) return fail('in-use', 'Layers that follow each other must be grouped together')
  const others = list.nodes.filter((node) => !members.has(node))
  const top = list.nodes.findIndex((node) => members.has(node))
  const neighbour = list.nodes.slice(top).find((node) => !members.has(node))
  const at = neighbour ? others.indexOf(neighbour) : others.length
  if ('locks' in more || 'alwaysOnTop' in more)
    return fail('property-not-allowed', 'An added layer cannot be locked or kept on top')
  const layers = [...members].map((node) => node.read())
  const time = { in: Math.min(...layers.map((layer) => layer.in)), out: Math.max(...layers.map((layer) => layer.out)) }
  const newGroup = { ...time, ...more, id, type: 'group', layers } as unknown as GroupLayer
  const depth = [...members].reduce((max, node) => Math.max(max, node.countGroups()), 0)
  const otherIds = { has: (one: string) => list.has(one) && !isAmong(members, document.find(one)) }
  // The members are already valid; only their number of nested groups can make the new group invalid.
  const problems = document.validate(depth < MAX_GROUP_DEPTH ? { ...newGroup, layers: [] } : newGroup, otherIds)
  if (problems.length > 0) return fail('invalid-value', problems[0]?.message ?? 'The group is not valid', problems)
  const around = list.owner ? [list.owner, ...list.owner.around()] : []
  if (isOwn(around.at(-1)?.id ?? id) && around.length + 1 + depth > MAX_NESTING) return tooDeep()
  for (const node of members) document.remove(node)
  document.add(newGroup, list, Math.max(at, list.floor))
  return undefined
}

function isAmong(members: ReadonlySet<LayerNode>, node: LayerNode | undefined): boolean {
  return node !== undefined && members.has(node)
}

/** Whether no layer among the members follows one outside, and vice versa. */
function areSeparate(list: LayerList, members: ReadonlySet<LayerNode>): boolean {
  if (!list.holdsTogether) return false
  const ids = new Set([...members].map(({ id }) => id))
  const named = [...members].flatMap(({ layer }) => listReferencedLayerIds(layer))
  const fromOutside = [...ids].reduce((sum, id) => sum + list.countNaming(id), 0) - named.length
  return named.every((id) => ids.has(id)) && fromOutside === 0
}

export function ungroup(document: WorkingDocument, { layer: id }: Fields): Result {
  const node = document.find(id)
  if (!node) return noSuchLayer(id)
  const { children, list } = node
  if (!document.isFree(node.id) || !children) return fail('locked', 'Only groups of your own can be dissolved')
  if (children.nodes.length === 0) return fail('invalid-value', 'There is nothing in this group; remove it')
  // Undo could not restore the group with its lock, or layers that are locked in position.
  const held = [node, ...children.nodes].find(({ layer }) =>
    layer.locks?.some((lock) => lock === 'all' || lock === 'move'),
  )
  if (held || isLocked(node, 'move')) return lockedLayer((held ?? node).layer)
  if (isFollowed(node)) return fail('in-use', 'Another layer follows this group or is cut out by it')
  const at = list.nodes.indexOf(node)
  const layers = children.nodes.map((child) => child.read())
  document.remove(node)
  for (const [n, layer] of layers.entries()) document.add(layer, list, at + n)
  return undefined
}

/** Whether another layer of its list follows a layer or uses it as its matte. */
function isFollowed({ id, list }: LayerNode): boolean {
  return list.countNaming(id) > 0 || !list.holdsTogether
}
