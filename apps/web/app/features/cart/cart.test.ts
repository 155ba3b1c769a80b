// The cart on the screen: its sums, its tags, and how it follows clicks, answers and errors.
import type { Template } from '@vitrine/contract/catalogue'
import type { Cart, CartItem } from '@vitrine/contract/library'
import { describe, expect, it, vi } from 'vitest'
import { ApiResponseError } from '../../api/api.ts'
import { categoryTags, countWaiting, withItem, withoutItem, withQuantity } from './cart-change.ts'
import { type CartSettings, createCartStore } from './use-cart.ts'

const line = (templateId: string, creditsEach: number, quantity: number, more: Partial<CartItem> = {}): CartItem => ({
  template: { templateId, templateName: templateId } as Template,
  quantity,
  creditsEach,
  creditsTotal: more.alreadyPurchased || more.isOnSale === false ? 0 : creditsEach * quantity,
  alreadyPurchased: false,
  isOnSale: true,
  ...more,
})

const cart: Cart = {
  items: [
    line('feast', 120, 2),
    line('owned', 80, 1, { alreadyPurchased: true }),
    line('gone', 50, 3, { isOnSale: false }),
  ],
  subtotalCredits: 240,
  totalCredits: 240,
  licenceCount: 2,
}

describe('the sums of a changed cart', () => {
  it('follow the quantity, and leave out what is owned or withdrawn', () => {
    expect(withQuantity(cart, 'feast', 1)).toMatchObject({ subtotalCredits: 360, totalCredits: 360, licenceCount: 3 })
    expect(withQuantity(cart, 'owned', 5)).toMatchObject({ totalCredits: 240, licenceCount: 2 })
  })

  it('stop at 99 licences and remove a line of which nothing is left', () => {
    expect(withQuantity(cart, 'feast', 500).items[0]?.quantity).toBe(99)
    expect(withQuantity(cart, 'feast', -2).items.map(({ template }) => template.templateId)).toEqual(['owned', 'gone'])
  })

  it('come back when a removed line is put where it stood', () => {
    const [feast] = cart.items
    if (!feast) throw new Error('the cart is empty')
    const without = withoutItem(cart, 'feast')
    expect(without).toMatchObject({ totalCredits: 0, licenceCount: 0 })
    expect(withItem(without, feast, 0)).toEqual(cart)
    expect(withItem(cart, feast, 0)).toBe(cart)
  })
})

it('shows at most three category tags, then how many more there are', () => {
  expect(categoryTags(['a', 'b', 'c'])).toEqual(['a', 'b', 'c'])
  expect(categoryTags(['a', 'b', 'c', 'd', 'e'])).toEqual(['a', 'b', 'c', '+2 more'])
  expect(categoryTags([])).toEqual([])
})

it('the navigation counts the licences that are not owned yet', () => {
  const waiting = (...cart: string[]) => countWaiting({ cart, purchasedTemplates: ['owned', 'older'] })
  expect(waiting('feast', 'feast', 'owned', 'owned', 'lamps')).toBe(3)
  expect(waiting('owned')).toBe(0)
  expect(waiting()).toBe(0)
})

describe('changes of a cart', () => {
  const storeWith = (api: Partial<CartSettings['api']>) => {
    const onRefused = vi.fn()
    const onSettled = vi.fn()
    const refuse = () => Promise.reject(new ApiResponseError(500, 'unknown', ''))
    const store = createCartStore(cart, {
      api: { updateCartQuantity: refuse, removeFromCart: refuse, addToCart: refuse, ...api },
      onRefused,
      onSettled,
    })
    return { store, onRefused, onSettled }
  }

  it('are shown at once and sent one after the other', async () => {
    const asked: number[] = []
    let answer = (_cart: { cart: Cart }) => {}
    const { store, onSettled } = storeWith({
      updateCartQuantity: (_, delta) => {
        asked.push(delta)
        return new Promise((resolve) => {
          answer = resolve
        })
      },
    })
    store.change({ kind: 'quantity', templateId: 'feast', delta: 1 })
    store.change({ kind: 'quantity', templateId: 'feast', delta: 2 })
    expect(store.getCart()).toMatchObject({ totalCredits: 600 })
    await expect.poll(() => asked).toEqual([1])
    expect(store.isSettled()).toBe(false)
    answer({ cart: withQuantity(cart, 'feast', 1) })
    await expect.poll(() => asked).toEqual([1, 2])
    expect(store.getCart()).toMatchObject({ totalCredits: 600 })
    expect(onSettled).not.toHaveBeenCalled()
    answer({ cart: withQuantity(cart, 'feast', 3) })
    await store.whenSettled()
    expect(store.getCart()).toMatchObject({ totalCredits: 600 })
    expect(store.isSettled()).toBe(true)
    expect(onSettled).toHaveBeenCalledOnce()
  })

  it('are undone when the server rejects them, and only those', async () => {
    const { store, onRefused } = storeWith({
      updateCartQuantity: (templateId, delta) => Promise.resolve({ cart: withQuantity(cart, templateId, delta) }),
    })
    store.change({ kind: 'remove', templateId: 'feast' })
    store.change({ kind: 'quantity', templateId: 'feast', delta: 1 })
    expect(store.getCart().items).toHaveLength(2)
    await store.whenSettled()
    expect(onRefused).toHaveBeenCalledExactlyOnceWith(expect.any(ApiResponseError), {
      kind: 'remove',
      templateId: 'feast',
    })
    expect(store.getCart()).toMatchObject({ totalCredits: 360 })
  })
})
