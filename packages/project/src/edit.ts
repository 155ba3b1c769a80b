// What a customer may do to a template beyond filling in its fields: an allow-list of edits, checked against the
// designer's locks. Editors apply them; what a project stores is the difference that they come to (`difference.ts`).
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

/** The place of a layer: directly above a neighbour, or lowest for `null`. */
type Above = string | null

export type LayerEdit =
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
  /** Brings a face that texts can be set in; the store allows those of its font library. */
  | { op: 'add-font'; face: FontFace }
  /** Copies a layer, with everything in it, directly above itself. */
  | { op: 'duplicate'; layer: string; id: string }
  /** Makes a group of layers of one list, top first. `group` holds what else the new group has. */
  | { op: 'group'; id: string; layers: readonly string[]; group?: Readonly<Record<string, unknown>> }
  /** Dissolves a group that the customer made: its layers take its place. */
  | { op: 'ungroup'; layer: string }
  /** Frees every layer from the designer's locks; the store allows it to its owner alone. */
  | { op: 'unlock' }

export interface EditProblem {
  /** Place in the list of edits. */
  index: number
  code: EditProblemCode
  message: string
  /** Where in the layer the value is wrong, for `invalid-value`. */
  problems?: readonly Problem[]
}

/** Edits of one gesture. */
const MAX_EDITS = 5000

/**
 * What checking the edits of one project may cost, in values and layers that are looked at: about a second. Every layer
 * of the largest document may be changed in a dozen ways; only copying much, often, gets here.
 */
const MAX_EDIT_WORK = 500_000
/** What even the simplest edit costs. */
const WORK_OF_ANY = 10

/** Bytes of JSON that a project keeps: values, difference and timeline together. */
export const MAX_PROJECT_BYTES = 1_000_000

/**
 * Says which edits cannot be applied, each judged on the document that the ones before it have made.
 * @param variant the aspect that the customer picked
 * @param timeline the customer's clips, which `checkTimeline` found right: edits change what it has made of the template
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
 * Applies edits in order. The document given is not changed.
 * @throws AssertionFailure for an edit that `checkEdits` would report
 */
export function applyEdits(document: TemplateDocument, edits: readonly LayerEdit[]): TemplateDocument {
  const working = new WorkingDocument(document)
  for (const [index, edit] of edits.entries()) {
    const failure = applyTo(working, edit)
    assert(!failure, `edit ${index} cannot be applied: ${failure?.message}`)
  }
  return working.read()
}

/** What edits make of a document, or the first one that cannot be applied; however many there are. */
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

/** Applies one edit, or says why it cannot be applied; then the document stays as it is. */
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
