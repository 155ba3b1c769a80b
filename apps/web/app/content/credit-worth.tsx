// Amounts on written pages: credits with their value in the visitor’s currency.
import { creditsText, creditsWorth } from '../ui/money.ts'
import { useRegion } from '../ui/root-data.ts'
import type { PriceRange } from './price-range.ts'

/** '500 credits (₹399.00)'. */
function CreditWorth({ credits }: { credits: number }) {
  const region = useRegion()
  return (
    <span className="whitespace-nowrap tabular-nums">
      {creditsText(credits)} ({creditsWorth(credits, region)})
    </span>
  )
}

/** The sentence about what templates cost; nothing where that is not known. */
export function TemplatePrices({ prices }: { prices: PriceRange | undefined }) {
  if (!prices) return null
  const { lowest, highest, hasFree } = prices
  return (
    <p>
      {hasFree ? 'Some are free; the others cost ' : 'They cost '}
      {lowest < highest && (
        <>
          between <CreditWorth credits={lowest} /> and{' '}
        </>
      )}
      <CreditWorth credits={highest} />.
    </p>
  )
}
