// Shortens a list of operations to one with the same result, so that the size of a project depends on what was changed and
// not on how often. Pure.
import type { TemplateDocument } from '@vitrine/composition/document'
import type { GroupLayer, Layer } from '@vitrine/composition/layer'
import { everyLayer, findPlace } from '@vitrine/composition/layer-list'
import { type Operation, tryOperations } from '@vitrine/composition/operation'
import { isSameFace } from '@vitrine/composition/operation-font'
import { isSameValue } from './project-store.ts'

/** A document on its way to another one, with the operations that have brought it so far. */
interface Way {
  readonly goal: TemplateDocument
  /** Ids of the layers that the document has before any operation. */
  readonly given: ReadonlySet<string>
  at: TemplateDocument
  readonly done: Operation[]
}

/**
 * Operations that make of a document what another one is, which operations have made of it: one for each property that
 * differs, each layer that was added, and each layer that stands elsewhere. Undefined where they would not do, such as for
 * layers that follow each other crosswise.
 */
export function shortestOperations(from: TemplateDocument, goal: TemplateDocument): readonly Operation[] | undefined {
  const way: Way = { goal, given: new Set(everyLayer(from.layers).map(({ id }) => id)), at: from, done: [] }
  if (goal.unlocked && !from.unlocked) go(way, { op: 'unlock' })
  for (const { added, ...face } of goal.fonts) {
    if (added && !way.at.fonts.some((font) => isSameFace(font, face))) go(way, { op: 'add-font', face })
  }
  goAll(
    way,
    everyLayer(goal.layers).flatMap((layer) => changesOf(from, layer)),
  )
  build(way, null, goal.layers)
  goAll(way, removals(way))
  order(way)
  goAll(
    way,
    everyLayer(goal.layers).flatMap((layer) => lockingOf(way, layer)),
  )
  return isSameValue(way.at, goal) ? way.done : undefined
}

/** Does an operation. False when it cannot be done (yet). */
function go(way: Way, operation: Operation): boolean {
  const result = tryOperations(way.at, [operation])
  if ('problem' in result) return false
  way.at = result.document
  way.done.push(operation)
  return true
}

/** Does operations in any order in which they can be done: a property may be allowed only after another one is set. */
function goAll(way: Way, operations: readonly Operation[]): void {
  let waiting = operations
  for (let before = waiting.length + 1; waiting.length > 0 && waiting.length < before; ) {
    before = waiting.length
    waiting = waiting.filter((operation) => !go(way, operation))
  }
}

const ownOffset: ReadonlySet<string> = new Set(['id', 'type', 'in', 'out', 'ks', 'layers', 'locks', 'alwaysOnTop'])

/** What differs in a layer that was there from the beginning. */
function changesOf(from: TemplateDocument, layer: Layer): Operation[] {
  const before = findPlace(from, layer.id)?.layer
  if (!before) return []
  const set = (property: string, value: unknown): Operation => ({
    op: 'set',
    layer: layer.id,
    property,
    value: value === undefined ? null : value,
  })
  const outer = differing(before, layer).filter(([property]) => !ownOffset.has(property))
  const inner = differing(before.ks ?? {}, layer.ks ?? {})
  const isTrimmed = before.in !== layer.in || before.out !== layer.out
  return [
    ...outer.map(([property, value]) => set(property, value)),
    ...inner.map(([property, value]) => set(`ks.${property}`, value)),
    ...(isTrimmed ? [{ op: 'trim' as const, layer: layer.id, in: layer.in, out: layer.out }] : []),
  ]
}

function differing(before: object, after: object): [string, unknown][] {
  const [one, other] = [before as Record<string, unknown>, after as Record<string, unknown>]
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...names].filter((name) => !isSameValue(one[name], other[name])).map((name) => [name, other[name]])
}

/**
 * Adds what is new in a list of the goal, the topmost first and each above a layer that was there before: none rests on another
 * one, which may be held back while its file is on its way.
 */
