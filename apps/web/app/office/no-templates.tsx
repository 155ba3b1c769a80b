// Owns what stands in the place of a table of templates when none matches.
import { EmptyState } from '../ui/empty-state.tsx'

export function NoTemplates() {
  return <EmptyState title="No templates found">Nothing matches the search and the filters.</EmptyState>
}
