// Edits that change one layer in place.

import { toName } from '@vitrine/document/check'
import type { Layer } from '@vitrine/document/layer'
import type { Lock } from '@vitrine/document/layer-base'
import { isScreen, setOnScreen } from '@vitrine/document/screen'
import { type Failure, fail, isOfTimeline, isRecord, lockedLayer, noSuchLayer } from './layer-list.ts'
import { isLocked, type WorkingDocument } from './working-document.ts'

/** Which lock guards each editable property; unlisted properties cannot be edited. */
export const GUARDS: Readonly<Record<string, Lock>> = {
  name: 'all',
  text: 'content',
  source: 'content',
  asset: 'content',
  crop: 'content',
  visible: 'content',
  audio: 'content',
  st: 'time',
  loop: 'time',
  shapes: 'style',
  background: 'style',
  animate: 'style',
  maxLines: 'style',
  wrap: 'style',
  fill: 'style',
  stroke: 'style',
  shadow: 'style',
  font: 'style',
  weight: 'style',
  style: 'style',
  size: 'style',
  align: 'style',
  valign: 'style',
  lineHeight: 'style',
  tracking: 'style',
  uppercase: 'style',
  smallCaps: 'style',
  fit: 'style',
  color: 'style',
  colors: 'style',
  amount: 'style',
  radius: 'style',
  border: 'style',
  clip: 'style',
  bm: 'style',
  effects: 'style',
  'ks.o': 'style',
  box: 'move',
  'ks.p': 'move',
  'ks.s': 'move',
  'ks.r': 'move',
  'ks.a': 'move',
}

type Fields = Readonly<Record<string, unknown>>
type Result = Failure | undefined

export function setProperty(document: WorkingDocument, { layer, property, value }: Fields): Result {
  const guard = typeof property === 'string' && Object.hasOwn(GUARDS, property) ? GUARDS[property] : undefined
  if (typeof property !== 'string' || !guard)
    return fail('property-not-allowed', `The property "${toName(property)}" cannot be set`)
  if (value === undefined) return fail('malformed', 'A value is needed; null removes the property')
  return change(document, layer, guard, (target) => {
    const screen = isScreen(target) ? setOnScreen(target, property, value) : undefined
    return screen ?? withProperty(target, property, value)
  })
}

export function trim(document: WorkingDocument, edit: Fields): Result {
  const { in: first, out: end } = edit
  return change(document, edit.layer, 'time', (layer) => ({ ...layer, in: first, out: end }) as Layer)
}

export function hide(document: WorkingDocument, { layer, hidden }: Fields): Result {
  if (typeof hidden !== 'boolean') return fail('malformed', 'Hidden is true or false')
  return change(document, layer, 'content', (target) => ({ ...target, visible: !hidden }))
}

/** Locks a layer of the customer's own against accidental changes, or unlocks it. */
export function lock(document: WorkingDocument, { layer: id, locked }: Fields): Result {
  if (typeof locked !== 'boolean') return fail('malformed', 'Locked is true or false')
  if (!document.isFree(id) || isOfTimeline(id))
    return fail('locked', 'Only layers that were added can be locked or freed')
  const node = document.find(id)
  if (!node) return noSuchLayer(id)
  document.replace(node, withProperty(node.read(), 'locks', locked ? ['all'] : null))
  return undefined
}

/** An object that loses its last property is removed too, so that undoing the first edit leaves nothing behind. */
export function withProperty(layer: Layer, property: string, value: unknown): Layer {
  const [first = '', second] = property.split('.')
  const { [first]: old, ...rest } = layer as unknown as Record<string, unknown>
  if (second === undefined) return (value === null ? rest : { ...rest, [first]: value }) as unknown as Layer
  const { [second]: _removed, ...others } = isRecord(old) ? old : {}
  const inner = value === null ? others : { ...others, [second]: value }
  return (Object.keys(inner).length === 0 ? rest : { ...rest, [first]: inner }) as unknown as Layer
}

/** Changes a layer anywhere in the document, if it exists, is not locked, and is valid afterwards. */
function change(document: WorkingDocument, id: unknown, lock: Lock, update: (layer: Layer) => Layer): Result {
  const node = document.find(id)
  if (!node) return noSuchLayer(id)
  if (isLocked(node, lock)) return lockedLayer(node.layer)
  const layer = node.read()
  const changed = update(layer)
  const problems = document.validate(withoutSame(changed, layer), node.list)
  if (problems.length > 0) return fail('invalid-value', problems[0]?.message ?? 'The value is not allowed', problems)
  document.replace(node, changed)
  return undefined
}

/** The part that needs validation: unchanged children of a group are already valid. */
function withoutSame(changed: Layer, before: Layer): Layer {
  const isSame = changed.type === 'group' && before.type === 'group' && changed.layers === before.layers
  return isSame ? { ...changed, layers: [] } : changed
}
