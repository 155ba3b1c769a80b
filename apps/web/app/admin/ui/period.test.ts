// A period goes through the address and comes back; days are those of the calendar.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  dayText,
  findMidnight,
  firstRange,
  type Period,
  periodQuery,
  periodText,
  readPeriod,
  toDay,
  writePeriod,
} from './period.tsx'

const day = fc.date({ min: new Date(1970, 0, 2), max: new Date(2100, 0, 1), noInvalidDate: true }).map(toDay)
const period: fc.Arbitrary<Period> = fc.oneof(
  fc.constantFrom('all', 'week', 'month', '60days').map((name) => ({ name })),
  fc.tuple(day, day).map((days) => {
    const [from = '', to = ''] = days.toSorted()
    return { name: 'custom' as const, from, to }
  }),
) as fc.Arbitrary<Period>

describe('a period', () => {
  it('is read from the address as written, and changes no other parameter but the page', () => {
    fc.assert(
      fc.property(period, period, (before, wanted) => {
        const address = writePeriod(new URLSearchParams('tab=revenue&page=7'), before)
        const next = writePeriod(address, wanted)
        expect(readPeriod(next)).toEqual(wanted)
        expect(next.get('tab')).toBe('revenue')
        expect(next.has('page')).toBe(false)
      }),
    )
  })

  it.each([
    '',
    'period=year',
    'period=custom',
    'period=custom&from=2026-01-01',
    'period=custom&from=2026-02-30&to=2026-03-01',
    'period=custom&from=2026-03-02&to=2026-03-01',
    'period=constructor',
  ])('is all time for what is none: %s', (address) => {
    expect(readPeriod(new URLSearchParams(address))).toEqual({ name: 'all' })
  })

  it('is named by its name, or by its days', () => {
    expect(periodText({ name: 'week' })).toBe('This Week')
    expect(periodText({ name: '60days' })).toBe('Past 60 Days')
    expect(periodText({ name: 'custom', from: '2026-03-03', to: '2026-04-01' })).toBe('3 Mar 2026 – 1 Apr 2026')
    expect(periodText({ name: 'custom', from: '2026-03-03', to: '2026-03-03' })).toBe('3 Mar 2026')
    expect(dayText('nonsense')).toBe('nonsense')
  })

  it('is requested with days only when custom, in the owner’s time zone', () => {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    expect(periodQuery({ name: 'month' })).toEqual({ period: 'month', timeZone })
    const range = { name: 'custom', from: '2026-03-03', to: '2026-04-01' } as const
    expect(periodQuery(range)).toEqual({ period: 'custom', from: '2026-03-03', to: '2026-04-01', timeZone })
  })

  it('of a custom range begins as the last thirty days', () => {
    expect(firstRange(new Date(2026, 2, 15, 23, 59))).toEqual({ name: 'custom', from: '2026-02-14', to: '2026-03-15' })
  })
})

it('a day begins at its midnight, and what is no day has none', () => {
  fc.assert(
    fc.property(day, (one) => {
      expect(toDay(findMidnight(one) ?? new Date(0))).toBe(one)
    }),
  )
  for (const wrong of ['2026-13-01', '2026-02-29', '26-01-01', '', null]) expect(findMidnight(wrong)).toBeUndefined()
})
