// Formats prices: credits, and their value in the visitor’s currency. Integers only.
import { plural, t } from '@lingui/core/macro'
import type { Region } from '@vitrine/contract/routes/store'
import { countText, groupedText, numberFormat } from '../language/format.ts'
import { i18n } from '../language/i18n.ts'

/**
 * The price in credits for this region, computed as on the server: in India the Indian price if there is one (0 means
 * free), else the general price.
 */
export function templateCredits(
  { templatePrice, templatePriceIND }: { templatePrice: number; templatePriceIND?: number | undefined },
  region: Pick<Region, 'isIndianUser'>,
): number {
  return region.isIndianUser ? (templatePriceIND ?? templatePrice) : templatePrice
}

/** The value of credits in the region's currency: symbol and two decimals, such as '₹95.76'. */
export function creditsWorth(
  credits: number,
  region: { currencySymbol: string; minorUnitsPer1000Credits: number },
): string {
  return moneyText(creditsWorthMinor(credits, region), region.currencySymbol)
}

/** The same in minor units (paise, cents). */
export function creditsWorthMinor(credits: number, region: { minorUnitsPer1000Credits: number }): number {
  return Math.round((credits * region.minorUnitsPer1000Credits) / 1000)
}

/** An amount in minor units (paise, cents) with its symbol and two decimals, such as '₹1,499.00'. */
export function moneyText(amountMinor: number, symbol = '₹'): string {
  const amount =
    i18n.locale === 'en'
      ? groupedText(decimalText(amountMinor))
      : numberFormat({ minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(amountMinor / 100)
  return t({ message: `${symbol}${amount}`, comment: 'An amount of money: the sign of the currency and the number' })
}

/** An amount in minor units with two decimals, in machine-readable form: '95.76'. */
export function decimalText(amountMinor: number): string {
  return `${Math.trunc(amountMinor / 100)}.${String(amountMinor % 100).padStart(2, '0')}`
}

/** '1 credit', '120 credits'. */
export function creditsText(credits: number): string {
  const count = countText(credits)
  return plural(credits, { one: `${count} credit`, other: `${count} credits` })
}

/**
 * '+120 credits', '−1 credit'. Sign and number are one value, because right-to-left text would put the sign on the
 * wrong side. `write` formats the number.
 */
export function creditsChangeText(change: number, write = countText): string {
  const credits = Math.abs(change)
  const count = `${change > 0 ? '+' : '−'}${write(credits)}`
  return plural(credits, { one: `${count} credit`, other: `${count} credits` })
}

/** Such as '1 more credit' or '300 more credits'. */
export function moreCreditsText(credits: number): string {
  const count = countText(credits)
  return plural(credits, { one: `${count} more credit`, other: `${count} more credits` })
}
