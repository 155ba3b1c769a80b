// The page of one image template.

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Template } from '@vitrine/contract/catalogue'
import { Suspense, useCallback, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { lazyScreen } from '../../api/load-part.ts'
import { useObservable } from '../../api/observable.ts'
import { loginPath } from '../../api/return-path.ts'
import { useRegion } from '../../api/root-data.ts'
import { useIsOwned, useSession } from '../../api/session.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { creditsText, templateCredits } from '../../ui/money.ts'
import { offlineState } from '../../ui/offline-state.ts'
import type { Route } from './+types/image-detail'
import { detailMeta, loadDetail, recallDetail } from './detail-data.ts'
import { DetailError, DetailPage } from './detail-page.tsx'
import {
  compatibilityPanel,
  dimensionPanel,
  dimensionText,
  editableText,
  licensePanel,
  sectionPanel,
} from './detail-text.tsx'

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

const BuyFlow = lazyScreen('buy-flow', () => import('./buy-flow.tsx'))

/** Buys a template without opening the editor. The dialog loads with the first click. */
export function BuyTemplate({ template }: { template: Template }) {
  const session = useSession()
  const region = useRegion()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const [isBuying, setIsBuying] = useState(false)
  const end = useCallback(() => setIsBuying(false), [])
  const isOffline = useObservable(offlineState)
  if (useIsOwned(template.templateId)) {
    return (
      <LinkButton to="/Purchased" variant="secondary" className="h-12">
        <Trans>My Downloads</Trans>
      </LinkButton>
    )
  }
  const credits = templateCredits(template, region)
  const price = creditsText(credits)
  const begin = () => {
    if (session.status === 'signed-out') void navigate(loginPath(pathname))
    else setIsBuying(true)
  }
  return (
    <>
      <Button variant="secondary" className="h-12 tabular-nums" onClick={begin}>
        {credits === 0 ? t`Get it free` : isOffline ? t`Buy` : t`Buy for ${price}`}
      </Button>
      {isBuying && (
        <Suspense>
          <BuyFlow template={template} onEnd={end} />
        </Suspense>
      )}
    </>
  )
}
