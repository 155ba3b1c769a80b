// Owns what somebody is told who leaves the page while a film is being made in it: a film that is half made cannot be gone on
// with elsewhere.
import { LeaveGuard } from '../../ui/leave-guard.tsx'

export function LeavingExport({ isMaking, isPaid }: { isMaking: boolean; isPaid: boolean }) {
  return (
    <LeaveGuard isHolding={isMaking} title="Your video is still exporting" leaveLabel="Leave and cancel">
      Leaving this page cancels the export. Your clips and changes are saved
      {isPaid ? ', and exporting again is free.' : '.'}
    </LeaveGuard>
  )
}
