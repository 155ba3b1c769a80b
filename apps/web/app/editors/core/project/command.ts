// The command model of all editors: a change fills in a field or applies allowed operations, and returns new content or the
// reason why it is refused. Pure; the store keeps the history.
import type { TemplateDocument } from '@vitrine/composition/document'
import type { FieldValue } from '@vitrine/composition/field'
import type { Layer } from '@vitrine/composition/layer'
import {
  applyOperations,
  checkOperations,
  invertOperation,
  keepApplicable,
  MAX_OPERATIONS,
  MAX_PROJECT_BYTES,
  type Operation,
  type OperationProblem,
  tryOperations,
} from '@vitrine/composition/operation'
import { listAspects } from '@vitrine/composition/variant'
import { operated, rememberOperated, shapedFor } from './operated.ts'
import { isSameValue, type ProjectContent, withValue } from './project-store.ts'
import { shortestOperations } from './shortest-operations.ts'

export type Command =
  /** Undefined returns the field to its default. */
  | { type: 'fill'; fieldId: string; value: FieldValue | undefined }
  | { type: 'operate'; operations: readonly Operation[] }

export type CommandResult = { content: ProjectContent } | { problem: OperationProblem }

/** What a command makes of content, or the first operation that the document does not allow. Nothing given is changed. */
export function applyCommand(document: TemplateDocument, content: ProjectContent, command: Command): CommandResult {
  if (command.type === 'fill') {
    return { content: { ...content, values: withValue(content.values, command.fieldId, command.value) } }
  }
  // The server accepted the operations that are there when they were stored.
  const before = content.ops as readonly Operation[]
  const shaped = shapedFor(document, content)
  const current = operated(shaped, before)
  const result = tryOperations(current, command.operations)
  if ('problem' in result) {
    return { problem: { ...result.problem, index: before.length + result.problem.index } }
  }
  const ops = withOperations(document, content, command.operations, result.document)
  rememberOperated(shaped, ops, result.document)
  const next = { ...content, ops }
  return ops.length > before.length && isTooLarge(next) ? { problem: tooLarge } : { content: next }
}

const tooLarge: OperationProblem = {
  index: MAX_OPERATIONS,
  code: 'too-many',
  message: 'This project has reached its size limit',
}

function isTooLarge({ values, ops, timeline }: ProjectContent): boolean {
  if (ops.length > MAX_OPERATIONS) return true
  const sizeBytes = new TextEncoder().encode(JSON.stringify([values, ops, timeline])).length
  // The server counts what is around them, too.
  return sizeBytes > MAX_PROJECT_BYTES - 1000
}

/** Operations that are added to a list as one act; more are not looked at one by one. */
const fewAtOnce = 20
/** A list is written again each time that it has grown by so many. */
const longList = 100

/** The list of content with more operations, which make `goal` of the document. */
function withOperations(
  document: TemplateDocument,
  content: ProjectContent,
  added: readonly Operation[],
  goal: TemplateDocument,
): readonly Operation[] {
  const before = content.ops as readonly Operation[]
  const shaped = shapedFor(document, content)
  const isFew = added.length <= fewAtOnce
  const whole = [...before, ...added]
  const isGrown = Math.floor(whole.length / longList) > Math.floor(before.length / longList)
  const short = isFew && !isGrown ? undefined : shortened(document, content, whole, goal)
  if (short) return short
  const current = operated(shaped, before)
  return added.reduce<readonly Operation[]>((list, operation) => fold(shaped, list, operation, current, isFew), before)
}

/**
 * A shorter list that makes the very same of the template, in every shape of it that can be picked. Undefined when there is
 * none, and beside a timeline: what is done to a video whose place clips have taken shows again without them.
 */
function shortened(
  document: TemplateDocument,
  content: ProjectContent,
  ops: readonly Operation[],
  goal: TemplateDocument,
): readonly Operation[] | undefined {
  if (content.timeline) return undefined
  const short = shortestOperations(shapedFor(document, content), goal)
  if (!short || short.length >= ops.length) return undefined
  const isSameIn = (aspect: string | null) => {
    if (aspect === content.aspect) return true
    const shaped = shapedFor(document, { aspect })
    return isSameResult(shaped, keepApplicable(shaped, ops), short)
  }
  return listAspects(document).every((aspect) => isSameIn(aspect.aspect ?? null)) ? short : undefined
}

/** The template in the shape of content with its operations applied. Values are not filled in. */
export function operate(
  document: TemplateDocument,
  content: Pick<ProjectContent, 'ops' | 'aspect' | 'timeline'>,
): TemplateDocument {
  return operated(shapedFor(document, content), content.ops)
}

