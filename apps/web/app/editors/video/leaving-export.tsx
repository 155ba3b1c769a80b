// Owns what happens when somebody leaves the page while a film is being made in it: a film that is half made cannot be gone
// on with elsewhere, so they are asked.
import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

export function LeavingExport({ isMaking, isPaid }: { isMaking: boolean; isPaid: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isMaking && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (!isMaking) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isMaking])
  const isAsking = blocker.state === 'blocked'
  // It was finished while the question stood: there is nothing to lose any more.
  useEffect(() => {
    if (isAsking && !isMaking) blocker.reset()
  }, [isAsking, isMaking, blocker])
  return (
    <Dialog isOpen={isAsking} onClose={() => blocker.reset?.()} title="Your film is still being made">
      <p>
        It is made in this page, and leaving stops it. Your clips and changes are kept
        {isPaid ? ', and making it again costs nothing.' : '.'}
      </p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="danger" onClick={() => blocker.proceed?.()}>
          Leave and stop it
        </Button>
        <Button data-autofocus onClick={() => blocker.reset?.()}>
          Stay
        </Button>
      </div>
    </Dialog>
  )
}
