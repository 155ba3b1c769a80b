// Warns before leaving a page that is exporting a video: a half-rendered video cannot be continued.
import { LeaveGuard } from '../../../../ui/leave-guard.tsx'

export function LeavingExport({ isMaking, isPaid }: { isMaking: boolean; isPaid: boolean }) {
  return (
    <LeaveGuard isHolding={isMaking} title="Your video is still exporting" leaveLabel="Leave and cancel">
      Leaving this page cancels the export. Your clips and changes are saved
      {isPaid ? ', and exporting again is free.' : '.'}
    </LeaveGuard>
  )
}
