// The confirmation before credits are spent: price and new balance.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useSession } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { creditsText } from '../../ui/money.ts'
import { Price } from '../../ui/price.tsx'
import { RefundNote } from './refund-note.tsx'

type ConfirmPriceProps = {
  title: string
  credits: number
  /** The price has changed since it was shown. */
  hasChanged: boolean
  isBusy: boolean
  /** The button is busy until a returned promise settles. */
  onConfirm: () => unknown
  onCancel: () => void
  /** What the customer gets for the price. */
  children?: ReactNode
}

export function ConfirmPrice({ title, credits, hasChanged, isBusy, onConfirm, onCancel, children }: ConfirmPriceProps) {
  const session = useSession()
  const price = creditsText(credits)
  const balance = session.status === 'signed-in' ? session.profile.credits : undefined
  return (
    <Dialog isOpen onClose={onCancel} title={title}>
      {hasChanged && (
        <p role="alert" className="rounded-card bg-warn-wash p-3 text-warn">
          <Trans>The price of this template has changed to {price}. Nothing was charged.</Trans>
        </p>
      )}
      {children}
      <dl className="divide-y divide-line border-y border-line tabular-nums">
        <div className="flex items-baseline justify-between gap-4 py-3">
          <dt className="text-muted">
            <Trans>Price</Trans>
          </dt>
          <dd className="*:justify-end">
            <Price credits={credits} />
          </dd>
        </div>
        {balance !== undefined && (
          <div className="flex items-baseline justify-between gap-4 py-3">
            <dt className="text-muted">
              <Trans>Your balance afterwards</Trans>
            </dt>
            <dd className="text-end">
              {balance >= credits ? creditsText(balance - credits) : missingText(credits - balance)}
            </dd>
          </div>
        )}
      </dl>
      {credits > 0 && <RefundNote of="template" />}
      <div className="flex flex-wrap-reverse justify-end gap-3">
        <Button variant="quiet" onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
        <Button isBusy={isBusy} onClick={onConfirm} data-autofocus className="tabular-nums">
          {credits === 0 ? t`Get it free` : t`Pay ${price}`}
        </Button>
      </div>
    </Dialog>
  )
}

function missingText(credits: number): string {
  const missing = creditsText(credits)
  return t`${missing} missing`
}
