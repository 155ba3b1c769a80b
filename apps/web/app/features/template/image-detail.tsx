// The page of one image template.

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { LinkButton } from '../../ui/button.tsx'
import type { Route } from './+types/image-detail'
import { BuyTemplate } from './buy-template.tsx'
import { detailMeta, loadDetail, recallDetail } from './detail-data.ts'
import { DetailError, DetailPage } from './detail-page.tsx'
import { compatibilityPanel, dimensionPanel, dimensionText, licensePanel, sectionPanel } from './detail-text.tsx'
import { editableText } from './editable-text.ts'

export const loader = (args: Route.LoaderArgs) => loadDetail('image', args)

export const clientLoader = ({ params }: Route.ClientLoaderArgs) => recallDetail('image', params.templateId)

export const meta = (args: Route.MetaArgs) => detailMeta('image', args)

export default function ImageDetail({ loaderData: detail }: Route.ComponentProps) {
  const { template } = detail
  const size = dimensionText(template.videoDimensions)
  return (
    <DetailPage
      detail={detail}
      answers={[
        [t`You can change`, editableText(template.editable)],
        [t`You get`, t`An image of ${size} pixels`],
      ]}
      priceNote={t`Pay once. Making images with it is free.`}
      ownedNote={t`You own this. Making images with it is free.`}
      action={
        <LinkButton to={`/template/${template.templateId}/direct-upload-image`} className="min-h-12">
          <Trans>Edit Template</Trans>
        </LinkButton>
      }
      otherActions={<BuyTemplate template={template} />}
      panels={[
        dimensionPanel(template),
        compatibilityPanel(template),
        sectionPanel(template),
        licensePanel(t`Commercial rights`, template),
      ]}
    />
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <DetailError kind="image" error={error} />
}
