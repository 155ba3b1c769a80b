// The command model of all editors: a change fills in a field or applies allowed operations, and returns new content or the
// reason why it is refused. Pure; the store keeps the history.
import { t } from '@lingui/core/macro'
import type { TemplateDocument } from '@vitrine/document/document'
import type { FieldValue } from '@vitrine/document/field'
import { computeDifference, noteOnScreens, pruneDifference } from '@vitrine/project/difference'
import { MAX_PROJECT_BYTES, type Operation, type OperationProblem, tryOperations } from '@vitrine/project/operation'
import { editedFor, rememberEdited, shapedFor } from './edited-document.ts'
import { type ProjectContent, withValue } from './project-store.ts'

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
  const { operations } = command
  const result = tryOperations(editedFor(document, content), operations)
  if ('problem' in result) return result
  const shaped = shapedFor(document, content)
  const difference = computeDifference(shaped, result.document, noteOnScreens(shaped, content.difference, operations))
  rememberEdited(shaped, difference, result.document)
  const next = { ...content, difference }
  const bytes = sizeOf(next)
  return bytes > MAX_BYTES && bytes > sizeOf(content) ? { problem: tooLarge() } : { content: next }
}

const tooLarge = (): OperationProblem => ({
  index: 0,
  code: 'too-many',
  message: t`This project has reached its size limit`,
})

/** The server counts what is around the parts, too. */
const MAX_BYTES = MAX_PROJECT_BYTES - 1000

function sizeOf({ values, difference, timeline }: ProjectContent): number {
  return new TextEncoder().encode(JSON.stringify([values, difference, timeline])).length
}

/** Content whose difference says nothing of layers that its clips have left no place for. */
export function withApplicable(document: TemplateDocument, content: ProjectContent): ProjectContent {
  const difference = pruneDifference(shapedFor(document, content), content.difference)
  return difference === content.difference ? content : { ...content, difference }
}