function build(way: Way, into: string | null, list: readonly Layer[]): void {
  for (const layer of list) {
    if (way.given.has(layer.id) && layer.type === 'group') build(way, layer.id, layer.layers)
    else if (!way.given.has(layer.id) && !isNew(way, layer)) gather(way, layer as GroupLayer)
  }
  const inserts = list.flatMap((layer, index): Operation[] => {
    if (!isNew(way, layer)) return []
    const { locks: _, ...added } = layer
    const below = list.slice(index + 1).find((item) => !isNew(way, item) && findPlace(way.at, item.id)?.into === into)
    return [{ op: 'insert', layer: added as Layer, above: below?.id ?? null, into }]
  })
  goAll(way, inserts)
}

/** Whether nothing of a layer was there before. */
function isNew({ given }: Way, layer: Layer): boolean {
  return everyLayer([layer]).every(({ id }) => !given.has(id))
}

/** Makes a group of layers that were there before, and adds to it what is new. */
function gather(way: Way, { id, type: _type, layers, locks: _locks, ...group }: GroupLayer): void {
  const members = layers.filter((layer) => !isNew(way, layer))
  for (const member of members) if (!way.given.has(member.id)) gather(way, member as GroupLayer)
  go(way, { op: 'group', id, layers: members.map((member) => member.id), group })
  build(way, id, layers)
}

/** Removed layers, only the outermost. */
function removals({ at, goal }: Way): Operation[] {
  const left = new Set(everyLayer(goal.layers).map(({ id }) => id))
  const gone = (list: readonly Layer[]): string[] =>
    list.flatMap((layer) => {
      if (!left.has(layer.id)) return [layer.id]
      return layer.type === 'group' ? gone(layer.layers) : []
    })
  return gone(at.layers).map((layer) => ({ op: 'remove', layer }))
}

/** Puts the layers of each list in the goal's order, moving as few of them as can be. */
function order(way: Way): void {
  const lists = [
    way.goal.layers,
    ...everyLayer(way.goal.layers).flatMap((layer) => (layer.type === 'group' ? [layer.layers] : [])),
  ]
  for (const list of lists) {
    const [first] = list
    const present = first && findPlace(way.at, first.id)?.list.map(({ id }) => id)
    if (
      !present ||
      isSameValue(
        present,
        list.map(({ id }) => id),
      )
    )
      continue
    const staying = longestRise(list.toReversed().map(({ id }) => present.length - present.indexOf(id)))
    const moved = list.filter((_, n) => !staying.has(list.length - 1 - n))
    // The designer may lock one of these; the others move around it then.
    if (!moved.toReversed().every((layer) => putAbove(way, list, layer))) {
      for (const layer of list.toReversed()) putAbove(way, list, layer)
    }
  }
}

/** Moves a layer above its neighbour in the goal's list, if it is not there. */
function putAbove(way: Way, list: readonly Layer[], layer: Layer): boolean {
  const above = list[list.indexOf(layer) + 1]?.id ?? null
  const place = findPlace(way.at, layer.id)
  return place?.above === above || go(way, { op: 'reorder', layer: layer.id, above })
}

/** Places of the longest sequence of numbers that grow. */
function longestRise(numbers: readonly number[]): ReadonlySet<number> {
  const before: (number | undefined)[] = []
  // The place where the best sequence of each length ends; found by halving, because lists may be thousands long.
  const ends: number[] = []
  for (const [n, number] of numbers.entries()) {
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((numbers[ends[middle] ?? 0] ?? 0) < number) low = middle + 1
      else high = middle
    }
    before[n] = ends[low - 1]
    ends[low] = n
  }
  const rise = new Set<number>()
  for (let at = ends.at(-1); at !== undefined; at = before[at]) rise.add(at)
  return rise
}

/** The lock of a customer's own layer, which it cannot be added with. */
function lockingOf({ at }: Way, { id, locks }: Layer): Operation[] {
  const present = findPlace(at, id)?.layer
  if (!present || (present.locks === undefined) === (locks === undefined)) return []
  return [{ op: 'lock', layer: id, locked: locks !== undefined }]
}
