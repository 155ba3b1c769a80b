// Buy Credits: packs, payment dialog, and messages while a payment is in progress.

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Profile } from '@vitrine/contract/accounts'
import type { CreditPack, CreditPacks, PackTax } from '@vitrine/contract/payments'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { useEffect, useRef, useState } from 'react'
import { redirect, redirectDocument, useLocation, useNavigate, useSearchParams } from 'react-router'
import { errorText } from '../../api/error-text.ts'
import { findReturnPath, loginPath } from '../../api/return-path.ts'
import { useRegion, useServices, useStoreBrand } from '../../api/root-data.ts'
import { setCredits, useSession } from '../../api/session.ts'
import { lastDayText } from '../../language/format.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { coveringInput } from '../../ui/chip.tsx'
import { classNames } from '../../ui/class-names.ts'
import { EmptyState, LoadFailed } from '../../ui/empty-state.tsx'
import { Badge } from '../../ui/indicator.tsx'
import { startsAtOnce } from '../../ui/late-start.ts'
import { creditsText, moneyText, moreCreditsText } from '../../ui/money.ts'
import { type MetaMatches, pageMeta } from '../../ui/page-meta.ts'
import { usePopupPause } from '../../ui/popup-queue.ts'
import { Price } from '../../ui/price.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { MemberArea } from '../sign-in/member-area.tsx'
import type { Route } from './+types/buy-credits'
import { moneyApi } from './money-api.ts'
import { findOpenPayment, forgetPayment, type OpenPayment, rememberPayment } from './open-payment.ts'
import { BilledTo, TaxOfPack } from './pack-tax.tsx'
import { addedTaxText, foreignText, PopularMark, perHundredText, savingsText } from './pack-text.tsx'
import { createPayment, type Payment, type PaymentState } from './payment.ts'
import {
  findPaymentLibrary,
  loadPaymentLibrary,
  needsWholeWindow,
  openCheckout,
  readAndClearPaymentReturn,
  readPaymentReturn,
} from './payment-library.ts'
import { RefundNote } from './refund-note.tsx'
import { findCoveringPack, findNeededCredits, missingCredits } from './shortage.ts'
import { successPath } from './success-details.ts'
import { useBilling } from './use-billing.ts'

export const handle = startsAtOnce

export function meta({ matches }: MetaMatches) {
  return pageMeta({
    matches,
    title: t`Buy Credits`,
    description: t`Credit packs for templates: pay once, no subscription, credits do not expire.`,
    path: '/buy-credits',
  })
}

export const loader = () => null

/** Only a page loaded as a document gets the security policy that allows the payment script. */
export function clientLoader({ request }: Route.ClientLoaderArgs): never {
  throw redirectDocument(request.url)
}

export const shouldRevalidate = () => false

/** The return address of the payment dialog in browsers where it takes the whole window. */
export async function action(sent: Route.ActionArgs) {
  return redirect(await readPaymentReturn(sent), 303)
}

export default function BuyCredits() {
  return (
    <MemberArea signedOut={<PleaseLogIn />}>
      <MemberPacks />
    </MemberArea>
  )
}

function PleaseLogIn() {
  const { pathname, search } = useLocation()
  return (
    <main className="page-width py-16">
      <h1 className="sr-only">
        <Trans>Buy Credits</Trans>
      </h1>
      <EmptyState
        title={t`Please log in to purchase credits`}
        action={
          <>
            <LinkButton to={loginPath(pathname + search)}>{t`Sign In`}</LinkButton>
            <LinkButton to="/pricing" variant="secondary">
              <Trans>See credit packs</Trans>
            </LinkButton>
          </>
        }
      />
    </main>
  )
}

function MemberPacks() {
  const session = useSession()
  const { sellsPacks } = useServices()
  if (session.status !== 'signed-in') return null
  return (
    <main className="page-width pt-4">
      <LinkButton to="/profile" variant="quiet" size="small" className="-ms-3">
        <ArrowLeft aria-hidden="true" size={17} />
        <Trans>My Profile</Trans>
      </LinkButton>
      <div className="mt-4 flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <div>
          <h1 className="font-headline text-headline">
            <Trans>Buy Credits</Trans>
          </h1>
          <p className="mt-2 max-w-[52ch] text-muted">
            <Trans>Choose a pack and pay by card, UPI, net banking or wallet. Credits do not expire.</Trans>
          </p>
        </div>
        <p className="flex flex-col">
          <span className="text-caption font-medium text-muted">
            <Trans>Your credits</Trans>
          </span>
          <Price credits={session.profile.credits} isBalance />
        </p>
      </div>
      {sellsPacks ? <Packs profile={session.profile} /> : <NotForSale />}
    </main>
  )
}

