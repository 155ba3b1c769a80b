// The command model of all editors: a change fills in a field or applies allowed edits, and returns new content or
// the reason for a rejection. Commands are pure; the store has the history.
import { t } from '@lingui/core/macro'
import type { TemplateDocument } from '@vitrine/document/document'
import type { FieldValue } from '@vitrine/document/field'
import { addMainVideoEdits, computeDifference, pruneDifference } from '@vitrine/project/difference'
import { type EditProblem, type LayerEdit, MAX_PROJECT_BYTES, tryEdits } from '@vitrine/project/edit'
import { cacheEditedDocument, editedFor, shapedFor } from './edited-document.ts'
import { type ProjectContent, withValue } from './project-store.ts'

export type Command =
  /** Undefined resets the field to its default. */
  { type: 'fill'; fieldId: string; value: FieldValue | undefined } | { type: 'editLayers'; edits: readonly LayerEdit[] }

type CommandResult = { content: ProjectContent } | { problem: EditProblem }

/** The content after a command, or the first edit that the document does not allow. The input is not changed. */
export function applyCommand(document: TemplateDocument, content: ProjectContent, command: Command): CommandResult {
  if (command.type === 'fill') {
    return { content: { ...content, values: withValue(content.values, command.fieldId, command.value) } }
  }
  const { edits } = command
  const result = tryEdits(editedFor(document, content), edits)
  if ('problem' in result) return result
  const shaped = shapedFor(document, content)
  const difference = computeDifference(shaped, result.document, addMainVideoEdits(shaped, content.difference, edits))
  cacheEditedDocument(shaped, difference, result.document)
  const next = { ...content, difference }
  const bytes = countBytes(next)
  return bytes > MAX_BYTES && bytes > countBytes(content) ? { problem: tooLarge() } : { content: next }
}

const tooLarge = (): EditProblem => ({
  index: 0,
  code: 'too-many',
  message: t`This project has reached its size limit`,
})

/** The server also counts the JSON around the parts. */
const MAX_BYTES = MAX_PROJECT_BYTES - 1000

function countBytes({ values, difference, timeline }: ProjectContent): number {
  return new TextEncoder().encode(JSON.stringify([values, difference, timeline])).length
}

/** Content without diff entries for layers that its clips have displaced. */
export function withApplicable(document: TemplateDocument, content: ProjectContent): ProjectContent {
  const difference = pruneDifference(shapedFor(document, content), content.difference)
  return difference === content.difference ? content : { ...content, difference }
}
