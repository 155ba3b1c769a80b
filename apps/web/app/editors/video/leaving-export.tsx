// Owns what somebody is told who leaves the page while a film is being made in it: a film that is half made cannot be gone on
// with elsewhere.
import { LeaveGuard } from '../../ui/leave-guard.tsx'

export function LeavingExport({ isMaking, isPaid }: { isMaking: boolean; isPaid: boolean }) {
  return (
    <LeaveGuard isHolding={isMaking} title="Your film is still being made" leaveLabel="Leave and stop it">
      It is made in this page, and leaving stops it. Your clips and changes are kept
      {isPaid ? ', and making it again costs nothing.' : '.'}
    </LeaveGuard>
  )
}
