// The price of a template after its free period: struck through next to “Free”.
import { t } from '@lingui/core/macro'
import type { Template } from '@vitrine/contract/catalogue'
import { useRegion } from '../../api/root-data.ts'
import { creditsText, templateCredits } from '../../ui/money.ts'

/** Renders nothing if it has no other price. */
export default function UsualPrice({ template }: { template: Pick<Template, 'usualPrice' | 'usualPriceIND'> }) {
  const region = useRegion()
  const { usualPrice: templatePrice = 0, usualPriceIND: templatePriceIND } = template
  const credits = templateCredits({ templatePrice, templatePriceIND }, region)
  if (credits === 0) return null
  const price = creditsText(credits)
  return (
    <span className="price text-caption text-muted tabular-nums">
      <span className="sr-only">{t`Usually ${price}`}</span>
      <s aria-hidden="true">{price}</s>
    </span>
  )
}
