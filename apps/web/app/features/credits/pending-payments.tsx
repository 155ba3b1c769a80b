// Payments that a bank has authorised but not confirmed yet, shown above the payment history.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { CreditPurchase } from '@vitrine/contract/payments'
import { useEffect, useRef } from 'react'
import { refreshProfile } from '../../api/session.ts'
import { Badge } from '../../ui/badge.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { dayAndTimeText } from '../../ui/date.ts'
import { creditsText, moneyText } from '../../ui/money.ts'
import { moneyApi } from './money-api.ts'
import { successPath } from './success-details.ts'

const pollMs = 5000

/** Renders nothing without any, or when they cannot be loaded, because the history below reports that error. */
export function PendingPayments() {
  const queries = useQueryClient()
  const { data } = useQuery({
    queryKey: ['credit-purchases', 'pending'],
    queryFn: async ({ signal }) => {
      const { items } = await moneyApi.listCreditPurchases(signal)
      return items.filter(({ status }) => status === 'pending')
    },
    refetchInterval: ({ state }) => (state.data?.length ? pollMs : false),
  })
  const count = data?.length ?? 0
  const countBefore = useRef(0)
  useEffect(() => {
    // A payment left the list: it is in the history now, and its credits are booked.
    if (count < countBefore.current) {
      void queries.invalidateQueries({ queryKey: ['payment-history'] })
      void refreshProfile()
    }
    countBefore.current = count
  }, [count, queries])
  if (!data || count === 0) return null
  return (
    <section aria-label={t`Pending payments`} className="mb-8">
      <ul className="divide-y divide-line rounded-card bg-well px-5">
        {data.map((purchase) => (
          <PendingPayment key={purchase.orderId} purchase={purchase} />
        ))}
      </ul>
    </section>
  )
}

function PendingPayment({ purchase: { orderId, credits, amountPaise, createdAt } }: { purchase: CreditPurchase }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          <span>{creditsText(credits)}</span>{' '}
          <Badge tone="warn">
            <Trans>pending</Trans>
          </Badge>
        </p>
        <p className="text-caption break-words text-muted tabular-nums">
          <time dateTime={createdAt}>{dayAndTimeText(createdAt)}</time>
          <span>{` · ${orderId}`}</span>
        </p>
        <p className="text-caption text-muted">
          <Trans>
            Your bank hasn’t confirmed this payment yet. Your credits will appear automatically when it does.
          </Trans>
        </p>
      </div>
      <p className="font-medium tabular-nums">{moneyText(amountPaise)}</p>
      <LinkButton to={successPath(orderId, undefined)} variant="secondary" size="small">
        <Trans>View status</Trans>
      </LinkButton>
    </li>
  )
}
