// The payment history: templates bought with credits and packs bought with money, newest first, each with its receipt or
// invoice, and with the notes about money that was returned.

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { CreditPurchase, PaymentLine } from '@vitrine/contract/payments'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { useEffect, useRef } from 'react'
import { errorText } from '../../api/error-text.ts'
import { usePages } from '../../api/query.ts'
import { refreshProfile } from '../../api/session.ts'
import { dayAndTimeText, dayText } from '../../language/format.ts'
import { serverText } from '../../language/i18n.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { EmptyState, LoadFailed } from '../../ui/empty-state.tsx'
import { Badge } from '../../ui/indicator.tsx'
import { creditsText, moneyText } from '../../ui/money.ts'
import { type MetaMatches, pageMeta } from '../../ui/page-meta.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { moneyApi } from './money-api.ts'
import { DocumentButton, licencesText } from './purchase-parts.tsx'
import { successPath } from './success-details.ts'

export function meta({ matches }: MetaMatches) {
  return pageMeta({
    matches,
    title: t`Payment history`,
    description: t`What you have paid, with receipts.`,
    isPrivate: true,
  })
}

export default function PaymentHistory() {
  return (
    <main className="page-width max-w-[56rem] pt-4">
      <LinkButton to="/profile" variant="quiet" size="small" className="-ms-3">
        <ArrowLeft aria-hidden="true" size={17} />
        <Trans>My Profile</Trans>
      </LinkButton>
      <h1 className="mt-4 mb-6 font-headline text-headline">
        <Trans>Payment history</Trans>
      </h1>
      <PendingPayments />
      <Payments />
    </main>
  )
}

function Payments() {
  const {
    items: lines,
    error,
    isPending,
    isFetching,
    hasNextPage,
    isFetchingNextPage,
    fetchNextPage,
    refetch,
  } = usePages(['payment-history'], moneyApi.getPaymentHistory)
  if (isPending) {
    return (
      <div role="status" className="flex flex-col gap-3">
        <span className="sr-only">
          <Trans>Loading...</Trans>
        </span>
        <Skeleton className="h-16" />
        <Skeleton className="h-16" />
        <Skeleton className="h-16" />
      </div>
    )
  }
  if (!lines) {
    return (
      <LoadFailed title={t`Your payments could not be loaded`} isRetrying={isFetching} onRetry={refetch}>
        {errorText(error, t`Please try again in a moment.`)}
      </LoadFailed>
    )
  }
  if (lines.length === 0) {
    return (
      <EmptyState title={t`No payments yet`} action={<LinkButton to="/buy-credits">{t`Buy Credits`}</LinkButton>}>
        <Trans>Templates you buy and credit packs you pay for are listed here, with their receipts.</Trans>
      </EmptyState>
    )
  }
  return (
    <div className="flex flex-col gap-6">
      <ol className="divide-y divide-line border-y border-line">
        {lines.map((line) =>
          line.kind === 'returned' ? (
            <UnappliedPayment key={line.transactionId} line={line} />
          ) : (
            <Line key={line.receiptNumber} line={line} />
          ),
        )}
      </ol>
      {hasNextPage && (
        <Button
          variant="secondary"
          className="self-center"
          isBusy={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          <Trans>Show earlier</Trans>
        </Button>
      )}
    </div>
  )
}

type UnappliedLine = Extract<PaymentLine, { kind: 'returned' }>

function Line({ line }: { line: Exclude<PaymentLine, UnappliedLine> }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          <span>{line.kind === 'pack' ? boughtText(line.credits) : line.templateName}</span>
          {line.kind === 'pack' && line.status === 'refunded' && (
            <Badge tone="warn">
              <Trans>refunded</Trans>
            </Badge>
          )}
        </p>
        <p className="text-caption break-words text-muted tabular-nums">
          <time dateTime={line.purchasedAt}>{dayAndTimeText(line.purchasedAt)}</time> ·{' '}
          <span className="whitespace-nowrap">{line.receiptNumber}</span>
          {line.kind === 'pack' && (
            <>
              <span>{' · '}</span>
              <bdi translate="no" dir="ltr">
                {line.transactionId}
              </bdi>
            </>
          )}
        </p>
      </div>
      <p className="text-end font-medium tabular-nums">
        <span>{line.kind === 'pack' ? moneyText(line.amountPaise) : creditsText(line.creditsCost)}</span>
        {line.kind === 'pack' && line.refundedPaise > 0 && (
          <span className="block text-caption font-normal text-muted">
            <Returned amountPaise={line.refundedPaise} />
          </span>
        )}
        {line.kind === 'template' && line.licences > 1 && (
          <span className="block text-caption font-normal text-muted">{licencesText(line.licences)}</span>
        )}
      </p>
      <Documents line={line} />
    </li>
  )
}

/** What a buyer's accountant asks for comes first: the invoice of a template, rather than its receipt in credits. */
function Documents({ line: { kind, receiptNumber, documents } }: { line: Exclude<PaymentLine, UnappliedLine> }) {
  const receipt = { kind: 'receipt' as const, number: receiptNumber }
  const [main, ...others] = kind === 'template' || documents.length === 0 ? [...documents, receipt] : documents
  return (
    <>
      {main && <DocumentButton kind={main.kind} number={main.number} size="small" />}
      {others.length > 0 && (
        <ul className="-mt-2 flex basis-full flex-wrap gap-x-4 text-caption sm:justify-end">
          {others.map((other) => (
            <li key={other.number} className="-ms-3.5 flex flex-wrap items-center">
              <DocumentButton kind={other.kind} number={other.number} size="small" variant="quiet" />
              {'totalPaise' in other && (
                <span className="text-muted tabular-nums">
                  <time dateTime={other.issuedAt}>{dayText(other.issuedAt)}</time>
                  <span>{` · ${moneyText(other.totalPaise)}`}</span>
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function boughtText(count: number): string {
  const credits = creditsText(count)
  return t`${credits} bought`
}

function Returned({ amountPaise }: { amountPaise: number }) {
  const amount = moneyText(amountPaise)
  return <Trans>{amount} returned</Trans>
}

/** Money that bought nothing. It has no receipt, because nothing was sold. */
function UnappliedPayment({ line }: { line: UnappliedLine }) {
  const { amountPaise, refundedPaise, currency, transactionId, reason, purchasedAt } = line
  const isReturned = refundedPaise >= amountPaise
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          <Trans>Unapplied payment</Trans>
          <Badge tone="warn">{isReturned ? t`returned` : t`being returned`}</Badge>
        </p>
        <p className="text-caption break-words text-muted tabular-nums">
          <time dateTime={purchasedAt}>{dayAndTimeText(purchasedAt)}</time>
          <span>{` · ${transactionId}`}</span>
        </p>
        <p className="text-caption text-muted">
          <span>{serverText(reason)}</span>{' '}
          {!isReturned && (
            <span>{t`The money will be returned to your original payment method within a few days.`}</span>
          )}
        </p>
      </div>
      <p className="text-end font-medium tabular-nums">
        {currency === 'INR' ? moneyText(amountPaise) : `${(amountPaise / 100).toFixed(2)} ${currency}`}
      </p>
    </li>
  )
}

const pollMs = 5000

/**
 * Payments that a bank has authorised but not confirmed yet. Renders nothing without any, or when they cannot be loaded,
 * because the history below reports that error.
 */
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
