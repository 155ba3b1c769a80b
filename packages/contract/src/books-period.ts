// Periods of the books: a month, a quarter or a year of India's financial year, which begins in April. Pages step through them, so
// no schema here.

export const booksPeriodKinds = ['month', 'quarter', 'year'] as const
export type BooksPeriodKind = (typeof booksPeriodKinds)[number]

/** A period as it is written: `2026-11`, `2026-27-Q3` (October to December 2026), `2026-27`. */
export interface BooksPeriodName {
  readonly kind: BooksPeriodKind
  readonly value: string
}

/** Months are counted from January of the year 0. */
interface MonthSpan {
  readonly first: number
  readonly count: number
}

const MONTHS: Readonly<Record<BooksPeriodKind, number>> = { month: 1, quarter: 3, year: 12 }

/** From January to the first month of the financial year. */
const APRIL = 3

const FORMS: Readonly<Record<BooksPeriodKind, RegExp>> = {
  month: /^(20\d\d)-(0[1-9]|1[0-2])$/,
  quarter: /^(20\d\d)-(\d\d)-Q([1-4])$/,
  year: /^(20\d\d)-(\d\d)$/,
}

/** The months of a period; undefined for what is not one, such as `2026-13` or the year `2026-28`. */
export function findMonths({ kind, value }: BooksPeriodName): MonthSpan | undefined {
  const found = FORMS[kind].exec(value)
  if (!found) return undefined
  const [year, part, quarter] = [Number(found[1]), Number(found[2]), Number(found[3] ?? 1)]
  if (kind === 'month') return { first: year * 12 + part - 1, count: 1 }
  if (part !== (year + 1) % 100) return undefined
  return { first: year * 12 + APRIL + (quarter - 1) * 3, count: MONTHS[kind] }
}

/** The period of a kind that contains a month. */
export function periodOfMonth(kind: BooksPeriodKind, month: number): BooksPeriodName {
  if (kind === 'month') return { kind, value: `${Math.floor(month / 12)}-${twoDigits((month % 12) + 1)}` }
  const financial = month - APRIL
  const year = Math.floor(financial / 12)
  const name = `${year}-${twoDigits((year + 1) % 100)}`
  return { kind, value: kind === 'year' ? name : `${name}-Q${Math.floor((financial % 12) / 3) + 1}` }
}

/** The period so many before or after another one. */
export function stepPeriod(period: BooksPeriodName, steps: number): BooksPeriodName {
  const months = findMonths(period)
  return months ? periodOfMonth(period.kind, months.first + steps * months.count) : period
}

/** The offset of Asia/Kolkata, which has had no other since 1945. */
const IST_MS = 5.5 * 60 * 60 * 1000

/** The first moment of a month in India. */
export function startOfMonth(month: number): Date {
  return new Date(Date.UTC(Math.floor(month / 12), month % 12) - IST_MS)
}

/** The month of a moment in India. */
export function monthAt(moment: Date): number {
  const india = new Date(moment.getTime() + IST_MS)
  return india.getUTCFullYear() * 12 + india.getUTCMonth()
}

/** A moment with the day and the time of India: `2026-11-30T17:27:08.391+05:30`. */
export function writeIndianTime(moment: Date): string {
  return new Date(moment.getTime() + IST_MS).toISOString().replace('Z', '+05:30')
}

const twoDigits = (value: number) => String(value).padStart(2, '0')
