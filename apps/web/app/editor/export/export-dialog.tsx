// The export button in the bar of every editor, with the price or the progress, and its dialog: the offer of the mode,
// the running export, and the result.
import { t } from '@lingui/core/macro'
import type { ReactElement } from 'react'
import { InsufficientCreditsDialog } from '../../features/credits/insufficient-credits.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { LeaveGuard } from '../../ui/leave-guard.tsx'
import { ExportProgress } from './export-progress.tsx'
import { ExportResult } from './export-result.tsx'
import { chooseTitle, offerLabel, percentLabel } from './export-text.ts'
import type { Export } from './use-export.ts'

/** The props that the bar passes to the export of a mode. */
export interface ExportProps {
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
}

interface ExportDialogProps extends ExportProps {
  exporting: Export
  /** An `ExportOffer` for the mode. */
  offer: ReactElement
}

export function ExportDialog({ exporting, offer, isOpen, onOpen }: ExportDialogProps) {
  const { state, medium, isOwned, shortage, forgetShortage, dismiss } = exporting
  const close = () => {
    onOpen(false)
    // Images render in a moment, so the next export starts with the offer.
    if (medium === 'image' && (state.phase === 'rendered' || state.phase === 'finished')) dismiss()
  }
  return (
    <>
      <ExportButton exporting={exporting} onPress={() => onOpen(true)} />
      <Dialog isOpen={isOpen && shortage === undefined} onClose={close} title={chooseTitle(exporting)}>
        {state.phase === 'running' || state.phase === 'rendering' ? (
          <ExportProgress exporting={exporting} state={state} onClose={close} />
        ) : state.phase === 'rendered' || state.phase === 'finished' ? (
          <ExportResult exporting={exporting} state={state} />
        ) : (
          offer
        )}
      </Dialog>
      <InsufficientCreditsDialog
        shortage={shortage}
        onClose={forgetShortage}
        note={t`Nothing was charged, and your changes are saved.`}
      />
      {medium === 'video' && (
        <LeaveGuard
          isHolding={state.phase === 'preparing' || state.phase === 'rendering'}
          title={t`Your video is still exporting`}
          leaveLabel={t`Leave and cancel`}
        >
          {isOwned
            ? t`Leaving this page cancels the export. Your clips and changes are saved, and exporting again is free.`
            : t`Leaving this page cancels the export. Your clips and changes are saved.`}
        </LeaveGuard>
      )}
    </>
  )
}

function ExportButton({ exporting, onPress }: { exporting: Export; onPress: () => void }) {
  const percent = percentLabel(exporting)
  const label = percent ?? offerLabel(exporting)
  const [action, terms] = label.split(' · ')
  return (
    <Button
      onClick={onPress}
      aria-label={percent === undefined ? undefined : t`Export is running: ${label}`}
      className="px-4 tabular-nums"
    >
      {percent !== undefined && (
        <span aria-hidden="true" className="size-2 animate-breathe rounded-full bg-on-marigold" />
      )}
      {terms === undefined ? (
        <span>{action}</span>
      ) : (
        // On phones the price is on a second line: in languages with long words, one line would push the button out of
        // the bar.
        <span className="max-md:flex max-md:flex-col max-md:leading-tight">
          <span>{action}</span>
          <span className="max-md:sr-only"> · </span>
          <span className="max-md:text-caption max-md:leading-tight">{terms}</span>
        </span>
      )}
    </Button>
  )
}