function NotForSale() {
  return (
    <div className="py-12">
      <EmptyState
        title={t`Credits cannot be bought at the moment`}
        action={<LinkButton to="/">{t`Browse templates`}</LinkButton>}
      >
        <Trans>Please come back later. The credits that you have can be spent as always.</Trans>
      </EmptyState>
    </div>
  )
}

function Packs({ profile }: { profile: Profile }) {
  const { data, error, isPending, isFetching, refetch } = useQuery({
    queryKey: ['credit-packs'],
    queryFn: ({ signal }) => moneyApi.listCreditPacks(signal),
  })
  if (isPending) {
    return (
      <div role="status" className="mt-8 grid grid-cols-2 gap-3 md:gap-4 lg:grid-cols-4">
        <span className="sr-only">
          <Trans>Loading...</Trans>
        </span>
        {[1, 2, 3, 4].map((place) => (
          <Skeleton key={place} className="h-40 md:h-44" />
        ))}
      </div>
    )
  }
  if (!data) {
    return (
      <div className="mt-8">
        <LoadFailed title={t`The credit packs could not be loaded`} isRetrying={isFetching} onRetry={refetch}>
          {errorText(error, t`Please try again in a moment.`)}
        </LoadFailed>
      </div>
    )
  }
  return <Counter {...data} profile={profile} />
}

function Counter({ packs, tax, profile }: CreditPacks & { profile: Profile }) {
  const navigate = useNavigate()
  const [address, setAddress] = useSearchParams()
  const next = findReturnPath(address)
  const needed = findNeededCredits(address)
  const missing = missingCredits(needed, profile.credits)
  const { state, payment, isScriptLoading, isSandbox } = usePayment(profile.userId)
  const billing = useBilling(tax)
  usePopupPause(state.step !== 'choosing' || billing.Dialog !== undefined)
  const picked = packs.find(({ id, isAvailable }) => isAvailable && id === address.get('pack'))
  const chosen = picked ?? findCoveringPack(packs, missing)
  useEffect(() => {
    if (state.step === 'pending') void navigate(successPath(state.orderId, next, needed), { replace: true })
    if (state.step !== 'paid') return
    const { answer } = state
    setCredits(answer.newCreditsBalance)
    const details = { ...answer, newBalance: answer.newCreditsBalance }
    void navigate(successPath(answer.orderId, next, needed), { replace: true, state: { details } })
  }, [state, navigate, next, needed])
  const isBusy = state.step !== 'choosing'
  const choose = (packId: string) => {
    // Uses the browser's URL: the payment response was removed from it without the router.
    const present = new URLSearchParams(location.search)
    present.set('pack', packId)
    setAddress(present, { replace: true, preventScrollReset: true })
  }
  const pay = async (pack: CreditPack) => {
    if (tax.missing !== null) return billing.ask()
    const refusal = await payment.current?.pay(pack, tax.terms)
    if (refusal !== undefined) await billing.reload()
    if (refusal === 'billing-details-missing') await billing.ask()
  }
  return (
    <div className="mt-8 flex flex-col gap-6">
      <MissingCredits missing={missing} chosen={chosen} />
      <PackChoice packs={packs} tax={tax} chosen={chosen?.id} onChoose={choose} isDisabled={isBusy} />
      <PaymentMessage state={state} />
      <div className="flex flex-col items-start gap-3">
        {billing.details && (
          <BilledTo details={billing.details} isDisabled={isBusy} onChange={() => void billing.ask()} />
        )}
        {state.step === 'unverified' ? (
          <div className="flex w-full flex-wrap gap-3">
            <LinkButton to="/contact" className="h-12 max-md:w-full md:min-w-60">
              <Trans>Contact support</Trans>
            </LinkButton>
            <Button variant="quiet" className="h-12 max-md:w-full" onClick={() => payment.current?.dismiss()}>
              <Trans>Choose another pack</Trans>
            </Button>
          </div>
        ) : (
          <Button
            className="h-12 w-full tabular-nums md:w-auto md:min-w-80"
            disabled={!chosen || isScriptLoading}
            isBusy={isBusy}
            onClick={() => chosen && void pay(chosen)}
          >
            {chosen ? payText(chosen, tax) : t`Choose a pack`}
          </Button>
        )}
        {chosen && <TaxOfPack tax={tax} payablePaise={chosen.payablePaise} state={billing.details?.state} />}
        <PaymentNotes chosen={isPriceKnown(tax) ? chosen : undefined} isSandbox={isSandbox} />
      </div>
      {billing.Dialog && <billing.Dialog {...billing.dialogProps} />}
    </div>
  )
}

