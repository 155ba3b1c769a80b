// The cart of the open page: loading, changing, undo, checkout.

import { t } from '@lingui/core/macro'
import type { Profile } from '@vitrine/contract/accounts'
import type { Cart, CartItem, CheckoutResponse } from '@vitrine/contract/library'
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { ApiResponseError } from '../../api/api.ts'
import { errorText } from '../../api/error-text.ts'
import { createNotifier } from '../../api/observable.ts'
import { pageDraft, readFields } from '../../api/persisted.ts'
import { createRandomId } from '../../api/random-id.ts'
import { refreshProfile, setCredits } from '../../api/session.ts'
import { askBeforeClosing } from '../../ui/leave-guard.tsx'
import { useToast } from '../../ui/toast.tsx'
import { type CreditShortage, findCreditShortage } from '../credits/insufficient-credits.tsx'
import { type MoneyApi, moneyApi } from '../credits/money-api.ts'
import { listLicences, withItem, withoutItem, withQuantity } from './cart-change.ts'

/** The changes of one cart, starting with the server's. */
export function useCartStore(first: Cart): CartStore {
  const showToast = useToast()
  const [store] = useState(() =>
    createCartStore(first, {
      api: moneyApi,
      onRefused: (error) => showToast('error', errorText(error, t`Your cart could not be changed. Please try again.`)),
      onSettled: () => void refreshProfile(),
    }),
  )
  useSyncExternalStore(store.subscribe, store.getCart, store.getCart)
  // Changes without a response would be lost with the page.
  useEffect(() => askBeforeClosing(() => !store.isSettled()), [store])
  return store
}

/** Adopts changes of another tab or device as soon as the profile includes them. */
export function useOtherTabs(store: CartStore, profile: Pick<Profile, 'cart'>): void {
  const listedCart = JSON.stringify(profile.cart.toSorted())
  useEffect(() => {
    if (!store.isSettled() || listedCart === JSON.stringify(listLicences(store.getCart()))) return
    // The old cart stays visible if the request fails; the next change or the checkout reports the error.
    moneyApi.getCart().then(
      (cart) => store.isSettled() && store.put(cart),
      () => undefined,
    )
  }, [listedCart, store])
}

/** The result of a checkout, with the templates as they were in the cart. */
export type PurchaseComplete = { result: CheckoutResponse; cart: Cart }

export type CheckoutState =
  | { step: 'idle' }
  | { step: 'buying' }
  | { step: 'bought'; bought: PurchaseComplete }
  /** The total differs from the one shown; nothing was charged. */
  | { step: 'price-changed'; credits: number }
  | { step: 'failed'; message: string }

export function useCheckout(userId: string, store: CartStore) {
  const [state, setState] = useState<CheckoutState>({ step: 'idle' })
  const [shortage, setShortage] = useState<CreditShortage>()
  const forgetShortage = useCallback(() => setShortage(undefined), [])

  const send = useCallback(
    async (expectedCredits: number, cart: Cart, mayAskAgain = true): Promise<void> => {
      const { idempotencyKey } = beginAttempt(userId, expectedCredits)
      let isUnanswered = false
      try {
        const result = await moneyApi.checkOut({ idempotencyKey, expectedCredits })
        endAttempt()
        setState({ step: 'bought', bought: { result, cart } })
        setCredits(result.remainingCredits)
      } catch (error) {
        if (!(error instanceof ApiResponseError)) throw error
        // Without a response the result is unknown: a retry must identify the same purchase.
        isUnanswered = error.status === 0 || error.status >= 500
        if (!isUnanswered) endAttempt()
        setShortage(findCreditShortage(error))
        setState(failedState(error))
      }
      // Bought templates have left the cart; changed prices show.
      const left = await moneyApi.getCart().catch(() => undefined)
      if (left) store.put(left)
      if (left?.items.length === 0) void refreshProfile()
      if (isUnanswered && mayAskAgain && left?.items.length === 0) await send(expectedCredits, cart, false)
    },
    [userId, store],
  )

  const checkOut = async () => {
    setState({ step: 'buying' })
    await store.whenSettled()
    await send(store.getCart().totalCredits, store.getCart())
  }

  const hasRetried = useRef(false)
  useEffect(() => {
    // An empty cart after a checkout without a response: most likely it succeeded. Repeating the request cannot charge
    // anything.
    const attempt = findAttempt(userId)
    if (!attempt || store.getCart().items.length > 0 || hasRetried.current) return
    hasRetried.current = true
    void send(attempt.expectedCredits, store.getCart())
  }, [userId, store, send])

  return { state, checkOut, shortage, forgetShortage }
}

