// Formats amounts and counts. Analytics come in rupees; sums are computed in whole paise.
import { writeRupees } from '@vitrine/contract/money'

const counts = new Intl.NumberFormat('en-IN')
const short = new Intl.NumberFormat('en-IN', { notation: 'compact', maximumFractionDigits: 1 })

/** Two decimals, such as '₹1,23,456.50'. */
export function rupeesText(rupees: number): string {
  return writeRupees(Math.round(rupees * 100))
}

/** For the axis of a chart, such as '₹1.2L'. */
export function shortRupeesText(rupees: number): string {
  return `₹${short.format(rupees)}`
}

/** What credits are worth. */
export function creditsWorthText(credits: number, paisePer1000Credits: number): string {
  return writeRupees(Math.round((credits * paisePer1000Credits) / 1000))
}

/** '1,23,456'. */
export function countText(count: number): string {
  return counts.format(count)
}
