// Sort order, search and page of a table, stored in the URL.
import { useSearchParams } from 'react-router'

export type TableState<Sort extends string> = {
  search: string
  sort: Sort
  direction: 'asc' | 'desc'
  /** Starts at 1. */
  page: number
}

/** The default order comes first and is left out of the address. Its first column sorts in descending order. */
type TableOrder<Sort extends string> = { sorts: readonly [Sort, ...Sort[]] }

/** The table state in the URL; invalid values count as absent. */
export function readTableState<Sort extends string>(
  address: URLSearchParams,
  { sorts }: TableOrder<Sort>,
): TableState<Sort> {
  const page = Number(address.get('page'))
  return {
    search: (address.get('search') ?? '').trim().slice(0, 100),
    sort: sorts.find((sort) => sort === address.get('sort')) ?? sorts[0],
    direction: address.get('direction') === 'asc' ? 'asc' : 'desc',
    page: Number.isSafeInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1,
  }
}

/** The URL with changes; defaults are omitted, and every change except of the page resets the page. */
export function writeTableState<Sort extends string>(
  address: URLSearchParams,
  changes: Partial<TableState<Sort>>,
  { sorts }: TableOrder<Sort>,
): URLSearchParams {
  const state = { ...readTableState(address, { sorts }), page: 1, ...changes }
  const next = new URLSearchParams(address)
  const put = (name: string, value: string, usual: string) => {
    if (value === usual) next.delete(name)
    else next.set(name, value)
  }
  put('search', state.search, '')
  put('sort', state.sort, sorts[0])
  put('direction', state.direction, 'desc')
  put('page', String(state.page), '1')
  return next
}

/**
 * The state of a page's only table, and the props that change it. Searches replace the history entry, other changes add
 * one.
 */
export function useTableState<Sort extends string>({
  pageSize = 25,
  ...order
}: TableOrder<Sort> & { pageSize?: number }) {
  const [address, setAddress] = useSearchParams()
  const change = (changes: Partial<TableState<Sort>>) =>
    setAddress((present) => writeTableState(present, changes, order), {
      preventScrollReset: true,
      replace: changes.search !== undefined,
    })
  const { search, sort, direction, page } = readTableState(address, order)
  return {
    search,
    /** Query parameters for all rows in their order. */
    parts: { search, sort, direction },
    /** Query parameters for the rows of the page. */
    pageParts: { page, limit: pageSize },
    /** Props of `SearchField`. */
    searching: { search, onSearch: (typed: string) => change({ search: typed }) },
    /** Props of `AdminTable`. */
    ordering: { order: { sort, direction }, onOrder: change },
    /** A prop of `AdminTable`; `total`: rows on all pages. */
    paging: (total: number) => ({ page, pageSize, total, onPage: (nextPage: number) => change({ page: nextPage }) }),
  }
}
