// Sort order, search and page of a table, stored in the URL.
import { useSearchParams } from 'react-router'

export type TableState<Sort extends string> = {
  search: string
  sort: Sort
  direction: 'asc' | 'desc'
  /** Starts at 1. */
  page: number
}

/** The sort keys of a table. The first is the default and is omitted from the URL; descending is the default direction. */
type TableOrder<Sort extends string> = { sorts: readonly [Sort, ...Sort[]] }

/** The table state in the URL; invalid values count as absent. */
export function readTableState<Sort extends string>(
  searchParams: URLSearchParams,
  { sorts }: TableOrder<Sort>,
): TableState<Sort> {
  const page = Number(searchParams.get('page'))
  return {
    search: (searchParams.get('search') ?? '').trim().slice(0, 100),
    sort: sorts.find((sort) => sort === searchParams.get('sort')) ?? sorts[0],
    direction: searchParams.get('direction') === 'asc' ? 'asc' : 'desc',
    page: Number.isSafeInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1,
  }
}

/** The URL's parameters with changes. Defaults are omitted; any change but that of the page returns to page 1. */
export function writeTableState<Sort extends string>(
  searchParams: URLSearchParams,
  changes: Partial<TableState<Sort>>,
  { sorts }: TableOrder<Sort>,
): URLSearchParams {
  const state = { ...readTableState(searchParams, { sorts }), page: 1, ...changes }
  const next = new URLSearchParams(searchParams)
  const put = (name: string, value: string, defaultValue: string) => {
    if (value === defaultValue) next.delete(name)
    else next.set(name, value)
  }
  put('search', state.search, '')
  put('sort', state.sort, sorts[0])
  put('direction', state.direction, 'desc')
  put('page', String(state.page), '1')
  return next
}

/**
 * The state of a page's only table, and the props that change it. A search replaces the history entry; other changes
 * push one.
 */
export function useTableState<Sort extends string>({
  pageSize = 25,
  ...order
}: TableOrder<Sort> & { pageSize?: number }) {
  const [searchParams, setSearchParams] = useSearchParams()
  const change = (changes: Partial<TableState<Sort>>) =>
    setSearchParams((present) => writeTableState(present, changes, order), {
      preventScrollReset: true,
      replace: changes.search !== undefined,
    })
  const { search, sort, direction, page } = readTableState(searchParams, order)
  return {
    search,
    /** Query parameters without the page, as for a CSV file. */
    parts: { search, sort, direction },
    /** Query parameters of the page. */
    pageQuery: { page, limit: pageSize },
    /** Props of `SearchField`. */
    searchProps: { search, onSearch: (typed: string) => change({ search: typed }) },
    /** Props of `AdminTable`. */
    sortProps: { order: { sort, direction }, onOrder: change },
    /** A prop of `AdminTable`; `total`: rows on all pages. */
    paging: (total: number) => ({ page, pageSize, total, onPage: (nextPage: number) => change({ page: nextPage }) }),
  }
}
