// The submit button of the sign-in pages. It stays disabled until the page’s script has loaded, because a form that the
// browser submits by itself comes back empty.
import { Trans } from '@lingui/react/macro'
import { type ReactNode, useSyncExternalStore } from 'react'
import { Button } from '../../ui/button.tsx'

const never = () => () => undefined

/** Whether the page's script has loaded. Earlier presses of these pages' buttons would be lost. */
export const useHasScript = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )

export function SubmitButton({ isBusy, children }: { isBusy: boolean; children: ReactNode }) {
  const hasScript = useHasScript()
  return (
    <>
      <Button type="submit" isBusy={isBusy} disabled={!hasScript}>
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
