// Prices and balances. Every one of them is rendered by this component.

import { Trans } from '@lingui/react/macro'
import { useRegion } from '../api/root-data.ts'
import { creditsText, creditsWorth } from './money.ts'

type PriceProps = {
  credits: number
  /** `large` is for the main price of a page. */
  size?: 'regular' | 'large'
  /** A balance, not a price: 0 is not "free". */
  isBalance?: boolean
}

/** "120 credits" and next to it their value in the visitor's currency, or "Free". */
export function Price({ credits, size = 'regular', isBalance = false }: PriceProps) {
  const region = useRegion()
  if (credits === 0 && !isBalance)
    return (
      <span className={size === 'large' ? 'price font-headline text-title' : 'price flex text-caption font-medium'}>
        <Trans context="price">Free</Trans>
      </span>
    )
  if (size === 'large') {
    return (
      <p translate="no" className="price flex flex-wrap items-baseline gap-x-3 tabular-nums">
        <span className="font-headline text-title">{creditsText(credits)}</span>
        <span className="text-muted">{creditsWorth(credits, region)}</span>
      </p>
    )
  }
  return (
    <span translate="no" className="price flex flex-wrap items-baseline gap-x-1.5 text-caption tabular-nums">
      <span className="font-medium whitespace-nowrap">{creditsText(credits)}</span>
      <span className="text-muted">{creditsWorth(credits, region)}</span>
    </span>
  )
}
