// The button in the bar of every editor, which carries the price or the progress, and the dialog that it opens.
import { t } from '@lingui/core/macro'
import type { ReactElement, ReactNode } from 'react'
import { type CreditShortage, InsufficientCreditsDialog } from '../../../money/insufficient-credits.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'

interface ExportFrameProps {
  label: string
  /** An export is under way: the button says so to screen readers. */
  isRunning: boolean
  mark?: ReactElement | false
  title: string
  isOpen: boolean
  onOpen: () => void
  onClose: () => void
  checkout: { shortage: CreditShortage | undefined; forgetShortage: () => void }
  children: ReactNode
}

export function ExportFrame(props: ExportFrameProps) {
  const { label, isRunning, mark, title, isOpen, onOpen, onClose, checkout, children } = props
  const [action, terms] = label.split(' · ')
  return (
    <>
      <Button
        onClick={onOpen}
        aria-label={isRunning ? t`Export is running: ${label}` : undefined}
        className="px-4 tabular-nums"
      >
        {mark}
        {terms === undefined ? (
          <span>{label}</span>
        ) : (
          // On a phone the price stands below, or long words would push the button out of the bar.
          <span className="max-md:flex max-md:flex-col max-md:leading-tight">
            <span>{action}</span>
            <span className="max-md:sr-only"> · </span>
            <span className="max-md:text-caption max-md:leading-tight">{terms}</span>
          </span>
        )}
      </Button>
      <Dialog isOpen={isOpen && checkout.shortage === undefined} onClose={onClose} title={title}>
        {children}
      </Dialog>
      <InsufficientCreditsDialog
        shortage={checkout.shortage}
        onClose={checkout.forgetShortage}
        note={t`Nothing was charged, and your changes are saved.`}
      />
    </>
  )
}
