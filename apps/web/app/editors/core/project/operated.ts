// Applies lists of operations to a template's document. Recent results are cached, because a drag asks at every move for
// nearly the same list and only new operations have to be applied.
import type { TemplateDocument } from '@vitrine/composition/document'
import { applyOperations, type Operation } from '@vitrine/composition/operation'
import { applyTimeline } from '@vitrine/composition/timeline'
import { applyVariant } from '@vitrine/composition/variant'
import type { ProjectContent } from './project-store.ts'

interface Known<Key, Result> {
  key: Key
  result: Result
}

const kept = 6
const shapes: Known<[TemplateDocument, string | null, unknown], TemplateDocument>[] = []
const lists: Known<[TemplateDocument, readonly unknown[]], TemplateDocument>[] = []

/** The template in the shape of content with its clips, before its operations: the same object for the same content. */
export function shapedFor(
  document: TemplateDocument,
  { aspect, timeline }: Pick<ProjectContent, 'aspect' | 'timeline'>,
): TemplateDocument {
  const known = shapes.find(({ key }) => key[0] === document && key[1] === aspect && key[2] === timeline)
  if (known) return known.result
  const result = applyTimeline(applyVariant(document, aspect ?? undefined), timeline)
  return remember(shapes, { key: [document, aspect, timeline], result })
}

/** What operations that can be applied make of a document. */
export function operated(shaped: TemplateDocument, ops: readonly unknown[]): TemplateDocument {
  const nearest = lists
    .filter(({ key }) => key[0] === shaped && isBeginning(key[1], ops))
    .toSorted((a, b) => b.key[1].length - a.key[1].length)[0]
  if (nearest?.key[1].length === ops.length) return nearest.result
  // The server accepted the operations when they were stored.
  const more = ops.slice(nearest?.key[1].length ?? 0) as readonly Operation[]
  return remember(lists, { key: [shaped, ops], result: applyOperations(nearest?.result ?? shaped, more) })
}

/** Says what a list of operations makes of a document where that is known already. */
export function rememberOperated(shaped: TemplateDocument, ops: readonly unknown[], result: TemplateDocument): void {
  if (!lists.some(({ key }) => key[0] === shaped && key[1] === ops)) remember(lists, { key: [shaped, ops], result })
}

/** Whether a list begins with the very same operations as another one has. */
function isBeginning(short: readonly unknown[], long: readonly unknown[]): boolean {
  return short.length <= long.length && short.every((item, n) => item === long[n])
}

function remember<Key, Result>(list: Known<Key, Result>[], one: Known<Key, Result>): Result {
  list.unshift(one)
  list.length = Math.min(list.length, kept)
  return one.result
}
