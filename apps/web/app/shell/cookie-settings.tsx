// The cookie settings by purpose.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { useTags } from '../api/root-data.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { allConsent, type Consent, chooseConsent, noConsent, showConsentSettings } from './consent.ts'

const purposes = () =>
  [
    ['essential', t`Essential`, t`Keep you signed in, protect your account and remember this choice. Always on.`],
    ['analytics', t`Analytics`, t`Count visits and see where people get stuck, so that we can improve the store.`],
    ['marketing', t`Marketing`, t`Tell us which of our advertisements brought you here.`],
    ['personalization', t`Personalization`, t`Remember what you looked at, so that advertisements fit you better.`],
  ] as const

export default function CookieSettings({ consent }: { consent: Consent | undefined }) {
  const tags = useTags()
  const [chosen, setChosen] = useState(consent ?? noConsent)
  return (
    <Dialog isOpen onClose={() => showConsentSettings(false)} title={t`Cookie settings`}>
      <ul className="divide-y divide-line border-y border-line">
        {purposes().map(([name, label, text]) => (
          <li key={name}>
            <label className="flex items-start gap-3 py-4">
              <input
                type="checkbox"
                checked={chosen[name]}
                disabled={name === 'essential'}
                onChange={(event) => setChosen({ ...chosen, [name]: event.target.checked })}
                className="mt-0.5 size-5 shrink-0 accent-marigold"
              />
              <span className="flex flex-col gap-1">
                <span className="font-medium">{label}</span>
                <span className="text-caption text-muted">{text}</span>
              </span>
            </label>
          </li>
        ))}
      </ul>
      <div className="flex flex-col gap-2">
        <Button onClick={() => void chooseConsent(chosen, tags)}>
          <Trans>Save my choice</Trans>
        </Button>
        <div className="flex flex-wrap gap-2 *:grow *:basis-36">
          <Button variant="secondary" onClick={() => void chooseConsent(allConsent, tags)}>
            <Trans>Accept All</Trans>
          </Button>
          <Button variant="secondary" onClick={() => void chooseConsent(noConsent, tags)}>
            <Trans>Reject All</Trans>
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
