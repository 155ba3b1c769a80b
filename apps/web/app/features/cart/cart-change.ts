// The cart after a change that the server has not confirmed yet, computed as on the server.

import { t } from '@lingui/core/macro'
import type { Profile } from '@vitrine/contract/accounts'
import type { Cart, CartItem } from '@vitrine/contract/library'
import { MAX_LICENCES } from '@vitrine/contract/limit'

/** The cart with `delta` more licences of a template, 1 to 99; 0 removes the line. */
export function withQuantity(cart: Cart, templateId: string, delta: number): Cart {
  const items = cart.items.flatMap((item) => {
    if (item.template.templateId !== templateId) return item
    const quantity = Math.min(item.quantity + delta, MAX_LICENCES)
    return quantity > 0 ? { ...item, quantity, creditsTotal: isCharged(item) ? item.creditsEach * quantity : 0 } : []
  })
  return withSums(items)
}

export function withoutItem(cart: Cart, templateId: string): Cart {
  return withSums(cart.items.filter((item) => item.template.templateId !== templateId))
}

/** The cart with a line at an index, unless it has one of that template by now. */
export function withItem(cart: Cart, item: CartItem, index: number): Cart {
  const { templateId } = item.template
  if (cart.items.some(({ template }) => template.templateId === templateId)) return cart
  return withSums(cart.items.toSpliced(index, 0, item))
}

/** Owned and withdrawn lines stay in the cart and cost nothing. */
export function isCharged(item: Pick<CartItem, 'alreadyPurchased' | 'isOnSale'>): boolean {
  return item.isOnSale && !item.alreadyPurchased
}

/** Licences in a profile's cart that are not owned yet. Only the cart itself knows whether they can still be bought. */
export function countWaiting({ cart, purchasedTemplates }: Pick<Profile, 'cart' | 'purchasedTemplates'>): number {
  const owned = new Set(purchasedTemplates)
  return cart.filter((templateId) => !owned.has(templateId)).length
}

/** A cart in the form of a profile's: the id of a template once per licence. Sorted. */
export function listLicences({ items }: Cart): string[] {
  return items
    .flatMap(({ template, quantity }) => Array.from({ length: quantity }, () => template.templateId))
    .toSorted()
}

function withSums(items: CartItem[]): Cart {
  const credits = items.reduce((sum, item) => sum + item.creditsTotal, 0)
  const licences = items.filter(isCharged).reduce((sum, item) => sum + item.quantity, 0)
  return { items, subtotalCredits: credits, totalCredits: credits, licenceCount: licences }
}

/** The tags below a line: at most three categories, then '+N more'. */
export function categoryTags(categories: readonly string[], limit = 3): string[] {
  const more = categories.length - limit
  return more > 0 ? [...categories.slice(0, limit), t`+${more} more`] : [...categories]
}
