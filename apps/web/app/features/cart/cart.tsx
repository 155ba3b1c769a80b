// The cart: lines, totals, checkout and its result.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Profile } from '@vitrine/contract/accounts'
import type { Cart as CartData, CartItem } from '@vitrine/contract/library'
import { errorText } from '../../api/error-text.ts'
import { useSession } from '../../api/session.ts'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { type MetaMatches, pageMeta } from '../../ui/page-meta.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useToast } from '../../ui/toast.tsx'
import { InsufficientCreditsDialog } from '../credits/insufficient-credits.tsx'
import { moneyApi } from '../credits/money-api.ts'
import { CartLine } from './cart-line.tsx'
import { CartSummary, CheckoutMessage } from './cart-summary.tsx'
import { PurchaseComplete } from './purchase-complete.tsx'
import { useCartStore, useCheckout, useOtherTabs } from './use-cart.ts'

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
