// The confirmation before credits are spent: price and balance afterwards.
import type { ReactNode } from 'react'
import { useSession } from '../store/session.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { creditsText } from '../ui/money.ts'
import { Price } from '../ui/price.tsx'
import { RefundNote } from './refund-note.tsx'

type ConfirmPriceProps = {
  title: string
  credits: number
  /** The price was another one when it was shown before. */
  hasChanged: boolean
  isBusy: boolean
  /** The button is busy while a promise it returns is open. */
  onConfirm: () => unknown
  onCancel: () => void
  /** What one gets for it. */
  children?: ReactNode
}

export function ConfirmPrice({ title, credits, hasChanged, isBusy, onConfirm, onCancel, children }: ConfirmPriceProps) {
  const session = useSession()
  const balance = session.status === 'signed-in' ? session.profile.credits : undefined
  return (
    <Dialog isOpen onClose={onCancel} title={title}>
      {hasChanged && (
        <p role="alert" className="rounded-card bg-warn-wash p-3 text-warn">
          The price of this template has changed to {creditsText(credits)}. Nothing was charged.
        </p>
      )}
      {children}
      <dl className="divide-y divide-line border-y border-line tabular-nums">
        <div className="flex items-baseline justify-between gap-4 py-3">
          <dt className="text-muted">Price</dt>
          <dd>
            <Price credits={credits} />
          </dd>
        </div>
        {balance !== undefined && (
          <div className="flex items-baseline justify-between gap-4 py-3">
            <dt className="text-muted">Your balance afterwards</dt>
            <dd>{balance >= credits ? creditsText(balance - credits) : `${creditsText(credits - balance)} missing`}</dd>
          </div>
        )}
      </dl>
      {credits > 0 && <RefundNote of="template" />}
      <div className="flex flex-wrap-reverse justify-end gap-3">
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
        <Button isBusy={isBusy} onClick={onConfirm} data-autofocus className="tabular-nums">
          {credits === 0 ? 'Get it free' : `Pay ${creditsText(credits)}`}
        </Button>
      </div>
    </Dialog>
  )
}
