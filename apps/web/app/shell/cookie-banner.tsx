// The cookie banner: three equal buttons, on every page until a choice is made. The settings dialog is fetched when opened.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Suspense, useEffect } from 'react'
import { Link } from 'react-router'
import { lazyScreen } from '../api/load-part.ts'
import { useTags } from '../api/root-data.ts'
import { Button } from '../ui/button.tsx'
import { usePopupTurn } from '../ui/popup-queue.ts'
import {
  allConsent,
  beginConsent,
  chooseConsent,
  noConsent,
  showConsentSettings,
  useConsent,
  useConsentSettings,
} from './consent.ts'

const CookieSettings = lazyScreen('cookie-settings', () => import('./cookie-settings.tsx'))

export function CookieBanner() {
  const tags = useTags()
  const consent = useConsent()
  const isSettingsOpen = useConsentSettings()
  useEffect(() => beginConsent(tags), [tags])
  const isTurn = usePopupTurn('cookie-banner', consent === undefined)
  return (
    <>
      {isTurn && !isSettingsOpen && (
        <section
          aria-label={t`Cookies`}
          className="floating fixed inset-x-3 z-50 flex max-w-[27rem] animate-[rise_200ms_ease-out] flex-col gap-4 rounded-card border border-line bg-raised p-5 shadow-float md:start-6 md:end-auto"
        >
          <p className="text-caption">
            <Trans>
              We store only essential cookies on your device. If you agree, analytics services also learn which
              templates people look for.{' '}
              <Link to="/cookies" className="text-plum underline underline-offset-4">
                Cookie policy
              </Link>
            </Trans>
          </p>
          <div className="flex flex-wrap gap-2">
            {(
              [
                [t`Accept All`, () => void chooseConsent(allConsent, tags)],
                [t`Reject All`, () => void chooseConsent(noConsent, tags)],
                [t`Settings`, () => showConsentSettings(true)],
              ] as const
            ).map(([label, choose]) => (
              <Button key={label} variant="secondary" size="small" className="flex-1" onClick={choose}>
                {label}
              </Button>
            ))}
          </div>
        </section>
      )}
      {isSettingsOpen && (
        <Suspense>
          <CookieSettings consent={consent === 'unread' ? undefined : consent} />
        </Suspense>
      )}
    </>
  )
}
