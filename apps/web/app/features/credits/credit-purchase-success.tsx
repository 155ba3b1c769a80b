// The page after a payment: the purchase, or that it is pending. It can be reopened by its order.

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { CreditPurchase, CreditPurchaseResponse } from '@vitrine/contract/payments'
import { useEffect } from 'react'
import { Navigate, useLocation, useSearchParams } from 'react-router'
import { ApiResponseError } from '../../api/api.ts'
import { errorText } from '../../api/error-text.ts'
import { findReturnPath } from '../../api/return-path.ts'
import { usePageTitle } from '../../api/root-data.ts'
import { refreshProfile, useSession } from '../../api/session.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { creditsText, moneyText, moreCreditsText } from '../../ui/money.ts'
import { type MetaMatches, pageMeta } from '../../ui/page-meta.ts'
import { LoadingPage } from '../sign-in/member-area.tsx'
import { moneyApi } from './money-api.ts'
import { forgetPayment } from './open-payment.ts'
import { failureText } from './payment.ts'
import { DocumentButton } from './purchase-parts.tsx'
import { buyCreditsPath, findNeededCredits, missingCredits } from './shortage.ts'
import { findPassedDetails, type SuccessDetails, toDetails } from './success-details.ts'

const pollMs = 3000

export function meta({ matches }: MetaMatches) {
  return pageMeta({ matches, title: t`Payment`, description: t`The credits you have bought.`, isPrivate: true })
}

export default function CreditPurchaseSuccess() {
  const [address] = useSearchParams()
  const { state } = useLocation()
  const orderId = address.get('order')
  const passed = findPassedDetails(state)
  if (orderId) return <OfOrder orderId={orderId} passed={passed} />
  return passed ? <Success details={passed} /> : <Navigate to="/buy-credits" replace />
}

function OfOrder({ orderId, passed }: { orderId: string; passed: SuccessDetails | undefined }) {
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['credit-purchase', orderId],
    queryFn: ({ signal }) => moneyApi.getCreditPurchase(orderId, signal),
    // The bank may take minutes, and the customer may leave this page meanwhile.
    refetchInterval: ({ state }) => (state.data && isOpen(state.data.status) ? pollMs : false),
  })
  const isOver = data !== undefined && !isOpen(data.status)
  useEffect(() => {
    if (!isOver) return
    forgetPayment()
    void refreshProfile()
  }, [isOver])
  // A later visit shows the current state of the payment.
  const details = data?.status === 'refunded' ? undefined : (passed ?? (data && toDetails(data)))
  if (details) return <Success details={details} purchase={data} />
  if (isPending) return <LoadingPage />
  if (error instanceof ApiResponseError && error.status === 404) return <Navigate to="/buy-credits" replace />
  if (!data) {
    return (
      <Plain heading={t`Payment`}>
        <EmptyState
          isError
          title={t`This payment could not be loaded`}
          action={<Button onClick={() => void refetch()}>{t`Try again`}</Button>}
        >
          {errorText(error, t`Please try again in a moment.`)}
        </EmptyState>
      </Plain>
    )
  }
  if (isOpen(data.status))
    return <PendingPayment credits={data.credits} amountPaise={data.amountPaise} orderId={orderId} />
  const outcome = outcomeText(data)
  return (
    <Plain heading={t`Payment Error`}>
      <EmptyState
        isError
        title={data.status === 'refunded' ? t`This payment was refunded` : t`This payment didn’t go through`}
        action={<LinkButton to="/buy-credits">{t`Back to credit packs`}</LinkButton>}
      >
        <Trans>
          {outcome} Order {orderId}.
        </Trans>
      </EmptyState>
    </Plain>
  )
}

function outcomeText({ paidAt, refundedPaise, failure, failureReason }: CreditPurchaseResponse): string {
  if (paidAt === null) return failure === null ? t`No credits were added.` : failureText(failure, failureReason)
  const amount = moneyText(refundedPaise)
  return t`${amount} was refunded to you, and the remaining credits were removed.`
}

function isOpen(status: string): boolean {
  return status === 'created' || status === 'pending'
}

function Plain({ heading, children }: { heading: string; children: React.ReactNode }) {
  return (
    <main className="page-width py-16">
      <h1 className="sr-only">{heading}</h1>
      {children}
    </main>
  )
}

type PendingPaymentProps = { credits: number; amountPaise: number; orderId: string }