/** Whether what a pack costs this customer is certain. */
const isPriceKnown = ({ missing, pricesIncludeTax }: PackTax) => missing === null || pricesIncludeTax

function PaymentNotes({ chosen, isSandbox }: { chosen: CreditPack | undefined; isSandbox: boolean }) {
  const region = useRegion()
  const foreign = chosen && foreignText(chosen.payablePaise, region)
  return (
    <>
      <p className="text-caption text-muted">
        <span>
          {isSandbox
            ? t`This store is in test mode: no real money is charged.`
            : t`Payments are processed by Razorpay. We never see your card details.`}
        </span>
        {foreign && <span>{` ${rupeesText(chosen.payablePaise, foreign)}`}</span>}
      </p>
      <RefundNote of="pack" />
    </>
  )
}

/** What is to be paid is known once the details are. */
function payText({ payablePaise, credits: count }: CreditPack, { missing }: PackTax): string {
  const price = moneyText(payablePaise)
  const credits = creditsText(count)
  if (missing !== null) return t`Continue with ${credits}`
  return t`Pay ${price} for ${credits}`
}

/** `foreign` is the approximate amount in the visitor's currency. */
function rupeesText(amountPaise: number, foreign: string): string {
  const price = moneyText(amountPaise)
  return t`You pay ${price} in Indian rupees, ${foreign}; your bank sets the exact rate.`
}

function PaymentMessage({ state }: { state: PaymentState }) {
  if ('error' in state && state.error) {
    return (
      <section role="alert" className="rounded-card bg-bad-wash p-4 text-bad">
        <h2 className="font-medium">
          <Trans>Payment Error</Trans>
        </h2>
        <p>{state.error}</p>
        {state.step === 'unverified' && (
          <p className="mt-2">
            <Trans>
              Please don’t pay again: if you were charged, your credits will appear here within minutes. We’ll keep
              checking.
            </Trans>
          </p>
        )}
      </section>
    )
  }
  const text = waitingText(state)
  return (
    <div role="status" className={text ? 'rounded-card bg-well p-4' : 'sr-only'}>
      {text}
    </div>
  )
}

function waitingText(state: PaymentState): string | undefined {
  if (state.step === 'choosing' && state.isUnsure) {
    return t`The payment window was closed. If you’ve already paid, don’t pay again: your credits will appear here shortly.`
  }
  if (state.step === 'ordering') return t`Preparing the payment…`
  if (state.step !== 'verifying') return undefined
  return state.isLost
    ? t`Your payment went through, but we can’t confirm it right now. We’ll keep trying. You can leave this page: your credits will appear automatically.`
    : t`Confirming your payment…`
}

type MissingCreditsProps = { missing: number; chosen: CreditPack | undefined }

/** For visitors who lack credits: how many are missing, and whether the chosen pack covers them. */
function MissingCredits({ missing, chosen }: MissingCreditsProps) {
  if (missing === 0) return null
  const more = moreCreditsText(missing)
  const advice = packText(missing, chosen)
  const isTooSmall = chosen !== undefined && chosen.credits < missing
  return (
    <p
      role="status"
      className={classNames('rounded-card p-4 tabular-nums', isTooSmall ? 'bg-warn-wash text-warn' : 'bg-well')}
    >
      <Trans>
        You need {more}. {advice}
      </Trans>
    </p>
  )
}

function packText(missing: number, chosen: CreditPack | undefined): string {
  if (!chosen) return t`No single pack has that many, so you’ll need more than one.`
  const rest = chosen.credits - missing
  if (rest === 0) return t`This pack is exactly enough.`
  const more = moreCreditsText(-rest)
  const left = creditsText(rest)
  return rest < 0 ? t`With this pack you’d still need ${more}.` : t`With this pack you’ll have ${left} left.`
}

type PackChoiceProps = {
  packs: readonly CreditPack[]
  tax: PackTax
  chosen: string | undefined
  onChoose: (packId: string) => void
  isDisabled: boolean
}

