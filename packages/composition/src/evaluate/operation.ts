// What a customer may do to a template beyond filling in its fields: an allow-list of operations, checked against the
// designer's locks. A project stores them as plain JSON in the order in which they were done.
import { assert } from '../assert.ts'
import { nameOf } from '../document/check.ts'
import type { ImageLayer, Layer, Lock, MediaLayer, TemplateDocument, TextLayer } from '../document/document.ts'
import { type Problem, validateLayer } from '../document/validate.ts'

export type Operation =
  /** Sets one property of a layer; nested ones by dots (`ks.o`). `null` removes an optional property. */
  | { op: 'set'; layer: string; property: string; value: unknown }
  | { op: 'add-text'; layer: TextLayer }
  | { op: 'add-sticker'; layer: ImageLayer }
  | { op: 'add-media'; layer: MediaLayer }
  /** Shows a layer from frame `in` until before frame `out`. */
  | { op: 'trim'; layer: string; in: number; out: number }
  /** Puts a layer directly above another one of the top level, or at the bottom for `null`. */
  | { op: 'reorder'; layer: string; above: string | null }
  /** Removes a layer that the customer added. */
  | { op: 'remove'; layer: string }

export type OperationCode =
  | 'malformed'
  | 'too-many'
  | 'no-such-layer'
  | 'locked'
  | 'property-not-allowed'
  | 'id-not-allowed'
  | 'invalid-value'

export interface OperationProblem {
  /** Place in the list of operations. */
  index: number
  code: OperationCode
  message: string
  /** Where in the layer the value is wrong, for `invalid-value`. */
  problems?: readonly Problem[]
}

/** Ids of layers that customers add begin with this, so that they never meet a designer's. */
export const OWN_LAYER_PREFIX = 'own-'

export const OPERATIONS_MOST = 300

