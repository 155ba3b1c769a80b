// Owns the button that sends a form of the sign-in pages. It waits for the page's script: a form that the browser sends by
// itself comes back empty, and on a slow line people have typed long before the script is there.
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
        <p className="text-muted">Signing in needs JavaScript. Please allow it for this page.</p>
      </noscript>
    </>
  )
}
