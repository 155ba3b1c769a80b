// Asks before a navigation, or before the page is closed, when that would lose unsaved work.
import { Trans } from '@lingui/react/macro'
import { type ReactNode, useEffect } from 'react'
import { type Location, useBlocker } from 'react-router'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

/** The state of a navigation that loses nothing. */
export const losesNothing = { isNothingLost: true } as const

type LeaveGuardProps = {
  /** Whether there is unsaved work. */
  isHolding: boolean
  /** Whether this navigation would lose it; by default any other page does. */
  isLostAt?: (next: Location, current: Location) => boolean
  title: string
  leaveLabel: string
  /** What would be lost and what would not. */
  children: ReactNode
}

export function LeaveGuard({ isHolding, isLostAt = isElsewhere, title, leaveLabel, children }: LeaveGuardProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isHolding && nextLocation.state?.isNothingLost !== true && isLostAt(nextLocation, currentLocation),
  )
  useEffect(() => {
    if (isHolding) return askBeforeClosing(() => true)
  }, [isHolding])
  const isAsking = blocker.state === 'blocked'
  // The work was finished while the question was open.
  useEffect(() => {
    if (isAsking && !isHolding) blocker.reset()
  }, [isAsking, isHolding, blocker])
  return (
    <Dialog isOpen={isAsking} onClose={() => blocker.reset?.()} title={title}>
      <p>{children}</p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="danger" onClick={() => blocker.proceed?.()}>
          {leaveLabel}
        </Button>
        <Button data-autofocus onClick={() => blocker.reset?.()}>
          <Trans>Stay</Trans>
        </Button>
      </div>
    </Dialog>
  )
}

/** Whether it is another page; another tab or filter of the same page is not. */
export function isElsewhere(next: Location, current: Location): boolean {
  return next.pathname !== current.pathname
}

/**
 * Shows the browser's warning on leaving while `isHolding` returns true. Returns a function that ends this. For links
 * within the store see `LeaveGuard`.
 */
export function askBeforeClosing(isHolding: () => boolean): () => void {
  const ask = (event: BeforeUnloadEvent) => {
    if (isHolding()) event.preventDefault()
  }
  window.addEventListener('beforeunload', ask)
  return () => window.removeEventListener('beforeunload', ask)
}
