// Formats prices: credits, and their value in the visitor’s currency. Integers only.
import type { Region } from '@vitrine/contract/region'

/**
 * The credits a visitor of this region pays, as the server counts them: the Indian price for India when there is one (0 is
 * one: free in India), else the general price.
 */
export function templateCredits(
  { templatePrice, templatePriceIND }: { templatePrice: number; templatePriceIND?: number | undefined },
  region: Pick<Region, 'isIndianUser'>,
): number {
  return region.isIndianUser ? (templatePriceIND ?? templatePrice) : templatePrice
}

/** What credits are worth in the region's currency: symbol and two decimals, such as '₹95.76'. */
export function creditsWorth(
  credits: number,
  region: { currencySymbol: string; minorUnitsPer1000Credits: number },
): string {
  return moneyText(Math.round((credits * region.minorUnitsPer1000Credits) / 1000), region.currencySymbol)
}

/** An amount in minor units (paise, cents) with its symbol and two decimals, such as '₹399.00'. */
export function moneyText(amountMinor: number, symbol = '₹'): string {
  return `${symbol}${Math.trunc(amountMinor / 100)}.${String(amountMinor % 100).padStart(2, '0')}`
}

/** About what paise are in the visitor's currency, such as 'about $4.75'; undefined for those who pay in it anyway. */
export function foreignText(
  amountPaise: number,
  region: Pick<Region, 'isIndianUser' | 'currencySymbol' | 'minorUnitsPer1000Credits' | 'paisePer1000Credits'>,
): string | undefined {
  if (region.isIndianUser) return undefined
  const cents = Math.round((amountPaise * region.minorUnitsPer1000Credits) / region.paisePer1000Credits)
  return `about ${moneyText(cents, region.currencySymbol)}`
}

/** '1 credit', '120 credits'. */
export function creditsText(credits: number): string {
  return `${credits} ${credits === 1 ? 'credit' : 'credits'}`
}

/** Such as '1 more credit' or '300 more credits'. */
export function moreCreditsText(credits: number): string {
  return `${credits} more ${credits === 1 ? 'credit' : 'credits'}`
}
