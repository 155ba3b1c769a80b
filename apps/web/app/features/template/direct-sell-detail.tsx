// The page of one ready-made template.

import { t } from '@lingui/core/macro'
import type { Route } from './+types/direct-sell-detail'
import { detailMeta, loadDetail, recallDetail } from './detail-data.ts'
import { DetailError, DetailPage } from './detail-page.tsx'
import {
  compatibilityPanel,
  dimensionPanel,
  lengthPanel,
  licensePanel,
  sectionPanel,
  videoText,
} from './detail-text.tsx'
import { PayToDownload } from './pay-to-download.tsx'

export const loader = (args: Route.LoaderArgs) => loadDetail('direct-sell', args)

export const clientLoader = ({ params }: Route.ClientLoaderArgs) => recallDetail('direct-sell', params.templateId)

export const meta = (args: Route.MetaArgs) => detailMeta('direct-sell', args)

export default function DirectSellDetail({ loaderData: detail }: Route.ComponentProps) {
  const { template } = detail
  const video = videoText(template)
  return (
    <DetailPage
      detail={detail}
      answers={[[t`You get`, t`The finished video as MP4, ${video}, without a watermark`]]}
      priceNote={t`Pay once. Downloading it again is free.`}
      ownedNote={t`You own this. Downloading it is free.`}
      action={<PayToDownload template={template} />}
      panels={[
        dimensionPanel(template),
        lengthPanel(t`Video Length`, template),
        sectionPanel(template),
        compatibilityPanel(template),
        licensePanel(t`Commercial rights`, template),
      ]}
    />
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <DetailError kind="direct-sell" error={error} />
}
