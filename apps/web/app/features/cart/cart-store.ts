// The cart with optimistic changes: each click shows immediately, requests run one after another, rejected changes are
// reverted.
import type { Cart, CartItem } from '@vitrine/contract/library'
import { createNotifier } from '../../api/observable.ts'
import type { MoneyApi } from '../credits/money-api.ts'
import { withItem, withoutItem, withQuantity } from './cart-change.ts'

export type CartChange =
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

export type CartStore = {
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