/** The packs on offer: credits, price, savings. */
function PackChoice({ packs, tax, chosen, onChoose, isDisabled }: PackChoiceProps) {
  return (
    <fieldset disabled={isDisabled} className="min-w-0">
      <legend className="sr-only">
        <Trans>Credit packs</Trans>
      </legend>
      <div className="grid grid-cols-2 gap-3 md:gap-4 lg:grid-cols-4">
        {packs.map((pack) => (
          <Pack key={pack.id} {...{ pack, tax }} isChosen={pack.id === chosen} onChoose={() => onChoose(pack.id)} />
        ))}
      </div>
    </fieldset>
  )
}

type PackProps = { pack: CreditPack; tax: PackTax; isChosen: boolean; onChoose: () => void }

function Pack({ pack, tax, isChosen, onChoose }: PackProps) {
  const { credits, amountPaise, popular, savings, isStarter, isAvailable, offeredUntil } = pack
  const foreign = foreignText(amountPaise, useRegion())
  const addedTax = addedTaxText(tax)
  return (
    <label
      className={classNames(
        'relative flex min-w-0 flex-col gap-1 rounded-card border bg-raised p-4 transition-colors md:p-5',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-plum',
        isChosen ? 'border-marigold-deep ring-1 ring-marigold-deep' : 'border-line',
        isAvailable ? 'cursor-pointer hover:border-edge' : 'cursor-not-allowed bg-well',
      )}
    >
      <input
        type="radio"
        name="pack"
        value={pack.id}
        checked={isChosen}
        disabled={!isAvailable}
        onChange={onChoose}
        className={coveringInput}
      />
      {popular && <PopularMark />}
      <span className="flex min-h-6 flex-wrap gap-1.5">
        {savings && <Badge tone="good">{savingsText(savings)}</Badge>}
        {offeredUntil && <Badge>{lastDayText(offeredUntil)}</Badge>}
        {isStarter && <Badge>{isAvailable ? t`Starter pack` : t`Already used`}</Badge>}
      </span>
      <span className="mt-1.5 font-headline text-title tabular-nums">{creditsText(credits)}</span>
      <span className="flex flex-wrap items-baseline gap-x-1.5 tabular-nums">
        <span className="font-medium">{moneyText(amountPaise)}</span>
        {addedTax && <span className="text-caption text-muted">{addedTax}</span>}
        {foreign && <span className="text-caption text-muted">{foreign}</span>}
      </span>
      <span className="text-caption text-muted tabular-nums">
        {isStarter ? t`Once per account` : perHundredText(amountPaise, credits)}
      </span>
    </label>
  )
}

const pauseMs = 3000

/** The payment of the open page: its script, its state, and an unfinished payment of an earlier visit. */
function usePayment(userId: string) {
  const [state, setState] = useState<PaymentState>({ step: 'choosing' })
  const { name, accent } = useStoreBrand()
  const payment = useRef<Payment>(undefined)
  const script = useQuery({
    queryKey: ['payment-script'],
    queryFn: ({ signal }) => loadPaymentLibrary(signal),
    staleTime: Number.POSITIVE_INFINITY,
    retry: 1,
  })
  useEffect(() => {
    const present = createPayment({
      userId,
      api: moneyApi,
      findCheckout() {
        const library = findPaymentLibrary()
        const callbackUrl = needsWholeWindow(navigator.userAgent) ? location.href : undefined
        return (
          library && ((order, events) => openCheckout(library, order, events, { store: { name, accent }, callbackUrl }))
        )
      },
      remember: rememberPayment,
      forget: forgetPayment,
      onState: setState,
      pause: () => new Promise((resolve) => setTimeout(resolve, pauseMs)),
    })
    payment.current = present
    const open = findReturned(userId) ?? findOpenPayment(userId)
    if (open) void present.resume(open)
    return present.stop
  }, [userId, name, accent])
  return { state, payment, isScriptLoading: script.isPending, isSandbox: script.data?.isSandbox ?? false }
}

/** The payment that has just returned from the whole window: stores it, and removes it from the address. */
function findReturned(userId: string): OpenPayment | undefined {
  const address = new URL(location.href)
  const answer = readAndClearPaymentReturn(address.searchParams)
  if (!answer) return undefined
  history.replaceState(history.state, '', address)
  const payment = { userId, orderId: answer.razorpay_order_id, answer }
  rememberPayment(payment)
  return payment
}
