// A button with a confirmation dialog.
import { Trans } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

type ConfirmedProps = { label: string; title: string; text: string; isBusy: boolean; onConfirm: () => void }

export function Confirmed({ label, title, text, isBusy, onConfirm }: ConfirmedProps): ReactNode {
  const [isAsked, setIsAsked] = useState(false)
  return (
    <>
      <Button variant="danger" isBusy={isBusy} onClick={() => setIsAsked(true)}>
        {label}
      </Button>
      <Dialog isOpen={isAsked} onClose={() => setIsAsked(false)} title={title} description={text}>
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="secondary" data-autofocus onClick={() => setIsAsked(false)}>
            <Trans>Keep it</Trans>
          </Button>
          <Button
            variant="danger"
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
