// Amounts on written pages: credits with their value in the visitor’s currency.
import { Trans } from '@lingui/react/macro'
import { creditsText, creditsWorth } from '../ui/money.ts'
import { useRegion } from '../ui/root-data.ts'
import type { PriceRange } from './price-range.ts'

/** '500 credits (₹399.00)'. */
function CreditWorth({ credits }: { credits: number }) {
  const region = useRegion()
  return (
    <span className="whitespace-nowrap tabular-nums">
      {`${creditsText(credits)} (${creditsWorth(credits, region)})`}
    </span>
  )
}

/** The sentence about what templates cost; nothing where that is not known. */
export function TemplatePrices({ prices }: { prices: PriceRange | undefined }) {
  if (!prices) return null
  const { lowest, highest, hasFree } = prices
  const low = <CreditWorth credits={lowest} />
  const high = <CreditWorth credits={highest} />
  if (lowest === highest) {
    return <p>{hasFree ? <Trans>Some are free; the others cost {high}.</Trans> : <Trans>They cost {high}.</Trans>}</p>
  }
  return (
    <p>
      {hasFree ? (
        <Trans>
          Some are free; the others cost between {low} and {high}.
        </Trans>
      ) : (
        <Trans>
          They cost between {low} and {high}.
        </Trans>
      )}
    </p>
  )
}