function failedState(error: ApiResponseError): CheckoutState {
  if (error.code === 'not-enough-credits') return { step: 'idle' }
  if (error.code === 'cart-empty') {
    const message = t`Your cart was paid for or emptied in another window or on another device. Nothing was charged here.`
    return { step: 'failed', message }
  }
  if (error.code === 'price-changed' && typeof error.details.credits === 'number') {
    return { step: 'price-changed', credits: error.details.credits }
  }
  const lost = t`We couldn’t confirm your order. Your cart is saved: press Checkout again, and you’ll be charged once at most.`
  return { step: 'failed', message: errorText(error, t`Failed to purchase template`, lost) }
}

type CheckoutAttempt = { userId: string; idempotencyKey: string; expectedCredits: number }

const storedAttempt = pageDraft('checkout', {
  version: 1,
  keptIn: 'device',
  check(value): CheckoutAttempt | undefined {
    const { userId, idempotencyKey, expectedCredits } = readFields<CheckoutAttempt>(value)
    if (!userId || !idempotencyKey || typeof expectedCredits !== 'number') return undefined
    return { userId, idempotencyKey, expectedCredits }
  },
})

/** This user's attempt without a response. */
export const findAttempt = (userId: string): CheckoutAttempt | undefined => storedAttempt.find(userId)

/**
 * The attempt to send: the one without a response if its amount is equal, else a new one. If the earlier one did
 * succeed, the cart has changed, and the server rejects the new amount.
 */
export function beginAttempt(
  userId: string,
  expectedCredits: number,
  createKey: () => string = () => createRandomId(),
): CheckoutAttempt {
  const unanswered = findAttempt(userId)
  if (unanswered?.expectedCredits === expectedCredits) return unanswered
  const attempt = { userId, idempotencyKey: createKey(), expectedCredits }
  storedAttempt.save(attempt, userId)
  return attempt
}

/** Call it after any response of the server. */
export const endAttempt = storedAttempt.drop

// The cart with optimistic changes: each click shows immediately, requests run one after another, rejected changes are
// reverted.

type CartChange =
  | { kind: 'quantity'; templateId: string; delta: number }
  | { kind: 'remove'; templateId: string }
  /** Undoes a removal: the line returns to its place. */
  | { kind: 'restore'; item: CartItem; index: number }

export type CartSettings = {
  api: Pick<MoneyApi, 'updateCartQuantity' | 'removeFromCart' | 'addToCart'>
  /** The server rejected a change, or did not respond; it is already undone. */
  onRefused: (error: unknown, change: CartChange) => void
  /** Every change has a response. */
  onSettled: () => void
}

type CartStore = {
  /** The cart including all unconfirmed changes. Stable until something changes. */
  getCart: () => Cart
  subscribe: (listener: () => void) => () => void
  change: (change: CartChange) => void
  /** Replaces the confirmed cart by the server's. */
  put: (cart: Cart) => void
  /** False while a change has no response, so that the server may not have it. */
  isSettled: () => boolean
  /** Resolves when every change has a response. */
  whenSettled: () => Promise<void>
}

/** `first` is the cart from the server. */
export function createCartStore(first: Cart, { api, onRefused, onSettled }: CartSettings): CartStore {
  let confirmed = first
  let shown = first
  let waiting: CartChange[] = []
  let line = Promise.resolve()
  const { notify, subscribe } = createNotifier()

  const show = () => {
    shown = waiting.reduce(applyChange, confirmed)
    notify()
  }
  const send = async (change: CartChange): Promise<Cart> => {
    if (change.kind === 'quantity') return (await api.updateCartQuantity(change.templateId, change.delta)).cart
    if (change.kind === 'remove') return (await api.removeFromCart(change.templateId)).cart
    const { template, quantity } = change.item
    return (await api.addToCart(template.templateId, quantity)).cart
  }
  const settle = async (change: CartChange) => {
    let failure: { error: unknown } | undefined
    try {
      confirmed = await send(change)
    } catch (error) {
      failure = { error }
    }
    waiting = waiting.filter((other) => other !== change)
    show()
    if (failure) onRefused(failure.error, change)
    if (waiting.length === 0) onSettled()
  }

  return {
    getCart: () => shown,
    subscribe,
    change(change) {
      waiting = [...waiting, change]
      show()
      line = line.then(() => settle(change))
    },
    put(cart) {
      confirmed = cart
      show()
    },
    isSettled: () => waiting.length === 0,
    whenSettled: () => line,
  }
}

function applyChange(cart: Cart, change: CartChange): Cart {
  if (change.kind === 'quantity') return withQuantity(cart, change.templateId, change.delta)
  if (change.kind === 'remove') return withoutItem(cart, change.templateId)
  return withItem(cart, change.item, change.index)
}
