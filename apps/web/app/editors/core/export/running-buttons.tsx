// The buttons beside a running export: cancel it, or keep editing.
import { Trans } from '@lingui/react/macro'
import { Button } from '../../../ui/button.tsx'

interface RunningButtonsProps {
  isCancelling?: boolean
  onCancel: () => void
  onClose: () => void
}

export function RunningButtons({ isCancelling = false, onCancel, onClose }: RunningButtonsProps) {
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <Button variant="danger" isBusy={isCancelling} onClick={onCancel}>
        <Trans>Cancel export</Trans>
      </Button>
      <Button variant="secondary" onClick={onClose}>
        <Trans>Keep editing</Trans>
      </Button>
    </div>
  )
}
