import { describe, expect, it } from 'vitest'
import { catchApiError } from '../../testing/store.ts'
import { resolveBooksPeriod } from './books-period.ts'

const now = new Date('2026-11-15T12:00:00Z')
const resolve = (kind: 'month' | 'quarter' | 'year', value: string, at = now) => resolveBooksPeriod({ kind, value }, at)

describe('a period of the books', () => {
  it('begins and ends at midnight in India', () => {
    const finished = {
      isUnfinished: false,
      from: new Date('2026-09-30T18:30:00Z'),
      to: new Date('2026-10-31T18:30:00Z'),
    }
    expect(resolve('month', '2026-10')).toEqual({ kind: 'month', value: '2026-10', ...finished })
    expect(resolve('quarter', '2026-27-Q3')).toMatchObject({
      isUnfinished: true,
      from: new Date('2026-09-30T18:30:00Z'),
      to: new Date('2026-12-31T18:30:00Z'),
    })
    expect(resolve('year', '2025-26')).toMatchObject({
      isUnfinished: false,
      from: new Date('2025-03-31T18:30:00Z'),
      to: new Date('2026-03-31T18:30:00Z'),
    })
  })

  it('has ended at midnight of its last day in India, and not before', () => {
    expect(resolve('month', '2026-10', new Date('2026-10-31T18:29:59Z')).isUnfinished).toBe(true)
    expect(resolve('month', '2026-10', new Date('2026-10-31T18:30:00Z')).isUnfinished).toBe(false)
  })

  it('is refused when it has not begun, or is none', async () => {
    const refused = async (...period: Parameters<typeof resolve>) =>
      (await catchApiError((async () => resolve(...period))())).details
    const issues = (message: string) => ({ issues: [{ path: 'value', message }] })
    expect(await refused('month', '2026-12')).toEqual(issues('This period has not begun yet'))
    expect(await refused('year', '2027-28')).toEqual(issues('This period has not begun yet'))
    expect(await refused('month', '2026-13')).toEqual(issues('Enter a period such as 2026-11, 2026-27-Q3 or 2026-27'))
    expect(resolve('month', '2026-12', new Date('2026-11-30T18:30:00Z')).isUnfinished).toBe(true)
  })
})
