// The cart: lines, totals, checkout and its result.

import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Profile } from '@vitrine/contract/accounts'
import type { Cart as CartData, CartItem } from '@vitrine/contract/library'
import { MAX_LICENCES } from '@vitrine/contract/limit'
import Minus from 'lucide-react/icons/minus'
import Plus from 'lucide-react/icons/plus'
import Trash from 'lucide-react/icons/trash-2'
import { Link } from 'react-router'
import { errorText } from '../../api/error-text.ts'
import { useSession } from '../../api/session.ts'
import { serverText } from '../../language/i18n.ts'
import { Button, IconButton, LinkButton } from '../../ui/button.tsx'
import { EmptyState, LoadFailed } from '../../ui/empty-state.tsx'
import { Badge } from '../../ui/indicator.tsx'
import { creditsText, moreCreditsText } from '../../ui/money.ts'
import { type MetaMatches, pageMeta } from '../../ui/page-meta.ts'
import { Price } from '../../ui/price.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useToast } from '../../ui/toast.tsx'
import { InsufficientCreditsDialog } from '../credits/insufficient-credits.tsx'
import { moneyApi } from '../credits/money-api.ts'
import { BoxedPoster, licencesText } from '../credits/purchase-parts.tsx'
import { RefundNote } from '../credits/refund-note.tsx'
import { buyCreditsPath } from '../credits/shortage.ts'
import { categoryTags, isCharged } from './cart-change.ts'
import { PurchaseComplete } from './purchase-complete.tsx'
import { type CheckoutState, useCartStore, useCheckout, useOtherTabs } from './use-cart.ts'

export function meta({ matches }: MetaMatches) {
  return pageMeta({
    matches,
    title: t`Shopping Cart`,
    description: t`The templates you are about to buy.`,
    isPrivate: true,
  })
}

