// Formats amounts and counts. Analytics come in rupees; sums are computed in whole paise.
import { plural, t } from '@lingui/core/macro'
import { numberFormat } from '../../language/format.ts'
import { moneyText } from '../../ui/money.ts'

/** The currency symbol of an amount, with a minus for a negative one. */
const signed = (amount: number) => (amount < 0 ? '-₹' : '₹')

/** Two decimals, such as '₹1,23,456.50'. */
export function rupeesText(rupees: number): string {
  return paiseText(Math.round(rupees * 100))
}

/** '₹1,499.00' for 149900 paise, '-₹5.00' for -500. */
export function paiseText(amountPaise: number): string {
  return moneyText(Math.abs(amountPaise), signed(amountPaise))
}

/** For the axis of a chart, such as '₹1.2L'. */
export function shortRupeesText(rupees: number): string {
  const amount = numberFormat({ notation: 'compact', maximumFractionDigits: 1 }).format(Math.abs(rupees))
  const symbol = signed(rupees)
  return t({ message: `${symbol}${amount}`, comment: 'An amount of money: the sign of the currency and the number' })
}

/** The value of credits. */
export function creditsWorthText(credits: number, paisePer1000Credits: number): string {
  return paiseText(Math.round((credits * paisePer1000Credits) / 1000))
}

/** '1,23,456'. */
export function countText(count: number): string {
  return numberFormat().format(count)
}

/** '1 credit', '1,200 credits'. */
export function creditsText(credits: number): string {
  const count = countText(credits)
  return plural(credits, { one: `${count} credit`, other: `${count} credits` })
}
