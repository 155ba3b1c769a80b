// A button with a confirmation dialog.
import { t } from '@lingui/core/macro'
import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

type ConfirmedProps = {
  label: string
  title: string
  text: string
  isBusy: boolean
  isDisabled?: boolean
  /** `primary` where nothing is lost. */
  variant?: 'danger' | 'primary'
  onConfirm: () => void
}

export function Confirmed({
  label,
  title,
  text,
  isBusy,
  isDisabled = false,
  variant = 'danger',
  onConfirm,
}: ConfirmedProps): ReactNode {
  const [isAsked, setIsAsked] = useState(false)
  return (
    <>
      <Button variant={variant} isBusy={isBusy} disabled={isDisabled} onClick={() => setIsAsked(true)}>
        {label}
      </Button>
      <Dialog isOpen={isAsked} onClose={() => setIsAsked(false)} title={title} description={text}>
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="secondary" data-autofocus onClick={() => setIsAsked(false)}>
            {variant === 'danger' ? t`Keep it` : t`Cancel`}
          </Button>
          <Button
            variant={variant}
            onClick={() => {
              setIsAsked(false)
              onConfirm()
            }}
          >
            {label}
          </Button>
        </div>
      </Dialog>
    </>
  )
}
