// Applies the diff of a project to its template's document. Recent results are cached, because a drag needs them at
// every move, and commands add their own.

import type { TemplateDocument } from '@vitrine/document/document'
import { applyTimeline } from '@vitrine/document/timeline'
import { applyDifference } from '@vitrine/project/apply-difference'
import type { Difference } from '@vitrine/project/difference'
import { applyVariant } from '@vitrine/project/variant'
import type { ProjectContent } from './project-store.ts'

interface Known<Key, Result> {
  key: Key
  result: Result
}

const cacheSize = 6
const shapes: Known<[TemplateDocument, string | null, unknown], TemplateDocument>[] = []
const documents: Known<[TemplateDocument, Difference], TemplateDocument>[] = []

/** The template in the content's aspect ratio with its clips, before its diff: the same object for the same content. */
export function shapedFor(
  document: TemplateDocument,
  { aspect, timeline }: Pick<ProjectContent, 'aspect' | 'timeline'>,
): TemplateDocument {
  const known = shapes.find(({ key }) => key[0] === document && key[1] === aspect && key[2] === timeline)
  if (known) return known.result
  const result = applyTimeline(applyVariant(document, aspect ?? undefined), timeline)
  return remember(shapes, { key: [document, aspect, timeline], result })
}

/** The template in the content's aspect ratio with its clips and its diff. Values are not filled in. */
export function editedFor(
  document: TemplateDocument,
  content: Pick<ProjectContent, 'difference' | 'aspect' | 'timeline'>,
): TemplateDocument {
  const shaped = shapedFor(document, content)
  const { difference } = content
  const known = documents.find(({ key }) => key[0] === shaped && key[1] === difference)
  if (known) return known.result
  // The server accepted the diff when it was stored, or a command created it.
  return remember(documents, { key: [shaped, difference], result: applyDifference(shaped, difference) })
}

/** Caches the known result of a diff. */
export function cacheEditedDocument(shaped: TemplateDocument, difference: Difference, result: TemplateDocument): void {
  remember(documents, { key: [shaped, difference], result })
}

function remember<Key, Result>(list: Known<Key, Result>[], one: Known<Key, Result>): Result {
  list.unshift(one)
  list.length = Math.min(list.length, cacheSize)
  return one.result
}
