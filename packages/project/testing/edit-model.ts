// The edits as plain functions from document to document, each of which scans all layers: slow, but obviously correct. Tests
// compare `WorkingDocument` with it.

import { isRecord, Report, toName } from '@vitrine/document/check'
import { readSurroundings, validateLayer } from '@vitrine/document/check-document'
import { fontFace, type TemplateDocument } from '@vitrine/document/document'
import { type GroupLayer, type Layer, type LayerType, MAX_LAYERS } from '@vitrine/document/layer'
import type { Lock } from '@vitrine/document/layer-base'
import { isScreen, setOnScreen } from '@vitrine/document/main-place'
import { GUARDS, isSameFace, MAX_ADDED_FONTS } from '../src/edit.ts'
import {
  everyLayer,
  type Failure,
  fail,
  findPlace,
  isFree,
  isOwn,
  isTimelineId,
  lockedLayer,
  noSuchLayer,
  OWN_LAYER_PREFIX,
  type Place,
} from '../src/layer-list.ts'

type Fields = Readonly<Record<string, unknown>>
type Outcome = TemplateDocument | Failure

export function applyToDocument(document: TemplateDocument, edit: unknown): Outcome {
  if (!isRecord(edit)) return fail('malformed', 'An edit must be an object')
  switch (edit.op) {
    case 'set':
      return setProperty(document, edit)
    case 'trim':
      return trim(document, edit)
    case 'hide':
      return hide(document, edit)
    case 'lock':
      return lock(document, edit)
    case 'unlock':
      return unlock(document)
    case 'add-font':
      return addFont(document, edit)
    case 'add-text':
      return addLayer(document, edit.layer, ['text'])
    case 'add-sticker':
      return addLayer(document, edit.layer, ['image', 'shape', 'group'])
    case 'add-media':
      return addLayer(document, edit.layer, ['media'])
    case 'add-shape':
      return addLayer(document, edit.layer, ['shape'])
    case 'insert':
      return insert(document, edit)
    case 'duplicate':
      return duplicate(document, edit)
    case 'reorder':
      return reorder(document, edit)
    case 'remove':
      return remove(document, edit.layer)
    case 'group':
      return group(document, edit)
    case 'ungroup':
      return ungroup(document, edit)
    default:
      return fail('malformed', `There is no edit "${toName(edit.op)}"`)
  }
}

/** Whether a designer's lock prevents a change; a lock on a group applies to everything in it. */
function isLocked({ layer, around }: Place, lock: Lock): boolean {
  return [...around, layer].some(({ locks }) => locks?.some((held) => held === 'all' || held === lock))
}

/** Whether every parent and matte of a list's layers stands in that list. */
function holdsTogether(list: readonly Layer[]): boolean {
  const ids = new Set(list.map(({ id }) => id))
  return list.every(
    ({ parent, matte }) => (parent === undefined || ids.has(parent)) && (matte === undefined || ids.has(matte.layer)),
  )
}

/** Replaces one list of the document. `into` is the group that contains it, `null` the top level. */
function withList(document: TemplateDocument, into: string | null, list: readonly Layer[]): TemplateDocument {
  if (into === null) return { ...document, layers: list }
  const replace = (layers: readonly Layer[]): Layer[] =>
    layers.map((layer) => {
      if (layer.type !== 'group') return layer
      return { ...layer, layers: layer.id === into ? list : replace(layer.layers) }
    })
  return { ...document, layers: replace(document.layers) }
}

/** Maximum nesting depth of customers' groups. */
const MAX_NESTING = 8

function addLayer(document: TemplateDocument, layer: unknown, types: readonly LayerType[]): Outcome {
  if (!isRecord(layer) || !types.includes(layer.type as LayerType))
    return fail('malformed', `A layer of type "${types.join('" or "')}" is needed`)
  return putIn(document, layer, { into: null, at: findHighestOwnPlace(document.layers) })
}

