// The page of one video template.

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ContinueLink } from '../../editor/project/project-link.tsx'
import { LinkButton } from '../../ui/button.tsx'
import type { Route } from './+types/template-detail'
import { detailMeta, loadDetail, recallDetail } from './detail-data.ts'
import { DetailError, DetailPage } from './detail-page.tsx'
import { compatibilityPanel, editableText, layoutPanels, lengthPanel, licensePanel, videoText } from './detail-text.tsx'

export const loader = (args: Route.LoaderArgs) => loadDetail('video', args)

export const clientLoader = ({ params }: Route.ClientLoaderArgs) => recallDetail('video', params.templateId)

export const meta = (args: Route.MetaArgs) => detailMeta('video', args)

export default function TemplateDetail({ loaderData: detail }: Route.ComponentProps) {
  const { template } = detail
  const video = videoText(template)
  return (
    <DetailPage
      detail={detail}
      answers={[
        [t`You can change`, editableText(template.editable)],
        [t`You get`, t`MP4 video, ${video}`],
      ]}
      priceNote={t`Pay once. Making videos with it is free.`}
      ownedNote={t`You own this. Making videos with it is free.`}
      action={
        <LinkButton to={`/template/${template.templateId}/server-render`} className="min-h-12">
          <Trans>Add Photo or Video</Trans>
        </LinkButton>
      }
      otherActions={
        <>
          {template.editable.video + template.editable.photoOrVideo > 0 && (
            <LinkButton to={`/template/${template.templateId}/direct-upload`} variant="secondary" className="min-h-12">
              <Trans>Edit with your own clips</Trans>
            </LinkButton>
          )}
          <ContinueLink templateId={template.templateId} />
        </>
      }
      panels={[
        ...layoutPanels(template),
        lengthPanel(t`Video Length (seconds)`, template),
        compatibilityPanel(template),
        licensePanel(t`Commercial and License Rights`, template),
      ]}
    />
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <DetailError kind="video" error={error} />
}
