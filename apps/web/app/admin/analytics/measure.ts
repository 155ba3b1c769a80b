// The measures of the chart over time and their number formats.
import type { AdminInterval, AdminRevenuePoint } from '@vitrine/contract/admin'
import { findMidnight } from '../period.ts'
import { countText, rupeesText, shortRupeesText } from '../rupees.ts'

export type Measure = 'revenue' | 'creditsPurchased' | 'purchases' | 'newUsers'

type MeasureFormat = { label: string; text: (value: number) => string; short: (value: number) => string }

export const measures: Readonly<Record<Measure, MeasureFormat>> = {
  revenue: { label: 'Revenue', text: rupeesText, short: shortRupeesText },
  creditsPurchased: { label: 'Credits purchased', text: countText, short: countText },
  purchases: { label: 'Templates sold', text: countText, short: countText },
  newUsers: { label: 'New users', text: countText, short: countText },
}

const formats: Readonly<Record<AdminInterval, Intl.DateTimeFormat>> = {
  day: new Intl.DateTimeFormat('en-IN', { day: 'numeric', month: 'short', year: 'numeric' }),
  week: new Intl.DateTimeFormat('en-IN', { day: 'numeric', month: 'short', year: 'numeric' }),
  month: new Intl.DateTimeFormat('en-IN', { month: 'long', year: 'numeric' }),
}
const shortFormats: Readonly<Record<AdminInterval, Intl.DateTimeFormat>> = {
  day: new Intl.DateTimeFormat('en-IN', { day: 'numeric', month: 'short' }),
  week: new Intl.DateTimeFormat('en-IN', { day: 'numeric', month: 'short' }),
  month: new Intl.DateTimeFormat('en-IN', { month: 'short', year: '2-digit' }),
}

/** '3 Mar 2026', 'Week of 2 Mar 2026' or 'March 2026'. */
export function pointText({ date }: Pick<AdminRevenuePoint, 'date'>, interval: AdminInterval): string {
  const day = formats[interval].format(findMidnight(date))
  return interval === 'week' ? `Week of ${day}` : day
}

/** '3 Mar' or 'Mar 26'. */
export function tickText(date: string, interval: AdminInterval): string {
  return shortFormats[interval].format(findMidnight(date))
}