/** Content without operations that its clips have left nothing to be done to. */
export function withApplicable(document: TemplateDocument, content: ProjectContent): ProjectContent {
  if (content.ops.length === 0) return content
  const before = content.ops as readonly Operation[]
  const ops = keepApplicable(shapedFor(document, content), before)
  return ops.length === before.length ? content : { ...content, ops }
}

/**
 * Adds an operation to a list. Setting a property again replaces the setting before, so that an hour at a slider is one
 * operation; setting what is there already is none; an added layer is added as it has been set since, so that hundreds of
 * them can be moved; and of a layer that is removed nothing stays. What takes applying the whole list is only done when
 * `isThorough`.
 */
function fold(
  shaped: TemplateDocument,
  list: readonly Operation[],
  added: Operation,
  current: TemplateDocument,
  isThorough: boolean,
): readonly Operation[] {
  if (added.op === 'remove') return (isThorough && withoutLayer(shaped, list, added.layer)) || [...list, added]
  const rest = withoutEarlier(shaped, list, added, isThorough)
  if (added.op !== 'set') return [...rest, added]
  const set = withLayerSet(rest, added, current)
  if (set || !isThorough) return set ?? [...rest, added]
  const undone = invertOperation(operated(shaped, rest), added)
  return undone.op === 'set' && isSameValue(undone.value, added.value) ? rest : [...rest, added]
}

type SetOperation = Extract<Operation, { op: 'set' }>

/** Operations that are the same whatever the layers before them look like. */
const looksAtNoLayer: ReadonlySet<Operation['op']> = new Set([
  'set',
  'hide',
  'trim',
  'reorder',
  'remove',
  'insert',
  'add-text',
  'add-media',
  'add-shape',
  'add-sticker',
])

/**
 * The list with a setting made where its layer is added. Undefined for the designer's layers, and where something in
 * between may rest on how the layer was. `current` has the fonts that it may be set in.
 */
function withLayerSet(
  list: readonly Operation[],
  added: SetOperation,
  current: TemplateDocument,
): readonly Operation[] | undefined {
  const at = list.findLastIndex((entry) => addedLayerOf(entry)?.id === added.layer)
  const adding = list[at]
  const layer = adding && addedLayerOf(adding)
  if (!layer || !list.slice(at + 1).every(({ op }) => looksAtNoLayer.has(op))) return undefined
  const { variants: _, ...rest } = current
  const alone = { ...rest, layers: [layer] }
  if (checkOperations(alone, [added]).length > 0) return undefined
  const [next] = applyOperations(alone, [added]).layers
  return next && list.with(at, { ...adding, layer: next } as Operation)
}

function addedLayerOf(one: Operation): Layer | undefined {
  return 'layer' in one && typeof one.layer === 'object' ? one.layer : undefined
}

/** What a later operation of the same name does again; undefined for those that each do something of their own. */
function subjectOf(one: Operation): string | undefined {
  if (one.op === 'set') return `set ${one.property} ${one.layer}`
  return one.op === 'trim' || one.op === 'hide' || one.op === 'lock' ? `${one.op} ${one.layer}` : undefined
}

/** The list without an earlier operation that the added one repeats, if nothing in between depends on it. */
function withoutEarlier(
  shaped: TemplateDocument,
  list: readonly Operation[],
  added: Operation,
  isThorough: boolean,
): readonly Operation[] {
  const subject = subjectOf(added)
  const at = subject === undefined ? -1 : list.findLastIndex((entry) => subjectOf(entry) === subject)
  if (at < 0) return list
  const rest = list.toSpliced(at, 1)
  // Settings do not depend on each other; operations that copy, group or lock layers may depend on any of them.
  if (added.op === 'set' && list.slice(at + 1).every(({ op }) => looksAtNoLayer.has(op))) return rest
  return isThorough && isSameResult(shaped, [...list, added], [...rest, added]) ? rest : list
}

/** The list without all operations on a layer which was added and is now removed; undefined when others depend on it. */
function withoutLayer(
  shaped: TemplateDocument,
  list: readonly Operation[],
  layerId: string,
): readonly Operation[] | undefined {
  const rest = list.filter((entry) => {
    if ('layer' in entry) return (typeof entry.layer === 'string' ? entry.layer : entry.layer.id) !== layerId
    return true
  })
  if (rest.length === list.length) return undefined
  return isSameResult(shaped, [...list, { op: 'remove', layer: layerId }], rest) ? rest : undefined
}

/** Whether a shorter list can be applied and makes the very same of the document. */
function isSameResult(shaped: TemplateDocument, long: readonly Operation[], short: readonly Operation[]): boolean {
  if (keepApplicable(shaped, short).length < short.length) return false
  return isSameValue(operated(shaped, long), operated(shaped, short))
}