function insert(document: TemplateDocument, { layer, above, into }: Fields): Outcome {
  if (!isRecord(layer)) return fail('malformed', 'A layer is needed')
  if (into !== null && !isFree(document, into)) return fail('locked', 'Layers can be put into groups of your own only')
  const list = into === null ? document.layers : listChildren(document, into)
  if (!list) return noSuchLayer(into)
  const at = indexAbove(list, above)
  return at === undefined
    ? noSuchLayer(above)
    : putIn(document, layer, { into, at: Math.max(at, findHighestOwnPlace(list)) })
}

/** The highest index that a customer's layer may take: below all layers that stay on top. */
function findHighestOwnPlace(list: readonly Layer[]): number {
  return list.findLastIndex(({ alwaysOnTop }) => alwaysOnTop) + 1
}

function listChildren(document: TemplateDocument, id: string): readonly Layer[] | undefined {
  const layer = findPlace(document, id)?.layer
  return layer?.type === 'group' ? layer.layers : undefined
}

/** The index directly above a layer, or the lowest for `null`; undefined without such a layer. */
function indexAbove(list: readonly Layer[], above: unknown): number | undefined {
  if (above === null) return list.length
  const index = list.findIndex(({ id }) => id === above)
  return index < 0 ? undefined : index
}

/** Inserts a customer's layer into a list, if it is valid there and all its ids are new. */
function putIn(document: TemplateDocument, layer: Fields, { into, at }: { into: string | null; at: number }): Outcome {
  const list = (into === null ? document.layers : listChildren(document, into)) ?? []
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
  if (existing.length + added.length > MAX_LAYERS) return fail('too-many', `At most ${MAX_LAYERS} layers are allowed`)
  const result = withList(document, into, list.toSpliced(at, 0, layer as unknown as Layer))
  return isTooDeep(result) ? tooDeep() : result
}

function notOwn() {
  return fail('id-not-allowed', `An added layer's id begins with "${OWN_LAYER_PREFIX}"`)
}

function isTooDeep(document: TemplateDocument): boolean {
  const measureDepth = (layers: readonly Layer[]): number =>
    Math.max(0, ...layers.map((layer) => (layer.type === 'group' ? 1 + measureDepth(layer.layers) : 0)))
  return measureDepth(document.layers.filter(({ id }) => isOwn(id))) > MAX_NESTING
}

function tooDeep() {
  return fail('invalid-value', `Groups may be nested ${MAX_NESTING} deep`)
}

/** Why a layer's position in its list cannot be changed, if so. A layer above one that stays on top belongs to it. */
function refuseMove(place: Place) {
  return isLocked(place, 'move') || place.index < findHighestOwnPlace(place.list) ? lockedLayer(place.layer) : undefined
}

function reorder(document: TemplateDocument, { layer: id, above }: Fields): Outcome {
  const place = findPlace(document, id)
  if (!place) return noSuchLayer(id)
  const apiError = refuseMove(place)
  if (apiError) return apiError
  const others = place.list.filter((other) => other !== place.layer)
  const at = indexAbove(others, above)
  if (at === undefined) return noSuchLayer(above)
  return withList(document, place.into, others.toSpliced(Math.max(at, findHighestOwnPlace(others)), 0, place.layer))
}

function remove(document: TemplateDocument, id: unknown): Outcome {
  if (!isFree(document, id)) return fail('locked', 'Only layers that were added can be removed')
  const place = findPlace(document, id)
  if (!place) return noSuchLayer(id)
  if (isLocked(place, 'all')) return lockedLayer(place.layer)
  if (!everyLayer([place.layer]).every((layer) => isFree(document, layer.id)))
    return fail('locked', 'The group holds layers of the designer; dissolve it first')
  const others = place.list.filter((layer) => layer !== place.layer)
  if (!holdsTogether(others)) return fail('in-use', 'Another layer follows this one or is cut out by it')
  return withList(document, place.into, others)
}

