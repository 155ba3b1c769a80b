// Customers' edits of a template beyond filling in its fields: an allow-list of edits, checked against the designer's locks.
// Editors apply them; a project stores the resulting difference (`difference.ts`).
import { assert } from '@vitrine/document/assert'
import { isRecord, type Problem, Report, toName } from '@vitrine/document/check'
import { readSurroundings } from '@vitrine/document/check-document'
import type { Timeline } from '@vitrine/document/clip'
import { type FontFace, fontFace, type TemplateDocument } from '@vitrine/document/document'
import type { GroupLayer, ImageLayer, Layer, MediaLayer, ShapeLayer, TextLayer } from '@vitrine/document/layer'
import type { Lock } from '@vitrine/document/layer-base'
import { isScreen, setOnScreen } from '@vitrine/document/main-place'
import { applyTimeline } from '@vitrine/document/timeline'
import { addLayer, duplicate, group, insert, remove, reorder, ungroup } from './edit-list.ts'
import {
  type EditProblemCode,
  everyLayer,
  type Failure,
  fail,
  isTimelineId,
  lockedLayer,
  noSuchLayer,
} from './layer-list.ts'
import { applyVariant } from './variant.ts'
import { isLocked, WorkingDocument } from './working-document.ts'

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

// Edits that change one layer in place.

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

function setProperty(document: WorkingDocument, { layer, property, value }: Fields): Result {
  const guard = typeof property === 'string' && Object.hasOwn(GUARDS, property) ? GUARDS[property] : undefined
  if (typeof property !== 'string' || !guard)
    return fail('property-not-allowed', `The property "${toName(property)}" cannot be set`)
  if (value === undefined) return fail('malformed', 'A value is needed; null removes the property')
  return change(document, layer, guard, (target) => {
    const screen = isScreen(target) ? setOnScreen(target, property, value) : undefined
    return screen ?? withProperty(target, property, value)
  })
}

function trim(document: WorkingDocument, edit: Fields): Result {
  const { in: first, out: end } = edit
  return change(document, edit.layer, 'time', (layer) => ({ ...layer, in: first, out: end }) as Layer)
}

function hide(document: WorkingDocument, { layer, hidden }: Fields): Result {
  if (typeof hidden !== 'boolean') return fail('malformed', 'Hidden is true or false')
  return change(document, layer, 'content', (target) => ({ ...target, visible: !hidden }))
}

/** Locks a layer of the customer's own against accidental changes, or unlocks it. */
function lock(document: WorkingDocument, { layer: id, locked }: Fields): Result {
  if (typeof locked !== 'boolean') return fail('malformed', 'Locked is true or false')
  if (!document.isFree(id) || isTimelineId(id))
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

/** The position of a layer: directly above a neighbour, or lowest for `null`. */
// Edits of the store's owner, who may change what a designer has locked. The store rejects them for everybody else.

/** The locks of a layer before unlocking. */
interface Held {
  locks?: readonly Lock[]
  alwaysOnTop?: boolean
}

/** Removes every lock, and the `alwaysOnTop` of layers. */
function unlock(document: WorkingDocument): Failure | undefined {
  if (document.isUnlocked) return fail('malformed', 'Everything is unlocked already')
  document.addWork(document.layerCount)
  for (const node of document.every()) document.replace(node, free(node.layer))
  document.setUnlocked()
  return undefined
}

function free(layer: Layer): Layer {
  if (isTimelineId(layer.id) || (layer.locks === undefined && layer.alwaysOnTop === undefined)) return layer
  const { locks: _locks, alwaysOnTop: _top, ...rest } = layer
  return rest as Layer
}

/** Layers without the designer's locks, including those in groups, as after `unlock`. */
export function freeLayers(layers: readonly Layer[]): readonly Layer[] {
  const freed = layers.map((layer) => {
    const one = free(layer)
    if (one.type !== 'group') return one
    const inside = freeLayers(one.layers)
    return inside === one.layers ? one : { ...one, layers: inside }
  })
  return freed.every((layer, n) => layer === layers[n]) ? layers : freed
}

/** What `unlock` removes, by layer id. */
export function collectLocks(document: TemplateDocument): Record<string, Held> {
  const entries = everyLayer(document.layers)
    .filter((layer) => !isTimelineId(layer.id) && (layer.locks !== undefined || layer.alwaysOnTop !== undefined))
    .map(({ id, locks, alwaysOnTop }) => [
      id,
      { ...(locks && { locks }), ...(alwaysOnTop !== undefined && { alwaysOnTop }) },
    ])
  return Object.fromEntries(entries)
}

// Edits of the font faces that texts can use. The code that stores the edits decides which faces may be added; here they only
// have to be valid.

/** Maximum number of faces that a customer may add to one project. */
export const MAX_ADDED_FONTS = 20

/** Whether two faces have the same family, weight and style. */
export function isSameFace(one: FontFace, other: FontFace): boolean {
  return (
    one.family === other.family &&
    (one.weight ?? 400) === (other.weight ?? 400) &&
    (one.style ?? 'normal') === (other.style ?? 'normal')
  )
}

function addFont(document: WorkingDocument, { face }: Fields): Failure | undefined {
  const fonts = withAddedFont(document.fonts, face)
  if ('code' in fonts) return fonts
  document.setFonts(fonts)
  return undefined
}

/** Fonts with an added face, or why it cannot be added. */
export function withAddedFont(fonts: readonly FontFace[], face: unknown): readonly FontFace[] | Failure {
  const report = new Report(readSurroundings({}))
  if (!isRecord(face) || !fontFace(face, report) || 'added' in face)
    return fail('malformed', report.problems[0]?.message ?? 'A font face is needed', report.problems)
  const added = face
  if (!added.src.startsWith('sha256:')) return fail('invalid-value', 'Only fonts of the store can be added')
  if (fonts.some((font) => isSameFace(font, added))) return fail('id-not-allowed', `"${added.family}" is there already`)
  if (fonts.filter((font) => font.added).length >= MAX_ADDED_FONTS)
    return fail('too-many', `At most ${MAX_ADDED_FONTS} fonts can be added`)
  return [...fonts, { ...added, added: true }]
}
