// Amounts on content pages: credits with their value in the visitor’s currency.
import { useLoaderData } from 'react-router'
import { creditsText, creditsWorth } from '../ui/money.ts'
import { useRegion } from '../ui/root-data.ts'
import type { Pricing } from './load-pricing.ts'

/** '500 credits (₹399.00)'. */
function CreditWorth({ credits }: { credits: number }) {
  const region = useRegion()
  return (
    <span className="whitespace-nowrap tabular-nums">
      {creditsText(credits)} ({creditsWorth(credits, region)})
    </span>
  )
}

/** The sentence about what templates cost; nothing where that is not known. Of a page with the loader of load-pricing.ts. */
export function TemplatePrices() {
  const { prices } = useLoaderData() as Pricing
  if (!prices) return null
  const { lowest, highest, hasFree } = prices
  return (
    <>
      {hasFree ? 'Some are free; the others cost ' : 'They cost '}
      {lowest < highest && (
        <>
          between <CreditWorth credits={lowest} /> and{' '}
        </>
      )}
      <CreditWorth credits={highest} />.
    </>
  )
}
