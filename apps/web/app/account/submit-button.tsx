// The submit button of the sign-in pages. It stays disabled until the page’s script has loaded, because a form that the
// browser submits by itself comes back empty.
import { Trans } from '@lingui/react/macro'
import { type ReactNode, useSyncExternalStore } from 'react'
import { Button } from '../ui/button.tsx'

const never = () => () => undefined

export function SubmitButton({ isBusy, children }: { isBusy: boolean; children: ReactNode }) {
  const isScriptThere = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  return (
    <>
      <Button type="submit" isBusy={isBusy} disabled={!isScriptThere}>
        {children}
      </Button>
      <noscript>
        <p className="text-muted">
          <Trans>Signing in needs JavaScript. Please allow it for this page.</Trans>
        </p>
      </noscript>
    </>
  )
}
