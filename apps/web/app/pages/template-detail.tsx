// The page of one video template.
import { ContinueLink } from '../editors/core/project/continue-link.tsx'
import { detailMeta, loadDetail, recallDetail } from '../store/detail-data.ts'
import { DetailError, DetailPage } from '../store/detail-page.tsx'
import { compatibilityPanel, layoutPanels, lengthPanel, licensePanel, videoText } from '../store/detail-text.tsx'
import { editableText } from '../store/editable-text.ts'
import { LinkButton } from '../ui/button.tsx'
import type { Route } from './+types/template-detail'

export const loader = (args: Route.LoaderArgs) => loadDetail('video', args)

export const clientLoader = ({ params }: Route.ClientLoaderArgs) => recallDetail('video', params.templateId)

export const meta = (args: Route.MetaArgs) => detailMeta('video', args)

export default function TemplateDetail({ loaderData: detail }: Route.ComponentProps) {
  const { template } = detail
  return (
    <DetailPage
      detail={detail}
      answers={[
        ['You can change', editableText(template.editable)],
        ['You get', `MP4 video, ${videoText(template)}`],
      ]}
      priceNote="Pay once. Making videos with it is free."
      ownedNote="You own this. Making videos with it is free."
      action={
        <LinkButton to={`/template/${template.templateId}/server-render`} className="h-12">
          Add Photo or Video
        </LinkButton>
      }
      otherActions={
        <>
          {template.editable.video + template.editable.photoOrVideo > 0 && (
            <LinkButton to={`/template/${template.templateId}/direct-upload`} variant="secondary" className="h-12">
              Edit with your own clips
            </LinkButton>
          )}
          <ContinueLink templateId={template.templateId} />
        </>
      }
      panels={[
        ...layoutPanels(template),
        lengthPanel('Video Length (seconds)', template),
        compatibilityPanel(template),
        licensePanel('Commercial and License Rights', template),
      ]}
    />
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <DetailError kind="video" error={error} />
}
