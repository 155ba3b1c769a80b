// Owns the page of one ready-made film.
import { detailMeta, loadDetail, recallDetail } from '../store/detail-data.ts'
import { DetailError, DetailPage } from '../store/detail-page.tsx'
import {
  compatibilityPanel,
  dimensionPanel,
  dimensionText,
  firstSentence,
  lengthPanel,
  licensePanel,
  sectionPanel,
} from '../store/detail-words.tsx'
import { PayToDownload } from '../store/pay-to-download.tsx'
import { PreviewPlayer } from '../store/preview-player.tsx'
import type { Route } from './+types/direct-sell-detail'

export const loader = (args: Route.LoaderArgs) => loadDetail('direct-sell', args)

export const clientLoader = ({ params }: Route.ClientLoaderArgs) => recallDetail('direct-sell', params.templateId)

export const meta = ({ loaderData, error }: Route.MetaArgs) => detailMeta('direct-sell', loaderData, error)

export default function DirectSellDetail({ loaderData: detail }: Route.ComponentProps) {
  const { template, link } = detail
  return (
    <DetailPage
      detail={detail}
      preview={<PreviewPlayer key={template.templateId} template={template} link={link} />}
      answers={[
        [
          'You get',
          `The finished film as MP4, ${dimensionText(template.videoDimensions)}, ${Math.round(template.durationSeconds)} seconds, without a watermark`,
        ],
        ['You may', firstSentence(template.license.summary)],
      ]}
      priceNote="Once. Every later download is free."
      ownedNote="Yours already: downloading it costs nothing."
      action={<PayToDownload template={template} />}
      panels={[
        dimensionPanel(template),
        lengthPanel('Video Length', template),
        sectionPanel(template),
        compatibilityPanel(template),
        licensePanel('Commercial rights', template),
      ]}
      onAnonymousLike="sign-in"
    />
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <DetailError kind="direct-sell" error={error} />
}
