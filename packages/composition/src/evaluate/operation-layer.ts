// Operations that change one layer where it stands.
import { nameOf } from '../document/check.ts'
import type { Layer, Lock, TemplateDocument } from '../document/document.ts'
import { validateLayer } from '../document/validate.ts'
import { isScreen, setOnScreen } from '../timeline/screen.ts'
import {
  fail,
  findPlace,
  isFree,
  isLocked,
  isRecord,
  lockedLayer,
  noSuchLayer,
  type Outcome,
  withList,
} from './layer-list.ts'

/** Which lock guards a property that may be set; everything that is not listed may not be. */
const GUARDS: Readonly<Record<string, Lock>> = {
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

export function setProperty(document: TemplateDocument, { layer, property, value }: Fields): Outcome {
  const guard = typeof property === 'string' && Object.hasOwn(GUARDS, property) ? GUARDS[property] : undefined
  if (typeof property !== 'string' || !guard)
    return fail('property-not-allowed', `The property "${nameOf(property)}" cannot be set`)
  if (value === undefined) return fail('malformed', 'A value is needed; null removes the property')
  return change(document, layer, guard, (target) => {
    const screen = isScreen(target) ? setOnScreen(target, property, value) : undefined
    return screen ?? withProperty(target, property, value)
  })
}

export function trim(document: TemplateDocument, operation: Fields): Outcome {
  const { in: first, out: end } = operation
  return change(document, operation.layer, 'time', (layer) => ({ ...layer, in: first, out: end }) as Layer)
}

export function hide(document: TemplateDocument, { layer, hidden }: Fields): Outcome {
  if (typeof hidden !== 'boolean') return fail('malformed', 'Hidden is true or false')
  return change(document, layer, 'content', (target) => ({ ...target, visible: !hidden }))
}

/** Keeps a layer of the customer's own from being touched by accident, or frees it again. */
export function lock(document: TemplateDocument, { layer: id, locked }: Fields): Outcome {
  if (typeof locked !== 'boolean') return fail('malformed', 'Locked is true or false')
  if (!isFree(document, id)) return fail('locked', 'Only layers that were added can be locked or freed')
  const place = findPlace(document, id)
  if (!place) return noSuchLayer(id)
  return withList(
    document,
    place.into,
    place.list.with(place.index, withProperty(place.layer, 'locks', locked ? ['all'] : null)),
  )
}

/** An object that loses its last property goes too, so that taking back the first one leaves nothing behind. */
function withProperty(layer: Layer, property: string, value: unknown): Layer {
  const [first = '', second] = property.split('.')
  const { [first]: old, ...rest } = layer as unknown as Record<string, unknown>
  if (second === undefined) return (value === null ? rest : { ...rest, [first]: value }) as unknown as Layer
  const { [second]: _removed, ...others } = isRecord(old) ? old : {}
  const inner = value === null ? others : { ...others, [second]: value }
  return (Object.keys(inner).length === 0 ? rest : { ...rest, [first]: inner }) as unknown as Layer
}

/** Changes one layer, wherever it stands, if it exists, is not locked, and is valid afterwards. */
function change(document: TemplateDocument, id: unknown, lock: Lock, edit: (layer: Layer) => Layer): Outcome {
  const place = findPlace(document, id)
  if (!place) return noSuchLayer(id)
  if (isLocked(place, lock)) return lockedLayer(place.layer)
  const changed = edit(place.layer)
  const problems = validateLayer(changed, document)
  if (problems.length > 0) return fail('invalid-value', problems[0]?.message ?? 'The value is not allowed', problems)
  return withList(document, place.into, place.list.with(place.index, changed))
}
