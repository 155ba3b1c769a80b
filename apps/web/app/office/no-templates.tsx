// Owns what stands in the place of a table of templates when there is none to show: none that matches, or none at all yet.
import { LinkButton } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { officePath } from './sections.ts'

export function NoTemplates({ isShopEmpty }: { isShopEmpty: boolean }) {
  if (!isShopEmpty)
    return <EmptyState title="No templates found">Nothing matches the search and the filters.</EmptyState>
  return (
    <EmptyState
      title="No templates yet"
      action={<LinkButton to={`${officePath}/publishing/new-template`}>New template</LinkButton>}
    >
      Bring in an animation, a film or a picture. It becomes a draft, and nothing is in the shop before you publish it.
    </EmptyState>
  )
}
