// The button on content pages that opens the cookie settings.
import { showConsentSettings } from '../shell/consent.ts'
import { Button } from '../ui/button.tsx'

export function CookieSettingsButton() {
  return (
    <Button variant="secondary" onClick={() => showConsentSettings(true)}>
      Cookie settings
    </Button>
  )
}
