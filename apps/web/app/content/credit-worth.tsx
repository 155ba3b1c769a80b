// Owns amounts inside written pages: credits, with what they are worth where the visitor is.
import { useRegion } from '../store/region.ts'
import { creditsText, creditsWorth } from '../ui/money.ts'

/** '500 credits (₹399.00)'. */
export function CreditWorth({ credits }: { credits: number }) {
  const region = useRegion()
  return (
    <span className="whitespace-nowrap tabular-nums">
      {creditsText(credits)} ({creditsWorth(credits, region)})
    </span>
  )
}
