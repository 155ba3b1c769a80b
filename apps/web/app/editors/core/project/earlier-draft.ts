// Drafts that an editor of version 0.2 has left on this device hold operations instead of a difference. They are converted
// when they are opened, for one release.
import type { TemplateDocument } from '@vitrine/composition/document'
import { convertApplicable } from '@vitrine/composition/earlier-operations'
import type { Draft } from './autosave.ts'
import { shapedFor } from './edited-document.ts'
import type { ProjectContent } from './project-store.ts'

/** Content as an earlier editor kept it; the first ones knew no shapes. */
type EarlierContent = Omit<ProjectContent, 'difference' | 'aspect'> & {
  readonly difference?: ProjectContent['difference']
  readonly aspect?: string | null
  readonly ops?: readonly unknown[]
}

/** The draft as editors have it now. Nothing of it is lost that can be done to the document. */
export function convertDraft(document: TemplateDocument, draft: Draft): Draft {
  const { ops = [], aspect = null, difference, ...others }: EarlierContent = draft.content
  const shaped = { ...others, aspect }
  const converted = difference ?? (ops.length > 0 ? convertApplicable(shapedFor(document, shaped), ops) : {})
  return { ...draft, content: { ...shaped, difference: converted } }
}
