// Owns the one command model of all editors: every change is a field that is filled in or operations of the document's
// allow-list, and gives new content or the reason why it cannot be done. Pure; the history is the store's.
import type { FieldValue, TemplateDocument } from '@vitrine/composition/document'
import {
  applyOperations,
  checkOperations,
  invertOperation,
  keepApplicable,
  type Operation,
  type OperationProblem,
} from '@vitrine/composition/operation'
import { applyTimeline } from '@vitrine/composition/timeline'
import { applyVariant } from '@vitrine/composition/variant'
import { isSameValue, type ProjectContent, withValue } from './project-store.ts'

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
  const aspect = content.aspect ?? undefined
  // The server accepted the operations that are there when they were stored.
  const before = content.ops as readonly Operation[]
  const [problem] = checkOperations(document, [...before, ...command.operations], aspect, content.timeline)
  if (problem) return { problem }
  const shaped = applyTimeline(applyVariant(document, aspect), content.timeline)
  const ops = command.operations.reduce<readonly Operation[]>((list, one) => fold(shaped, list, one), before)
  return { content: { ...content, ops } }
}

/** The template in the shape of content with its operations applied. Values are not filled in. */
export function operate(
  document: TemplateDocument,
  { ops, aspect, timeline }: Pick<ProjectContent, 'ops' | 'aspect' | 'timeline'>,
) {
  // The server accepted the operations when they were stored.
  return applyOperations(
    applyTimeline(applyVariant(document, aspect ?? undefined), timeline),
    ops as readonly Operation[],
  )
}

/** Content without operations that its clips have left nothing to be done to. */
export function withApplicable(document: TemplateDocument, content: ProjectContent): ProjectContent {
  if (content.ops.length === 0) return content
  const shaped = applyTimeline(applyVariant(document, content.aspect ?? undefined), content.timeline)
  // The server accepted the operations when they were stored.
  const before = content.ops as readonly Operation[]
  const ops = keepApplicable(shaped, before)
  return ops.length === before.length ? content : { ...content, ops }
}

type SetOperation = Extract<Operation, { op: 'set' }>

/**
 * Adds an operation to a list. Setting a property again replaces the setting before, so that an hour at a slider is one
 * operation; setting what is there already is none.
 */
function fold(document: TemplateDocument, list: readonly Operation[], added: Operation): readonly Operation[] {
  if (added.op !== 'set') return [...list, added]
  const rest = withoutEarlier(list, added)
  const undone = invertOperation(applyOperations(document, rest), added) as SetOperation
  return isSameValue(undone.value, added.value) ? rest : [...rest, added]
}

/**
 * The list without an earlier setting of the same property. One that a later operation may have copied or moved into
 * another layer, such as a duplicate, stays.
 */
function withoutEarlier(list: readonly Operation[], { layer, property }: SetOperation): readonly Operation[] {
  const at = list.findLastIndex((one) => one.op === 'set' && one.layer === layer && one.property === property)
  if (at < 0 || list.slice(at + 1).some(({ op }) => op !== 'set' && op !== 'hide' && op !== 'trim')) return list
  return list.toSpliced(at, 1)
}
