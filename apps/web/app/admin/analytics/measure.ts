// The measures of the chart over time and their number formats.
import { t } from '@lingui/core/macro'
import type { AdminInterval, AdminRevenuePoint } from '@vitrine/contract/admin'
import { dateFormat } from '../../language/format.ts'
import { findMidnight } from '../ui/period.ts'
import { countText, rupeesText, shortRupeesText } from '../ui/rupees.ts'

export type Measure = 'revenue' | 'creditsPurchased' | 'purchases' | 'newUsers'

type MeasureFormat = { label: string; text: (value: number) => string; short: (value: number) => string }

export function measures(): Readonly<Record<Measure, MeasureFormat>> {
  return {
    revenue: { label: t`Revenue`, text: rupeesText, short: shortRupeesText },
    creditsPurchased: { label: t`Credits purchased`, text: countText, short: countText },
    purchases: { label: t`Templates sold`, text: countText, short: countText },
    newUsers: { label: t`New users`, text: countText, short: countText },
  }
}

const formats: Readonly<Record<AdminInterval, Intl.DateTimeFormatOptions>> = {
  day: { day: 'numeric', month: 'short', year: 'numeric' },
  week: { day: 'numeric', month: 'short', year: 'numeric' },
  month: { month: 'long', year: 'numeric' },
}
const shortFormats: Readonly<Record<AdminInterval, Intl.DateTimeFormatOptions>> = {
  day: { day: 'numeric', month: 'short' },
  week: { day: 'numeric', month: 'short' },
  month: { month: 'short', year: '2-digit' },
}

/** '3 Mar 2026', 'Week of 2 Mar 2026' or 'March 2026'. */
export function pointText({ date }: Pick<AdminRevenuePoint, 'date'>, interval: AdminInterval): string {
  const day = dateFormat(formats[interval], 'en-IN').format(findMidnight(date))
  return interval === 'week' ? t`Week of ${day}` : day
}

/** '3 Mar' or 'Mar 26'. */
export function tickText(date: string, interval: AdminInterval): string {
  return dateFormat(shortFormats[interval], 'en-IN').format(findMidnight(date))
}

/**
 * Round values from 0 to `highest` or just above it, in two to five equal steps of 1, 2 or 5 times a power of ten; whole ones unless
 * `hasFractions`. `highest` is more than 0.
 */
export function chartTicks(highest: number, hasFractions: boolean): number[] {
  const power = 10 ** Math.floor(Math.log10(highest / 4))
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => highest / size <= 4.5) ?? highest
  const size = hasFractions ? step : Math.max(1, step)
  return Array.from({ length: Math.ceil(highest / size) + 1 }, (_, n) => n * size)
}
