// Order, search and page of a table go through the address and come back.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readTableState, writeTableState } from './table-state.ts'

const sorts = ['moneySpent', 'credits', 'name'] as const
const state = fc.record({
  search: fc.string({ maxLength: 100 }).map((text) => text.trim()),
  sort: fc.constantFrom(...sorts),
  direction: fc.constantFrom('asc' as const, 'desc' as const),
  page: fc.integer({ min: 1, max: 1_000_000 }),
})

describe('the state of a table', () => {
  it('is read from the address as written', () => {
    fc.assert(
      fc.property(state, state, (before, wanted) => {
        const address = writeTableState(new URLSearchParams('tab=users'), before, { sorts })
        const next = writeTableState(address, wanted, { sorts })
        expect(readTableState(next, { sorts })).toEqual(wanted)
        expect(next.get('tab')).toBe('users')
      }),
    )
  })

  it('begins at the first page again with another order or search', () => {
    const address = new URLSearchParams('page=4&sort=name')
    expect(readTableState(writeTableState(address, { search: 'asha' }, { sorts }), { sorts })).toMatchObject({
      page: 1,
    })
    expect(readTableState(writeTableState(address, { page: 5 }, { sorts }), { sorts })).toMatchObject({
      page: 5,
      sort: 'name',
    })
  })

  it('leaves defaults out of the address', () => {
    const usual = { search: '', sort: 'moneySpent', direction: 'desc', page: 1 } as const
    expect(String(writeTableState(new URLSearchParams('search=a&sort=name&page=3'), usual, { sorts }))).toBe('')
  })

  it.each(['sort=password', 'page=0', 'page=1.5', 'page=1e9', 'direction=up', 'page=x'])('ignores %s', (address) => {
    expect(readTableState(new URLSearchParams(address), { sorts })).toEqual({
      search: '',
      sort: 'moneySpent',
      direction: 'desc',
      page: 1,
    })
  })
})
