// The page of one ready-made template.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Template } from '@vitrine/contract/catalogue'
import { Suspense, useCallback, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { lazyScreen } from '../../api/load-part.ts'
import { loginPath } from '../../api/return-path.ts'
import { useRegion } from '../../api/root-data.ts'
import { awaitSession, useIsOwned } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { creditsText, templateCredits } from '../../ui/money.ts'
import { useToast } from '../../ui/toast.tsx'
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

const DownloadFlow = lazyScreen('download-flow', () => import('./download-flow.tsx'))

/** Payment with credits, render in full quality, download. The dialogs load with the first click. */
export function PayToDownload({ template }: { template: Template }) {
  const region = useRegion()
  const showToast = useToast()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const [isBuying, setIsBuying] = useState(false)
  const [wasOwned, setWasOwned] = useState(false)
  const isOwned = useIsOwned(template.templateId)
  const credits = templateCredits(template, region)
  const end = useCallback(() => setIsBuying(false), [])
  const begin = async () => {
    const session = await awaitSession()
    if (session.status === 'signed-in') {
      // A purchase in the flow makes the template owned before the flow ends.
      setWasOwned(session.profile.purchasedTemplates.includes(template.templateId))
      return setIsBuying(true)
    }
    showToast('error', t`Please log in to download this template`)
    if (session.status === 'signed-out') void navigate(loginPath(pathname))
  }
  return (
    <>
      <Button className="min-h-12 tabular-nums" isBusy={isBuying} onClick={begin}>
        {isOwned ? (
          t`Download again`
        ) : credits === 0 ? (
          t`Get it free`
        ) : (
          <span className="flex items-baseline gap-x-2 max-md:flex-col max-md:items-center max-md:leading-tight">
            <Trans>Pay to Download</Trans>
            <span className="price font-normal max-md:text-caption max-md:leading-tight">{creditsText(credits)}</span>
          </span>
        )}
      </Button>
      {isBuying && (
        <Suspense>
          <DownloadFlow template={template} expectedCredits={credits} isOwned={wasOwned} onEnd={end} />
        </Suspense>
      )}
    </>
  )
}
