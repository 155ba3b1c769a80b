// The page of one image template.
import { BuyTemplate } from '../money/buy-template.tsx'
import { detailMeta, loadDetail, recallDetail } from '../store/detail-data.ts'
import { DetailError, DetailPage } from '../store/detail-page.tsx'
import { compatibilityPanel, dimensionPanel, dimensionText, licensePanel, sectionPanel } from '../store/detail-text.tsx'
import { editableText } from '../store/editable-text.ts'
import { LinkButton } from '../ui/button.tsx'
import type { Route } from './+types/image-detail'

export const loader = (args: Route.LoaderArgs) => loadDetail('image', args)

export const clientLoader = ({ params }: Route.ClientLoaderArgs) => recallDetail('image', params.templateId)

export const meta = (args: Route.MetaArgs) => detailMeta('image', args)

export default function ImageDetail({ loaderData: detail }: Route.ComponentProps) {
  const { template } = detail
  return (
    <DetailPage
      detail={detail}
      answers={[
        ['You can change', editableText(template.editable)],
        ['You get', `An image of ${dimensionText(template.videoDimensions)} pixels`],
      ]}
      priceNote="Pay once. Making images with it is free."
      ownedNote="You own this. Making images with it is free."
      action={
        <LinkButton to={`/template/${template.templateId}/direct-upload-image`} className="h-12">
          Edit Template
        </LinkButton>
      }
      otherActions={<BuyTemplate template={template} />}
      panels={[
        dimensionPanel(template),
        compatibilityPanel(template),
        sectionPanel(template),
        licensePanel('Commercial rights', template),
      ]}
    />
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <DetailError kind="image" error={error} />
}
