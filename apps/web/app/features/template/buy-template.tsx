// The button that buys a template without opening the editor. Its dialog loads with the first click.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Template } from '@vitrine/contract/catalogue'
import { Suspense, useCallback, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useObservable } from '../../api/observable.ts'
import { loginPath } from '../../api/return-path.ts'
import { useRegion } from '../../api/root-data.ts'
import { useIsOwned, useSession } from '../../api/session.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { lazyScreen } from '../../ui/lazy-screen.ts'
import { creditsText, templateCredits } from '../../ui/money.ts'
import { offlineState } from '../../ui/offline-state.ts'

const BuyFlow = lazyScreen('buy-flow', () => import('./buy-flow.tsx'))

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
