// Customers' edits of a template beyond filling in its fields: an allow-list of edits, checked against the designer's locks.
// Editors apply them; a project stores the resulting difference (`difference.ts`).
import { assert } from '@vitrine/document/assert'
import { type Problem, toName } from '@vitrine/document/check'
import type { Timeline } from '@vitrine/document/clip'
import type { FontFace, TemplateDocument } from '@vitrine/document/document'
import type { GroupLayer, ImageLayer, Layer, MediaLayer, ShapeLayer, TextLayer } from '@vitrine/document/layer'
import { applyTimeline } from '@vitrine/document/timeline'
import { addFont } from './edit-font.ts'
import { hide, lock, setProperty, trim } from './edit-layer.ts'
import { addLayer, duplicate, group, insert, remove, reorder, ungroup } from './edit-list.ts'
import { unlock } from './edit-unlock.ts'
import { type EditProblemCode, type Failure, fail, isRecord } from './layer-list.ts'
import { applyVariant } from './variant.ts'
import { WorkingDocument } from './working-document.ts'

/** The position of a layer: directly above a neighbour, or lowest for `null`. */
type Above = string | null

export type LayerEdit =
  /** Sets one property of a layer; dots for nested ones (`ks.o`). `null` removes an optional property. */
  | { op: 'set'; layer: string; property: string; value: unknown }
  /** Adds a layer at the top, below the layers that stay on top. */
  | { op: 'add-text'; layer: TextLayer }
  | { op: 'add-sticker'; layer: ImageLayer | ShapeLayer | GroupLayer }
  | { op: 'add-media'; layer: MediaLayer }
  | { op: 'add-shape'; layer: ShapeLayer }
  /** Inserts a layer of any type, in a customer's group or at the top level. */
  | { op: 'insert'; layer: Layer; above: Above; into: string | null }
  /** Shows a layer from frame `in` until before frame `out`. */
  | { op: 'trim'; layer: string; in: number; out: number }
  /** Moves a layer directly above another one of its list, or to the bottom. */
  | { op: 'reorder'; layer: string; above: Above }
  /** Removes a layer that the customer added. A designer's layer is hidden instead. */
  | { op: 'remove'; layer: string }
  | { op: 'hide'; layer: string; hidden: boolean }
  /** Locks a layer of the customer's own against changes, or unlocks it. */
  | { op: 'lock'; layer: string; locked: boolean }
  /** Adds a font face; the store allows those of its font library. */
  | { op: 'add-font'; face: FontFace }
  /** Copies a layer, with everything in it, directly above itself. */
  | { op: 'duplicate'; layer: string; id: string }
  /** Groups layers of one list, top first. `group` contains further properties of the new group. */
  | { op: 'group'; id: string; layers: readonly string[]; group?: Readonly<Record<string, unknown>> }
  /** Dissolves a group that the customer created: its layers replace it. */
  | { op: 'ungroup'; layer: string }
  /** Removes the designer's locks from every layer; the store allows this only to its owner. */
  | { op: 'unlock' }

export interface EditProblem {
  /** Index in the list of edits. */
  index: number
  code: EditProblemCode
  message: string
  /** Which values of the layer are wrong, for `invalid-value`. */
  problems?: readonly Problem[]
}

/** Edits of one gesture. */
const MAX_EDITS = 5000

/**
 * Limit of the work that checking the edits of one project takes, in checked values and layers: about a second. Every layer of
 * the largest document may be changed a dozen times; only repeated copying exceeds the limit.
 */
const MAX_EDIT_WORK = 500_000
/** Minimum cost of an edit. */
const WORK_OF_ANY = 10

/** Maximum JSON size of a stored project: values, difference and timeline together. */
export const MAX_PROJECT_BYTES = 1_000_000

/**
 * Lists the edits that cannot be applied, each judged on the document after the previous ones.
 * @param variant the aspect that the customer picked
 * @param timeline the customer's clips, which `checkTimeline` accepted: edits apply to the template with this timeline
 */
export function checkEdits(
  document: TemplateDocument,
  edits: unknown,
  variant?: string,
  timeline?: Timeline | null,
): EditProblem[] {
  const malformed = checkList(edits)
  if (malformed) return [malformed]
  const problems: EditProblem[] = []
  const working = new WorkingDocument(applyTimeline(applyVariant(document, variant), timeline))
  for (const [index, edit] of (edits as readonly unknown[]).entries()) {
    const failure = applyTo(working, edit)
    if (failure) problems.push({ index, ...failure })
    if (working.work > MAX_EDIT_WORK) return [...problems, { index, ...tooMuchWork() }]
  }
  return problems
}

function checkList(edits: unknown): EditProblem | undefined {
  if (!Array.isArray(edits)) return { index: 0, code: 'malformed', message: 'Edits must be a list' }
  if (edits.length <= MAX_EDITS) return undefined
  return { index: MAX_EDITS, code: 'too-many', message: `At most ${MAX_EDITS} edits are kept` }
}

function tooMuchWork(): Failure {
  return fail('too-much-work', 'These changes together are too much work; make fewer copies of large layers')
}

/**
 * Applies edits in order. The input document is not changed.
 * @throws AssertionFailure for an edit that `checkOperations` would report
 */
export function applyEdits(document: TemplateDocument, edits: readonly LayerEdit[]): TemplateDocument {
  const working = new WorkingDocument(document)
  for (const [index, edit] of edits.entries()) {
    const failure = applyTo(working, edit)
    assert(!failure, `edit ${index} cannot be applied: ${failure?.message}`)
  }
  return working.read()
}

/** Applies edits, or returns the first one that cannot be applied; without a limit on their number. */
export function tryEdits(
  document: TemplateDocument,
  edits: readonly unknown[],
): { document: TemplateDocument } | { problem: EditProblem } {
  const working = new WorkingDocument(document)
  for (const [index, edit] of edits.entries()) {
    const failure = applyTo(working, edit)
    if (failure) return { problem: { index, ...failure } }
  }
  return { document: working.read() }
}

/** Applies one edit, or says why it cannot be applied; then the document stays unchanged. */
function applyTo(document: WorkingDocument, edit: unknown): Failure | undefined {
  document.addWork(WORK_OF_ANY)
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