function duplicate(document: TemplateDocument, { layer: id, id: copyId }: Fields): Outcome {
  const place = findPlace(document, id)
  if (!place) return noSuchLayer(id)
  if (isLocked(place, 'all')) return lockedLayer(place.layer)
  if (!isOwn(copyId)) return notOwn()
  if (place.into !== null && !isFree(document, place.into))
    return fail('locked', "A designer's group cannot take more layers")
  const copy = copyLayer(place.layer, copyId)
  return putIn(document, copy, { into: place.into, at: Math.max(place.index, findHighestOwnPlace(place.list)) })
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

function group(document: TemplateDocument, edit: Fields): Outcome {
  const { id, layers: ids, group: more = {} } = edit
  if (!isFree(document, id)) return notOwn()
  if (!Array.isArray(ids) || ids.length === 0 || new Set(ids).size !== ids.length || !isRecord(more))
    return fail('malformed', 'A list of different layers is needed')
  if (findPlace(document, id)) return fail('id-not-allowed', `There already is a layer "${id}"`)
  const places: Place[] = []
  for (const one of ids) {
    const place = findPlace(document, one)
    if (!place) return noSuchLayer(one)
    const apiError = refuseMove(place)
    if (apiError) return apiError
    places.push(place)
  }
  const [first] = places as [Place]
  if (places.some(({ list }) => list !== first.list)) return fail('malformed', 'Only layers of one list can be grouped')
  if (first.into !== null && !isFree(document, first.into))
    return fail('locked', "A designer's group cannot be divided")
  return gather(document, { first, ids, more, id })
}

function gather(
  document: TemplateDocument,
  { first, ids, more, id }: { first: Place; ids: readonly unknown[]; more: Fields; id: string },
): Outcome {
  const members = ids.flatMap((id) => first.list.find((layer) => layer.id === id) ?? [])
  const others = first.list.filter((layer) => !ids.includes(layer.id))
  if (!holdsTogether(members) || !holdsTogether(others))
    return fail('in-use', 'Layers that follow each other must be grouped together')
  const top = first.list.findIndex((layer) => ids.includes(layer.id))
  const neighbour = first.list.slice(top).find((layer) => !ids.includes(layer.id))
  const at = neighbour ? others.indexOf(neighbour) : others.length
  if ('locks' in more || 'alwaysOnTop' in more)
    return fail('property-not-allowed', 'An added layer cannot be locked or kept on top')
  const time = {
    in: Math.min(...members.map((member) => member.in)),
    out: Math.max(...members.map((member) => member.out)),
  }
  const newGroup = { ...time, ...more, id, type: 'group', layers: members } as unknown as GroupLayer
  const problems = validateLayer(newGroup, document, others)
  if (problems.length > 0) return fail('invalid-value', problems[0]?.message ?? 'The group is not valid', problems)
  const result = withList(
    document,
    first.into,
    others.toSpliced(Math.max(at, findHighestOwnPlace(others)), 0, newGroup),
  )
  return isTooDeep(result) ? tooDeep() : result
}

function ungroup(document: TemplateDocument, { layer: id }: Fields): Outcome {
  const place = findPlace(document, id)
  if (!place) return noSuchLayer(id)
  const { layer } = place
  if (!isFree(document, layer.id) || layer.type !== 'group')
    return fail('locked', 'Only groups of your own can be dissolved')
  if (layer.layers.length === 0) return fail('invalid-value', 'There is nothing in this group; remove it')
  // Undo could not restore the group with its lock, or layers that are locked in position.
  const held = [layer, ...layer.layers].find((item) => item.locks?.some((lock) => lock === 'all' || lock === 'move'))
  if (held || isLocked(place, 'move')) return lockedLayer(held ?? layer)
  const others = place.list.filter((other) => other !== layer)
  const list = others.toSpliced(place.index, 0, ...layer.layers)
  return holdsTogether(list)
    ? withList(document, place.into, list)
    : fail('in-use', 'Another layer follows this group or is cut out by it')
}

function setProperty(document: TemplateDocument, { layer, property, value }: Fields): Outcome {
  const guard = typeof property === 'string' && Object.hasOwn(GUARDS, property) ? GUARDS[property] : undefined
  if (typeof property !== 'string' || !guard)
    return fail('property-not-allowed', `The property "${toName(property)}" cannot be set`)
  if (value === undefined) return fail('malformed', 'A value is needed; null removes the property')
  return change(document, layer, guard, (target) => {
    const screen = isScreen(target) ? setOnScreen(target, property, value) : undefined
    return screen ?? withProperty(target, property, value)
  })
}

function trim(document: TemplateDocument, edit: Fields): Outcome {
  const { in: first, out: end } = edit
  return change(document, edit.layer, 'time', (layer) => ({ ...layer, in: first, out: end }) as Layer)
}

function hide(document: TemplateDocument, { layer, hidden }: Fields): Outcome {
  if (typeof hidden !== 'boolean') return fail('malformed', 'Hidden is true or false')
  return change(document, layer, 'content', (target) => ({ ...target, visible: !hidden }))
}

/** Locks a layer of the customer's own against accidental changes, or unlocks it. */
function lock(document: TemplateDocument, { layer: id, locked }: Fields): Outcome {
  if (typeof locked !== 'boolean') return fail('malformed', 'Locked is true or false')
  if (!isFree(document, id) || isTimelineId(id))
    return fail('locked', 'Only layers that were added can be locked or freed')
  const place = findPlace(document, id)
  if (!place) return noSuchLayer(id)
  return withList(
    document,
    place.into,
    place.list.with(place.index, withProperty(place.layer, 'locks', locked ? ['all'] : null)),
  )
}

/** An object that loses its last property is removed too, so that undoing the first edit leaves nothing behind. */
function withProperty(layer: Layer, property: string, value: unknown): Layer {
  const [first = '', second] = property.split('.')
  const { [first]: old, ...rest } = layer as unknown as Record<string, unknown>
  if (second === undefined) return (value === null ? rest : { ...rest, [first]: value }) as unknown as Layer
  const { [second]: _removed, ...others } = isRecord(old) ? old : {}
  const inner = value === null ? others : { ...others, [second]: value }
  return (Object.keys(inner).length === 0 ? rest : { ...rest, [first]: inner }) as unknown as Layer
}

/** Changes a layer anywhere in the document, if it exists, is not locked, and is valid afterwards. */
function change(document: TemplateDocument, id: unknown, lock: Lock, update: (layer: Layer) => Layer): Outcome {
  const place = findPlace(document, id)
  if (!place) return noSuchLayer(id)
  if (isLocked(place, lock)) return lockedLayer(place.layer)
  const changed = update(place.layer)
  const problems = validateLayer(changed, document)
  if (problems.length > 0) return fail('invalid-value', problems[0]?.message ?? 'The value is not allowed', problems)
  return withList(document, place.into, place.list.with(place.index, changed))
}

/** Removes every lock, and the `alwaysOnTop` of layers. */
function unlock(document: TemplateDocument): Outcome {
  if (document.unlocked) return fail('malformed', 'Everything is unlocked already')
  return { ...document, layers: mapLayers(document.layers, free), unlocked: true }
}

function free(layer: Layer): Layer {
  if (isTimelineId(layer.id)) return layer
  const { locks: _locks, alwaysOnTop: _top, ...rest } = layer
  return rest as Layer
}

function mapLayers(layers: readonly Layer[], change: (layer: Layer) => Layer): Layer[] {
  return layers.map((layer) => {
    const changed = change(layer)
    return changed.type === 'group' ? { ...changed, layers: mapLayers(changed.layers, change) } : changed
  })
}

function addFont(document: TemplateDocument, { face }: Fields): Outcome {
  const report = new Report(readSurroundings(document))
  if (!isRecord(face) || !fontFace(face, report) || 'added' in face)
    return fail('malformed', report.problems[0]?.message ?? 'A font face is needed', report.problems)
  const added = face
  if (!added.src.startsWith('sha256:')) return fail('invalid-value', 'Only fonts of the store can be added')
  if (document.fonts.some((font) => isSameFace(font, added)))
    return fail('id-not-allowed', `"${added.family}" is there already`)
  if (document.fonts.filter((font) => font.added).length >= MAX_ADDED_FONTS)
    return fail('too-many', `At most ${MAX_ADDED_FONTS} fonts can be added`)
  return { ...document, fonts: [...document.fonts, { ...added, added: true }] }
}
