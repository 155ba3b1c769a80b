// The button on content pages that opens the cookie settings.
import { Trans } from '@lingui/react/macro'
import { showConsentSettings } from '../shell/consent.ts'
import { Button } from '../ui/button.tsx'

export function CookieSettingsButton() {
  return (
    <Button variant="secondary" onClick={() => showConsentSettings(true)}>
      <Trans>Cookie settings</Trans>
    </Button>
  )
}
