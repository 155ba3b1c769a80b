// Warns before leaving a page that is exporting a video: a half-rendered video cannot be continued.
import { t } from '@lingui/core/macro'
import { LeaveGuard } from '../../../../ui/leave-guard.tsx'

export function LeavingExport({ isMaking, isPaid }: { isMaking: boolean; isPaid: boolean }) {
  return (
    <LeaveGuard isHolding={isMaking} title={t`Your video is still exporting`} leaveLabel={t`Leave and cancel`}>
      {isPaid
        ? t`Leaving this page cancels the export. Your clips and changes are saved, and exporting again is free.`
        : t`Leaving this page cancels the export. Your clips and changes are saved.`}
    </LeaveGuard>
  )
}
