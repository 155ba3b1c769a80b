// The totals of the cart and the checkout button.
import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Cart } from '@vitrine/contract/library'
import { Link } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { creditsText, moreCreditsText } from '../../ui/money.ts'
import { Price } from '../../ui/price.tsx'
import { RefundNote } from '../credits/refund-note.tsx'
import { buyCreditsPath } from '../credits/shortage.ts'
import type { CheckoutState } from './use-cart.ts'

type CartSummaryProps = { cart: Cart; balance: number; state: CheckoutState; onCheckOut: () => void }

/** On phones, total and button stay at the bottom edge while the lines scroll, as on the pages of templates. */
export function CartSummary({ cart, balance, state, onCheckOut }: CartSummaryProps) {
  const { subtotalCredits, totalCredits, licenceCount } = cart
  const hasNothingToBuy = licenceCount === 0
  const price = creditsText(totalCredits)
  return (
    <section
      aria-label={t`Summary`}
      className="flex flex-col gap-5 max-md:contents md:rounded-card md:border md:border-line md:bg-raised md:p-6 lg:sticky lg:top-24"
    >
      <dl className="flex flex-col gap-3">
        <Sum label={plural(licenceCount, { one: 'Subtotal (# licence)', other: 'Subtotal (# licences)' })}>
          <Price credits={subtotalCredits} />
        </Sum>
        <Sum label={t`Tax`}>-</Sum>
        <div className="border-t border-line" />
        <Sum label={t`Total`}>
          <Price credits={totalCredits} size="large" />
        </Sum>
      </dl>
      <CheckoutMessage state={state} />
      <div className="price-bar flex flex-col gap-2 max-md:sticky max-md:bottom-0 max-md:z-10 max-md:-mx-4 max-md:border-t max-md:border-line max-md:bg-paper max-md:px-4 max-md:pt-3 max-md:pb-[max(0.75rem,env(safe-area-inset-bottom))] md:gap-5">
        <Button
          className="h-12 tabular-nums"
          isBusy={state.step === 'buying'}
          disabled={hasNothingToBuy}
          onClick={onCheckOut}
        >
          {hasNothingToBuy ? t`Checkout` : totalCredits === 0 ? t`Checkout · free` : t`Checkout · ${price}`}
        </Button>
        <p className="text-caption text-muted tabular-nums">
          {hasNothingToBuy ? (
            t`There’s nothing in your cart to buy.`
          ) : (
            <Balance balance={balance} totalCredits={totalCredits} />
          )}
        </p>
      </div>
      {licenceCount > 0 && (
        <p className="text-caption text-muted max-md:order-last">
          <Trans>
            One licence covers you or your company, for any number of downloads. Add more only if you’re buying for
            others.
          </Trans>
        </p>
      )}
      {totalCredits > 0 && <RefundNote of="template" className="max-md:order-last" />}
    </section>
  )
}

function Balance({ balance, totalCredits }: { balance: number; totalCredits: number }) {
  const credits = creditsText(balance)
  if (balance >= totalCredits) {
    const left = creditsText(balance - totalCredits)
    return <span>{t`You have ${credits}. You’ll have ${left} left.`}</span>
  }
  const missing = moreCreditsText(totalCredits - balance)
  return (
    <Trans>
      You have {credits}. You need {missing}.{' '}
      <Link
        to={buyCreditsPath('/Cart', totalCredits)}
        className="rounded-control text-plum underline underline-offset-4"
      >
        Buy Credits
      </Link>
    </Trans>
  )
}

function Sum({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="text-muted">{label}</dt>
      <dd className="text-end tabular-nums *:justify-end">{children}</dd>
    </div>
  )
}

/** The result of a checkout that bought nothing. */
export function CheckoutMessage({ state }: { state: CheckoutState }) {
  if (state.step === 'price-changed') {
    const total = creditsText(state.credits)
    return (
      <p role="alert" className="rounded-card bg-warn-wash p-3 text-warn">
        <Trans>The total has changed to {total}. Nothing was charged. Press Checkout again to pay the new price.</Trans>
      </p>
    )
  }
  if (state.step !== 'failed') return null
  return (
    <p role="alert" className="rounded-card bg-bad-wash p-3 text-bad">
      {state.message}
    </p>
  )
}