export default function Cart() {
  const session = useSession()
  const { data, error, isPending, isFetching, refetch, dataUpdatedAt } = useQuery({
    queryKey: ['cart'],
    queryFn: ({ signal }) => moneyApi.getCart(signal),
    // The page changes the cart itself; each visit loads it again.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  // Rendered for signed-in users only, by the guard above.
  if (session.status !== 'signed-in') return null
  return (
    <main className="page-width pt-10 md:pt-14">
      <h1 className="mb-6 font-headline text-headline">
        <Trans>Shopping Cart</Trans>
      </h1>
      {data ? (
        <OpenCart key={dataUpdatedAt} first={data} profile={session.profile} />
      ) : isPending ? (
        <LoadingLines />
      ) : (
        <LoadFailed title={t`Your cart could not be loaded`} isRetrying={isFetching} onRetry={refetch}>
          {errorText(error, t`Your items are saved. Please try again in a moment.`)}
        </LoadFailed>
      )}
    </main>
  )
}

function OpenCart({ first, profile }: { first: CartData; profile: Profile }) {
  const showToast = useToast()
  const store = useCartStore(first)
  useOtherTabs(store, profile)
  const { state, checkOut, shortage, forgetShortage } = useCheckout(profile.userId, store)
  const cart = store.getCart()
  const remove = (item: CartItem, index: number) => {
    const { templateId, templateName } = item.template
    store.change({ kind: 'remove', templateId })
    showToast('success', t`${templateName} was removed`, {
      action: { label: t`Undo`, run: () => store.change({ kind: 'restore', item, index }) },
    })
  }
  return (
    <div className="flex flex-col gap-8">
      {state.step === 'bought' && <PurchaseComplete bought={state.bought} />}
      {cart.items.length === 0 ? (
        state.step !== 'bought' && (
          <>
            <CheckoutMessage state={state} />
            <EmptyCart />
          </>
        )
      ) : (
        <div className="flex flex-col gap-8 lg:grid lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start lg:gap-14">
          <ul className="divide-y divide-line border-y border-line">
            {cart.items.map((item, index) => (
              <CartLine
                key={item.template.templateId}
                item={item}
                isLocked={state.step === 'buying'}
                onQuantity={(delta) => store.change({ kind: 'quantity', templateId: item.template.templateId, delta })}
                onRemove={() => remove(item, index)}
              />
            ))}
          </ul>
          <CartSummary cart={cart} balance={profile.credits} state={state} onCheckOut={() => void checkOut()} />
        </div>
      )}
      <InsufficientCreditsDialog
        shortage={shortage}
        onClose={forgetShortage}
        note={t`You weren’t charged, and your cart is saved.`}
      />
    </div>
  )
}

function EmptyCart() {
  return (
    <EmptyState
      title={t`Your cart is empty`}
      action={
        <>
          <LinkButton to="/templates-list">{t`Browse Templates`}</LinkButton>
          <LinkButton to="/Purchased" variant="secondary">
            <Trans>My Downloads</Trans>
          </LinkButton>
        </>
      }
    >
      <Trans>Add templates and pay for them all at once.</Trans>
    </EmptyState>
  )
}

function LoadingLines() {
  return (
    <div role="status" className="flex flex-col gap-5">
      <span className="sr-only">
        <Trans>Loading...</Trans>
      </span>
      <Skeleton className="h-36" />
      <Skeleton className="h-36" />
    </div>
  )
}

type CartLineProps = {
  item: CartItem
  isLocked: boolean
  onQuantity: (delta: number) => void
  onRemove: () => void
}

/** Template, licences, price, remove. */
function CartLine({ item, isLocked, onQuantity, onRemove }: CartLineProps) {
  const { template, creditsTotal, creditsEach, quantity } = item
  const { templateId, templateName } = template
  return (
    <li className="grid grid-cols-[5.5rem_minmax(0,1fr)] gap-x-4 gap-y-1 py-5 md:grid-cols-[8rem_minmax(0,1fr)_auto] md:gap-x-6">
      <BoxedPoster template={template} sizes="8rem" />
      <div className="flex min-w-0 flex-col gap-2">
        <h2 dir="auto" translate="no" className="font-medium">
          <Link to={`/${templateId}-template`} className="rounded-control hover:underline">
            {templateName}
          </Link>
        </h2>
        <ul aria-label={t`Categories`} className="flex flex-wrap gap-1.5">
          {categoryTags(template.templateCategory).map((tag) => (
            <li key={tag}>
              <Badge>{serverText(tag)}</Badge>
            </li>
          ))}
        </ul>
        <LineStatus item={item} />
        {isCharged(item) && (
          <Quantity name={templateName} quantity={quantity} isLocked={isLocked} onQuantity={onQuantity} />
        )}
      </div>
      <div className="col-span-2 flex items-center justify-between gap-2 md:col-span-1 md:flex-col md:items-end">
        {isCharged(item) ? (
          <div className="flex flex-col md:items-end">
            <Price credits={creditsTotal} />
            {quantity > 1 && (
              <span className="text-caption text-muted tabular-nums">{`${quantity} × ${creditsEach}`}</span>
            )}
          </div>
        ) : (
          <span className="text-caption text-muted">
            <Trans>Not charged</Trans>
          </span>
        )}
        <IconButton
          isRepeatable={false}
          label={t`Remove ${templateName}`}
          onClick={onRemove}
          disabled={isLocked}
          className="-me-2.5"
        >
          <Trash aria-hidden="true" size={18} />
        </IconButton>
      </div>
    </li>
  )
}

/** Why a line costs nothing. */
function LineStatus({ item }: { item: CartItem }) {
  if (item.alreadyPurchased) {
    return (
      <p className="text-caption font-medium text-good">
        <Trans>You own this, so you won’t be charged.</Trans>
      </p>
    )
  }
  if (!item.isOnSale) {
    return (
      <p className="text-caption font-medium text-warn">
        <Trans>No longer for sale: it will be left out of the checkout.</Trans>
      </p>
    )
  }
  return null
}

type QuantityProps = { name: string; quantity: number; isLocked: boolean; onQuantity: (delta: number) => void }

function Quantity({ name, quantity, isLocked, onQuantity }: QuantityProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would want a legend on the screen.
    <div role="group" aria-label={t`Licences of ${name}`} className="flex items-center gap-1">
      <IconButton
        label={t`Decrease quantity of ${name}`}
        disabled={isLocked || quantity <= 1}
        onClick={() => onQuantity(-1)}
        className="border border-line"
      >
        <Minus aria-hidden="true" size={16} />
      </IconButton>
      <output aria-label={licencesText(quantity)} className="w-10 text-center tabular-nums">
        {quantity}
      </output>
      <IconButton
        label={t`Increase quantity of ${name}`}
        disabled={isLocked || quantity >= MAX_LICENCES}
        onClick={() => onQuantity(1)}
        className="border border-line"
      >
        <Plus aria-hidden="true" size={16} />
      </IconButton>
      <span className="ms-1 text-caption text-muted">{plural(quantity, { one: 'licence', other: 'licences' })}</span>
    </div>
  )
}

type CartSummaryProps = { cart: CartData; balance: number; state: CheckoutState; onCheckOut: () => void }

/**
 * The totals of the cart and the checkout button. On phones, total and button stay at the bottom edge while the lines scroll, as on
 * the pages of templates.
 */
function CartSummary({ cart, balance, state, onCheckOut }: CartSummaryProps) {
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
function CheckoutMessage({ state }: { state: CheckoutState }) {
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