/** Which lock guards a property that may be set; everything that is not listed may not be. */
const GUARDS: Readonly<Record<string, Lock>> = {
  text: 'content',
  source: 'content',
  asset: 'content',
  crop: 'content',
  visible: 'content',
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

/** Says which operations cannot be applied, each judged on the document that the ones before it have made. */
export function checkOperations(document: TemplateDocument, operations: unknown): OperationProblem[] {
  if (!Array.isArray(operations)) return [{ index: 0, code: 'malformed', message: 'Operations must be a list' }]
  if (operations.length > OPERATIONS_MOST)
    return [{ index: OPERATIONS_MOST, code: 'too-many', message: `At most ${OPERATIONS_MOST} operations are kept` }]
  const problems: OperationProblem[] = []
  let current = document
  operations.forEach((operation: unknown, index) => {
    const result = apply(current, operation)
    if ('code' in result) problems.push({ index, ...result })
    else current = result
  })
  return problems
}

/**
 * Applies operations in order. The document given is not changed.
 * @throws AssertionFailure for an operation that `checkOperations` would report
 */
export function applyOperations(document: TemplateDocument, operations: readonly Operation[]): TemplateDocument {
  return operations.reduce<TemplateDocument>((current, operation, index) => {
    const result = apply(current, operation)
    assert(!('code' in result), `operation ${index} cannot be applied: ${'message' in result ? result.message : ''}`)
    return result
  }, document)
}

type Failure = Omit<OperationProblem, 'index'>

function fail(code: OperationCode, message: string, problems?: readonly Problem[]): Failure {
  return problems ? { code, message, problems } : { code, message }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function apply(document: TemplateDocument, operation: unknown): TemplateDocument | Failure {
  if (!isRecord(operation)) return fail('malformed', 'An operation must be an object')
  switch (operation.op) {
    case 'set':
      return applySet(document, operation)
    case 'add-text':
      return applyAdd(document, operation.layer, 'text')
    case 'add-sticker':
      return applyAdd(document, operation.layer, 'image')
    case 'add-media':
      return applyAdd(document, operation.layer, 'media')
    case 'trim':
      return change(
        document,
        operation.layer,
        'time',
        (layer) => ({ ...layer, in: operation.in, out: operation.out }) as Layer,
      )
    case 'reorder':
      return applyReorder(document, operation)
    case 'remove':
      return applyRemove(document, operation.layer)
    default:
      return fail('malformed', `There is no operation "${nameOf(operation.op)}"`)
  }
}

function isLocked(layer: Layer, lock: Lock): boolean {
  return layer.locks?.some((held) => held === 'all' || held === lock) ?? false
}

function applySet(
  document: TemplateDocument,
  { layer, property, value }: Record<string, unknown>,
): TemplateDocument | Failure {
  const guard = typeof property === 'string' && Object.hasOwn(GUARDS, property) ? GUARDS[property] : undefined
  if (typeof property !== 'string' || !guard)
    return fail('property-not-allowed', `The property "${nameOf(property)}" cannot be set`)
  return change(document, layer, guard, (target) => withProperty(target, property, value))
}

function withProperty(layer: Layer, property: string, value: unknown): Layer {
  const [first = '', second] = property.split('.')
  const old = layer as unknown as Record<string, unknown>
  const inner = second === undefined ? value : { ...(isRecord(old[first]) ? old[first] : {}), [second]: value }
  const changed: Record<string, unknown> = { ...old, [first]: inner }
  if (value === null) {
    if (second === undefined) delete changed[first]
    else delete (changed[first] as Record<string, unknown>)[second]
  }
  return changed as unknown as Layer
}

/** Changes one layer, wherever it stands, if it exists, is not locked, and is valid afterwards. */
function change(
  document: TemplateDocument,
  id: unknown,
  lock: Lock,
  edit: (layer: Layer) => Layer,
): TemplateDocument | Failure {
  const layer = typeof id === 'string' ? findLayer(document.layers, id) : undefined
  if (!layer) return fail('no-such-layer', `There is no layer "${nameOf(id)}"`)
  if (isLocked(layer, lock)) return fail('locked', `The designer has locked "${layer.name ?? layer.id}"`)
  const changed = edit(layer)
  const problems = validateLayer(changed, document)
  if (problems.length > 0) return fail('invalid-value', problems[0]?.message ?? 'The value is not allowed', problems)
  return { ...document, layers: replaceLayer(document.layers, changed) }
}

function findLayer(layers: readonly Layer[], id: string): Layer | undefined {
  for (const layer of layers) {
    if (layer.id === id) return layer
    const inside = layer.type === 'group' ? findLayer(layer.layers, id) : undefined
    if (inside) return inside
  }
  return undefined
}

function replaceLayer(layers: readonly Layer[], changed: Layer): Layer[] {
  return layers.map((layer) => {
    if (layer.id === changed.id) return changed
    return layer.type === 'group' ? { ...layer, layers: replaceLayer(layer.layers, changed) } : layer
  })
}

function applyAdd(document: TemplateDocument, layer: unknown, type: Layer['type']): TemplateDocument | Failure {
  if (!isRecord(layer) || layer.type !== type) return fail('malformed', `A layer of type "${type}" is needed`)
  if (typeof layer.id !== 'string' || !layer.id.startsWith(OWN_LAYER_PREFIX))
    return fail('id-not-allowed', `An added layer's id begins with "${OWN_LAYER_PREFIX}"`)
  if (findLayer(document.layers, layer.id)) return fail('id-not-allowed', `There already is a layer "${layer.id}"`)
  if ('locks' in layer || 'alwaysOnTop' in layer)
    return fail('property-not-allowed', 'An added layer cannot be locked or kept on top')
  const problems = validateLayer(layer, document)
  if (problems.length > 0) return fail('invalid-value', problems[0]?.message ?? 'The layer is not valid', problems)
  const top = document.layers.findIndex((other) => !other.alwaysOnTop)
  return {
    ...document,
    layers: document.layers.toSpliced(top < 0 ? document.layers.length : top, 0, layer as unknown as Layer),
  }
}

function applyReorder(
  document: TemplateDocument,
  { layer: id, above }: Record<string, unknown>,
): TemplateDocument | Failure {
  const layer = document.layers.find((other) => other.id === id)
  if (!layer) return fail('no-such-layer', `There is no layer "${nameOf(id)}" at the top level`)
  if (isLocked(layer, 'move') || layer.alwaysOnTop)
    return fail('locked', `The designer has locked "${layer.name ?? layer.id}"`)
  const others = document.layers.filter((other) => other !== layer)
  const at = above === null ? others.length : others.findIndex((other) => other.id === above)
  if (at < 0) return fail('no-such-layer', `There is no layer "${nameOf(above)}" at the top level`)
  const lowest = others.findLastIndex((other) => other.alwaysOnTop)
  return { ...document, layers: others.toSpliced(Math.max(at, lowest + 1), 0, layer) }
}

function applyRemove(document: TemplateDocument, id: unknown): TemplateDocument | Failure {
  if (typeof id !== 'string' || !id.startsWith(OWN_LAYER_PREFIX))
    return fail('locked', 'Only layers that were added can be removed')
  if (!document.layers.some((layer) => layer.id === id)) return fail('no-such-layer', `There is no layer "${id}"`)
  return { ...document, layers: document.layers.filter((layer) => layer.id !== id) }
}
