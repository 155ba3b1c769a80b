// The price range of all templates on sale, from the catalogue itself, for written pages.
import type { Template, TemplateKind } from '@vitrine/contract/catalogue'
import type { Region } from '@vitrine/contract/region'
import type { VisitorApi } from '../../api/api.ts'
import { kindOrder } from '../../api/template-kind.ts'
import { templateCredits } from '../../ui/money.ts'

/** In credits of the visitor's region, without free templates. */
export type PriceRange = { lowest: number; highest: number; hasFree: boolean }

/** With more free templates of one kind than this, the lowest price of the kind is not found. */
const maxFree = 48

/** Undefined when nothing on sale costs credits. Rejects with `ApiResponseError`. */
export async function findPriceRange(
  api: Pick<VisitorApi, 'getCataloguePage'>,
  region: Pick<Region, 'isIndianUser'>,
): Promise<PriceRange | undefined> {
  const read = async (kind: TemplateKind): Promise<readonly Template[]> => {
    const [cheap, dear] = await Promise.all([
      api.getCataloguePage(kind, { sort: 'price-low-high', limit: maxFree }),
      api.getCataloguePage(kind, { sort: 'price-high-low', limit: 1 }),
    ])
    return [...cheap.items, ...dear.items]
  }
  const prices = (await Promise.all(kindOrder.map(read))).flat().map((template) => templateCredits(template, region))
  const paid = prices.filter((credits) => credits > 0)
  if (paid.length === 0) return undefined
  return { lowest: Math.min(...paid), highest: Math.max(...paid), hasFree: paid.length < prices.length }
}
