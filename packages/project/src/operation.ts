// What a customer may do to a template beyond filling in its fields: an allow-list of operations, checked against the
// designer's locks. Editors apply them; what a project stores is the difference that they come to (`difference.ts`).
import { assert } from '@vitrine/document/assert'
import { type Problem, toName } from '@vitrine/document/check'
import type { Timeline } from '@vitrine/document/clip'
import type { FontFace, TemplateDocument } from '@vitrine/document/document'
import type { GroupLayer, ImageLayer, Layer, MediaLayer, ShapeLayer, TextLayer } from '@vitrine/document/layer'
import { applyTimeline } from '@vitrine/document/timeline'
import { type Failure, fail, isRecord, type OperationCode } from './layer-list.ts'
import { addFont } from './operation-font.ts'
import { hide, lock, setProperty, trim } from './operation-layer.ts'
import { addLayer, duplicate, group, insert, remove, reorder, ungroup } from './operation-list.ts'
import { unlock } from './operation-unlock.ts'
import { applyVariant } from './variant.ts'
import { WorkingDocument } from './working-document.ts'

/** The place of a layer: directly above a neighbour, or lowest for `null`. */
type Above = string | null

export type Operation =
  /** Sets one property of a layer; nested ones by dots (`ks.o`). `null` removes an optional property. */
  | { op: 'set'; layer: string; property: string; value: unknown }
  /** Adds a layer at the top, below what the designer keeps on top. */
  | { op: 'add-text'; layer: TextLayer }
  | { op: 'add-sticker'; layer: ImageLayer | ShapeLayer | GroupLayer }
  | { op: 'add-media'; layer: MediaLayer }
  | { op: 'add-shape'; layer: ShapeLayer }
  /** Puts a layer of any type at a place, in a group that the customer made or at the top level. */
  | { op: 'insert'; layer: Layer; above: Above; into: string | null }
  /** Shows a layer from frame `in` until before frame `out`. */
  | { op: 'trim'; layer: string; in: number; out: number }
  /** Puts a layer directly above another one of its list, or lowest. */
  | { op: 'reorder'; layer: string; above: Above }
  /** Removes a layer that the customer added. A designer's layer is hidden instead. */
  | { op: 'remove'; layer: string }
  | { op: 'hide'; layer: string; hidden: boolean }
  /** Keeps a layer of the customer's own from being changed, or frees it again. */
  | { op: 'lock'; layer: string; locked: boolean }
  /** Brings a face that texts can be set in; the shop allows those of its font library. */
  | { op: 'add-font'; face: FontFace }
  /** Copies a layer, with everything in it, directly above itself. */
  | { op: 'duplicate'; layer: string; id: string }
  /** Makes a group of layers of one list, top first. `group` holds what else the new group has. */
  | { op: 'group'; id: string; layers: readonly string[]; group?: Readonly<Record<string, unknown>> }
  /** Dissolves a group that the customer made: its layers take its place. */
  | { op: 'ungroup'; layer: string }
  /** Frees every layer from the designer's locks; the shop allows it to its owner alone. */
  | { op: 'unlock' }

export interface OperationProblem {
  /** Place in the list of operations. */
  index: number
  code: OperationCode
  message: string
  /** Where in the layer the value is wrong, for `invalid-value`. */
  problems?: readonly Problem[]
}

/** Operations of one edit. */
const MAX_OPERATIONS = 5000

/**
 * What checking the operations of one project may cost, in values and layers that are looked at: about a second. Every layer
 * of the largest document may be changed in a dozen ways; only copying much, often, gets here.
 */
const MAX_OPERATION_WORK = 500_000
/** What even the simplest operation costs. */
const WORK_OF_ANY = 10

/** Bytes of JSON that a project keeps: values, difference and timeline together. */
export const MAX_PROJECT_BYTES = 1_000_000

/**
 * Says which operations cannot be applied, each judged on the document that the ones before it have made.
 * @param variant the aspect that the customer picked
 * @param timeline the customer's clips, which `checkTimeline` found right: operations change what it has made of the template
 */
export function checkOperations(
  document: TemplateDocument,
  operations: unknown,
  variant?: string,
  timeline?: Timeline | null,
): OperationProblem[] {
  const malformed = checkList(operations)
  if (malformed) return [malformed]
  const problems: OperationProblem[] = []
  const working = new WorkingDocument(applyTimeline(applyVariant(document, variant), timeline))
  for (const [index, operation] of (operations as readonly unknown[]).entries()) {
    const failure = applyTo(working, operation)
    if (failure) problems.push({ index, ...failure })
    if (working.work > MAX_OPERATION_WORK) return [...problems, { index, ...tooMuchWork() }]
  }
  return problems
}

function checkList(operations: unknown): OperationProblem | undefined {
  if (!Array.isArray(operations)) return { index: 0, code: 'malformed', message: 'Operations must be a list' }
  if (operations.length <= MAX_OPERATIONS) return undefined
  return { index: MAX_OPERATIONS, code: 'too-many', message: `At most ${MAX_OPERATIONS} operations are kept` }
}

function tooMuchWork(): Failure {
  return fail('too-much-work', 'These changes together are too much work; make fewer copies of large layers')
}

/**
 * Applies operations in order. The document given is not changed.
 * @throws AssertionFailure for an operation that `checkOperations` would report
 */
export function applyOperations(document: TemplateDocument, operations: readonly Operation[]): TemplateDocument {
  const working = new WorkingDocument(document)
  for (const [index, operation] of operations.entries()) {
    const failure = applyTo(working, operation)
    assert(!failure, `operation ${index} cannot be applied: ${failure?.message}`)
  }
  return working.read()
}

/** What operations make of a document, or the first one that cannot be applied; however many there are. */
export function tryOperations(
  document: TemplateDocument,
  operations: readonly unknown[],
): { document: TemplateDocument } | { problem: OperationProblem } {
  const working = new WorkingDocument(document)
  for (const [index, operation] of operations.entries()) {
    const failure = applyTo(working, operation)
    if (failure) return { problem: { index, ...failure } }
  }
  return { document: working.read() }
}

/** Applies one operation, or says why it cannot be applied; then the document stays as it is. */
function applyTo(document: WorkingDocument, operation: unknown): Failure | undefined {
  document.addWork(WORK_OF_ANY)
  if (!isRecord(operation)) return fail('malformed', 'An operation must be an object')
  switch (operation.op) {
    case 'set':
      return setProperty(document, operation)
    case 'trim':
      return trim(document, operation)
    case 'hide':
      return hide(document, operation)
    case 'lock':
      return lock(document, operation)
    case 'unlock':
      return unlock(document)
    case 'add-font':
      return addFont(document, operation)
    case 'add-text':
      return addLayer(document, operation.layer, ['text'])
    case 'add-sticker':
      return addLayer(document, operation.layer, ['image', 'shape', 'group'])
    case 'add-media':
      return addLayer(document, operation.layer, ['media'])
    case 'add-shape':
      return addLayer(document, operation.layer, ['shape'])
    case 'insert':
      return insert(document, operation)
    case 'duplicate':
      return duplicate(document, operation)
    case 'reorder':
      return reorder(document, operation)
    case 'remove':
      return remove(document, operation.layer)
    case 'group':
      return group(document, operation)
    case 'ungroup':
      return ungroup(document, operation)
    default:
      return fail('malformed', `There is no operation "${toName(operation.op)}"`)
  }
}
