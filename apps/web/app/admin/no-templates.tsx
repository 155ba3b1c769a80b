// The empty state of a table of templates: no match, or no templates yet.
import { LinkButton } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { adminPath } from './sections.ts'

export function NoTemplates({ isShopEmpty }: { isShopEmpty: boolean }) {
  if (!isShopEmpty)
    return <EmptyState title="No templates found">Nothing matches the search and the filters.</EmptyState>
  return (
    <EmptyState
      title="No templates yet"
      action={<LinkButton to={`${adminPath}/publishing/new-template`}>New template</LinkButton>}
    >
      Import an animation, a video or an image. It becomes a draft; nothing is on sale until you publish it.
    </EmptyState>
  )
}
