import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { booksPeriodKinds, findMonths, monthAt, periodOfMonth, startOfMonth, stepPeriod } from './books-period.ts'

const november2026 = 2026 * 12 + 10

describe('a period of the books', () => {
  it('is a month, or a quarter or year of the Indian financial year', () => {
    expect(findMonths({ kind: 'month', value: '2026-11' })).toEqual({ first: november2026, count: 1 })
    expect(findMonths({ kind: 'quarter', value: '2026-27-Q3' })).toEqual({ first: november2026 - 1, count: 3 })
    expect(findMonths({ kind: 'quarter', value: '2026-27-Q4' })).toEqual({ first: november2026 + 2, count: 3 })
    expect(findMonths({ kind: 'year', value: '2026-27' })).toEqual({ first: november2026 - 7, count: 12 })
    expect(findMonths({ kind: 'year', value: '2099-00' })).toBeDefined()
    for (const value of ['', '2026-00', '2026-13', '2026-1', '1999-01', '2026-27-Q3', ' 2026-11']) {
      expect(findMonths({ kind: 'month', value })).toBeUndefined()
    }
    for (const value of ['2026-28', '2026-26', '2026-11', '2026-27-Q1']) {
      expect(findMonths({ kind: 'year', value })).toBeUndefined()
    }
    for (const value of ['2026-27-Q0', '2026-27-Q5', '2026-Q3', '2026-28-Q1', '2026-27']) {
      expect(findMonths({ kind: 'quarter', value })).toBeUndefined()
    }
  })

  it('begins at midnight in India', () => {
    expect(startOfMonth(november2026).toISOString()).toBe('2026-10-31T18:30:00.000Z')
    expect(monthAt(new Date('2026-10-31T18:29:59.999Z'))).toBe(november2026 - 1)
    expect(monthAt(new Date('2026-10-31T18:30:00.000Z'))).toBe(november2026)
  })

  it('contains its months, and follows the one before it without a gap', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...booksPeriodKinds),
        fc.integer({ min: 2001 * 12, max: 2098 * 12 }),
        (kind, month) => {
          const period = periodOfMonth(kind, month)
          const months = findMonths(period)
          expect(months).toBeDefined()
          if (!months) return
          expect(months.first <= month && month < months.first + months.count).toBe(true)
          expect(monthAt(startOfMonth(month))).toBe(month)
          const next = stepPeriod(period, 1)
          expect(findMonths(next)?.first).toBe(months.first + months.count)
          expect(stepPeriod(next, -1)).toEqual(period)
        },
      ),
    )
  })
})
