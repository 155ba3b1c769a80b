// The empty state of a table of templates: no match, or no templates yet.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { adminPath } from '../../api/return-path.ts'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

export function NoTemplates({ isStoreEmpty }: { isStoreEmpty: boolean }) {
  if (!isStoreEmpty)
    return (
      <EmptyState title={t`No templates found`}>
        <Trans>Nothing matches the search and the filters.</Trans>
      </EmptyState>
    )
  return (
    <EmptyState
      title={t`No templates yet`}
      action={<LinkButton to={`${adminPath}/publishing/new-template`}>{t`New template`}</LinkButton>}
    >
      <Trans>
        Import an animation, a video or an image. It becomes a draft; nothing is on sale until you publish it.
      </Trans>
    </EmptyState>
  )
}
