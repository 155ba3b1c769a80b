// Filters and sorts liked templates.
import { t } from '@lingui/core/macro'
import type { UserTemplate } from '@vitrine/contract/catalogue'
import type { Region } from '@vitrine/contract/region'
import { templateCredits } from '../ui/money.ts'

export const likedSorts = {
  get recent() {
    return t`Recently liked`
  },
  get name() {
    return t`Name`
  },
  get 'price-low'() {
    return t`Price: low to high`
  },
  get 'price-high'() {
    return t`Price: high to low`
  },
}
export type LikedSort = keyof typeof likedSorts

type Listed = Pick<
  UserTemplate,
  'templateName' | 'templateDescription' | 'templateCategory' | 'templatePrice' | 'templatePriceIND'
>

/** `templates` come as the server sends them, the one liked last first. Prices are those of the visitor's region. */
export function sortLiked<T extends Listed>(
  templates: readonly T[],
  search: string,
  sort: LikedSort,
  region: Pick<Region, 'isIndianUser'>,
): readonly T[] {
  const wanted = search.trim().toLowerCase()
  const found = templates.filter(({ templateName, templateDescription, templateCategory }) =>
    [templateName, templateDescription, ...templateCategory].some((text) => text.toLowerCase().includes(wanted)),
  )
  const byName = (a: T, b: T) => a.templateName.localeCompare(b.templateName)
  const price = (template: T) => templateCredits(template, region)
  const byPrice = (a: T, b: T) => price(a) - price(b) || byName(a, b)
  const byPriceDown = (a: T, b: T) => price(b) - price(a) || byName(a, b)
  if (sort === 'name') return found.toSorted(byName)
  if (sort === 'price-low') return found.toSorted(byPrice)
  if (sort === 'price-high') return found.toSorted(byPriceDown)
  return found
}