function PendingPayment({ credits: count, amountPaise, orderId }: PendingPaymentProps) {
  const amount = moneyText(amountPaise)
  const credits = creditsText(count)
  return (
    <main className="page-width flex justify-center py-12 md:py-20">
      <div className="flex w-full max-w-[32rem] flex-col gap-6">
        <div role="status" className="flex flex-col gap-3">
          <h1 className="font-headline text-headline">
            <Trans>Your payment is pending</Trans>
          </h1>
          <p className="text-muted">
            <Trans>
              Your bank hasn’t confirmed the {amount} yet. As soon as it does, {credits} will appear in your account
              automatically. You can leave this page; you won’t be charged twice.
            </Trans>
          </p>
        </div>
        <div aria-hidden="true" className="h-1 animate-breathe rounded-full bg-marigold" />
        <p className="text-caption break-all text-muted">
          <Trans>Order {orderId}</Trans>
        </p>
        <div className="flex flex-wrap gap-3">
          <LinkButton to="/templates-list" variant="secondary">
            <Trans>Browse Templates</Trans>
          </LinkButton>
          <LinkButton to="/payment-history" variant="quiet">
            <Trans>Payment history</Trans>
          </LinkButton>
        </div>
      </div>
    </main>
  )
}

type SuccessProps = { details: SuccessDetails; purchase?: CreditPurchase | undefined }

function Success({ details, purchase }: SuccessProps) {
  const title = usePageTitle(t`Payment Successful!`)
  const [address] = useSearchParams()
  const next = findReturnPath(address)
  const needed = findNeededCredits(address)
  const session = useSession()
  // Another pack may have been bought since, for example in another tab.
  const balance = session.status === 'signed-in' ? session.profile.credits : 0
  const missing = missingCredits(needed, Math.max(balance, details.newBalance))
  const more = moreCreditsText(missing)
  const lines = [
    [t`Credits purchased`, creditsText(details.credits)],
    [t`Amount paid`, moneyText(details.amount)],
    [t`New balance`, creditsText(details.newBalance)],
    [t`Transaction ID`, details.transactionId],
  ]
  return (
    <main className="page-width flex justify-center py-12 md:py-20">
      <title>{title}</title>
      <div className="flex w-full max-w-[32rem] flex-col gap-8">
        <h1 className="font-headline text-headline">
          <Trans>Payment Successful!</Trans>
        </h1>
        <dl className="divide-y divide-line border-y border-line tabular-nums">
          {lines.map(([label, value]) => (
            <div key={label} className="flex flex-wrap items-baseline justify-between gap-x-4 py-3">
              <dt className="text-muted">{label}</dt>
              <dd className="min-w-0 font-medium break-all">{value}</dd>
            </div>
          ))}
        </dl>
        {session.status === 'signed-in' && (
          <p className="-mt-5 text-caption break-words text-muted">
            <SentTo email={session.profile.email} isInvoice={purchase?.receiptKind === 'invoice'} />
          </p>
        )}
        {missing > 0 && (
          <p className="rounded-card bg-warn-wash p-4 text-warn tabular-nums">
            <Trans>You still need {more} for your purchase.</Trans>
          </p>
        )}
        <div className="flex flex-wrap gap-3 *:flex-1 *:basis-44">
          {next && needed !== undefined && missing > 0 && (
            <LinkButton to={buyCreditsPath(next, needed)}>
              <Trans>Buy {more}</Trans>
            </LinkButton>
          )}
          {next && (
            <LinkButton to={next} variant={missing > 0 ? 'secondary' : 'primary'}>
              {returnLabel(next)}
            </LinkButton>
          )}
          <LinkButton to="/templates-list" variant={next ? 'secondary' : 'primary'}>
            <Trans>Browse Templates</Trans>
          </LinkButton>
          <LinkButton to="/image-templates" variant="secondary">
            <Trans>Image Templates</Trans>
          </LinkButton>
          {purchase?.receiptNumber && <DocumentButton kind={purchase.receiptKind} number={purchase.receiptNumber} />}
          <LinkButton to="/buy-credits" variant="quiet">
            <Trans>Buy More Credits</Trans>
          </LinkButton>
          <LinkButton to="/profile" variant="quiet">
            <Trans>My Profile</Trans>
          </LinkButton>
        </div>
      </div>
    </main>
  )
}

function returnLabel(next: string): string {
  if (/^\/cart\b/i.test(next)) return t`Back to your cart`
  return next.endsWith('/server-render') ? t`Back to your video` : t`Back to where you were`
}

function SentTo({ email, isInvoice }: { email: string; isInvoice: boolean }) {
  if (isInvoice) return <Trans>The invoice was also sent to {email}.</Trans>
  return <Trans>The receipt was also sent to {email}.</Trans>
}
