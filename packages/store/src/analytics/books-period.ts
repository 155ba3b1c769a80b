// The period that the books are closed for.

import { ApiError } from '@vitrine/contract/api-error'
import type { BooksPeriodQuery } from '@vitrine/contract/books'
import { findMonths, monthAt, startOfMonth } from '@vitrine/contract/books-period'

/** From midnight in India on, before `to`. */
export interface BooksPeriod {
  readonly kind: BooksPeriodQuery['kind']
  readonly value: string
  readonly from: Date
  readonly to: Date
  /** It has not ended yet: its figures still change. */
  readonly isUnfinished: boolean
}

/** The limits of a period. Throws `invalid-input` for one that has not begun, and for what is not a period. */
export function resolveBooksPeriod({ kind, value }: BooksPeriodQuery, now = new Date()): BooksPeriod {
  const months = findMonths({ kind, value })
  if (!months) throw invalid('Enter a period such as 2026-11, 2026-27-Q3 or 2026-27')
  if (months.first > monthAt(now)) throw invalid('This period has not begun yet')
  const to = startOfMonth(months.first + months.count)
  return { kind, value, from: startOfMonth(months.first), to, isUnfinished: to > now }
}

function invalid(message: string): ApiError {
  return new ApiError('invalid-input', { issues: [{ path: 'value', message }] }, message)
}
