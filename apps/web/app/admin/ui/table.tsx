// The table of the admin area. The server sorts and pages; this component has the headings that request another order,
// the pager, and a card for each row on phones.
// biome-ignore-all lint/a11y/noRedundantRoles: rows that are blocks on a phone lose their roles in some browsers.
import { t } from '@lingui/core/macro'
import {
  rowPaginationFeature,
  rowSortingFeature,
  type SortingState,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import { type ReactElement, type ReactNode, useMemo } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { Select } from '../../ui/control.tsx'
import { Pager } from './table-controls.tsx'
import type { TableState } from './table-state.ts'

export type AdminColumn<Row, Sort extends string = string> = {
  header: string
  cell: (row: Row) => ReactNode
  /** The server's name of the order by this column; without it the column is not sortable. */
  sort?: Sort
  /** Numbers are right-aligned, and their sort directions are named accordingly. */
  isNumber?: boolean
  /** Sorted by number, displayed as text. */
  isText?: boolean
  /** Sorted from newest to oldest first. */
  isDate?: boolean
}

type AdminTableProps<Row, Sort extends string> = {
  /** The table's name for screen readers. */
  label: string
  /** Called once per function: define it outside of the component, or memoise it. */
  columns: () => readonly AdminColumn<Row, Sort>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** Absent when nothing is sortable. */
  order?: Pick<TableState<Sort>, 'sort' | 'direction'>
  onOrder?: (order: Pick<TableState<Sort>, 'sort' | 'direction'>) => void
  /** Absent when everything is on one page. `total`: rows on all pages. */
  paging?: { page: number; pageSize: number; total: number; onPage: (page: number) => void }
  /** The rows are those of the previous request while the new ones load. */
  isStale?: boolean
  /** Replaces a table without rows. */
  empty?: ReactElement
}

const features = tableFeatures({ rowSortingFeature, rowPaginationFeature })

export function AdminTable<Row extends object, Sort extends string = never>(props: AdminTableProps<Row, Sort>) {
  const { label, columns: listColumns, rows, order, onOrder, paging, isStale, empty } = props
  const columns = useMemo(listColumns, [listColumns])
  const table = useServerTable({ ...props, columns })
  // Beyond the last page there are no rows either, but the pager.
  if (empty && (paging?.total ?? rows.length) === 0) return empty
  return (
    <div aria-busy={isStale} className={classNames('transition-opacity', isStale && 'opacity-60')}>
      {order && onOrder && <PhoneOrder columns={columns} order={order} onOrder={onOrder} />}
      <table role="table" aria-label={label} className="block w-full text-start md:table">
        <thead role="rowgroup" className="hidden border-b border-line md:table-header-group">
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id} role="row">
              {group.headers.map((header) => (
                <Heading
                  key={header.id}
                  label={String(header.column.columnDef.header)}
                  isAtEnd={isAtEnd(columns[header.index])}
                  sorted={header.column.getCanSort() ? header.column.getIsSorted() : undefined}
                  onSort={() => header.column.toggleSorting()}
                />
              ))}
            </tr>
          ))}
        </thead>
        <tbody role="rowgroup" className="flex flex-col gap-3 md:table-row-group">
          {table.getRowModel().rows.map((row) => (
            <tr
              key={row.id}
              role="row"
              className="block rounded-card border border-line bg-raised px-4 py-2 md:table-row md:border-0 md:border-b md:bg-transparent"
            >
              {row.getAllCells().map((cell, index) => (
                <td
                  key={cell.id}
                  role="cell"
                  className={classNames(
                    'flex justify-between gap-6 py-2 align-top md:table-cell md:px-3 md:py-4 md:first:ps-0 md:last:pe-0',
                    isAtEnd(columns[index]) && 'tabular-nums md:text-end',
                  )}
                >
                  {/* The first cell of a card needs no heading. */}
                  {index > 0 && (
                    <span className="shrink-0 text-caption leading-6 text-muted md:hidden">
                      {columns[index]?.header}
                    </span>
                  )}
                  <div className={index > 0 ? 'min-w-0 max-md:text-end' : 'min-w-0'}>
                    <table.FlexRender cell={cell} />
                  </div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {paging && (
        <Pager
          page={paging.page}
          pageSize={paging.pageSize}
          total={paging.total}
          onPage={(page) => table.setPageIndex(page - 1)}
        />
      )}
    </div>
  )
}

/** The table's model: the server does the sorting and paging. */
function useServerTable<Row extends object, Sort extends string>(
  props: Omit<AdminTableProps<Row, Sort>, 'columns'> & { columns: readonly AdminColumn<Row, Sort>[] },
) {
  const { columns, rows, rowKey, order, onOrder, paging } = props
  const sorting: SortingState = order ? [{ id: order.sort, desc: order.direction === 'desc' }] : []
  const pagination = { pageIndex: (paging?.page ?? 1) - 1, pageSize: paging?.pageSize ?? rows.length }
  const columnDefs = useMemo(
    () =>
      columns.map((column, index) => ({
        id: column.sort ?? String(index),
        header: column.header,
        accessorFn: (row: Row) => row,
        enableSorting: column.sort !== undefined,
        sortDescFirst: true,
        cell: ({ row }: { row: { original: Row } }) => column.cell(row.original),
      })),
    [columns],
  )
  return useTable({
    features,
    columns: columnDefs,
    data: rows,
    getRowId: rowKey,
    manualSorting: true,
    enableSortingRemoval: false,
    manualPagination: true,
    rowCount: paging?.total ?? rows.length,
    state: { sorting, pagination },
    onSortingChange: (update) => {
      const [first] = typeof update === 'function' ? update(sorting) : update
      if (first) onOrder?.({ sort: first.id as Sort, direction: first.desc ? 'desc' : 'asc' })
    },
    onPaginationChange: (update) => {
      const next = typeof update === 'function' ? update(pagination) : update
      paging?.onPage(next.pageIndex + 1)
    },
  })
}

const isAtEnd = (column: Pick<AdminColumn<never>, 'isNumber' | 'isText'> | undefined) =>
  column?.isNumber === true && !column.isText

type HeadingProps = {
  label: string
  isAtEnd: boolean
  /** Undefined for a column that is not sortable, false for one that is not sorted. */
  sorted: 'asc' | 'desc' | false | undefined
  onSort: () => void
}

const orders = { asc: 'ascending', desc: 'descending' } as const

function Heading({ label, isAtEnd, sorted, onSort }: HeadingProps) {
  const Mark = sorted === 'asc' ? ArrowUp : sorted === 'desc' ? ArrowDown : ChevronsUpDown
  return (
    <th
      role="columnheader"
      scope="col"
      aria-sort={sorted ? orders[sorted] : undefined}
      className={classNames(
        'px-3 py-2 text-caption font-medium text-muted first:ps-0 last:pe-0',
        // Headings are centred by default, even where the table's alignment is start.
        isAtEnd ? 'text-end' : 'text-start',
      )}
    >
      {sorted === undefined ? (
        label
      ) : (
        <button
          type="button"
          onClick={onSort}
          className={classNames(
            '-mx-2 inline-flex h-9 items-center gap-1.5 rounded-control px-2 font-medium whitespace-nowrap transition-colors hover:bg-well hover:text-ink',
            sorted && 'text-ink',
          )}
        >
          <span>{label}</span>
          <Mark aria-hidden="true" size={14} />
        </button>
      )}
    </th>
  )
}

type PhoneOrderProps<Row, Sort extends string> = {
  columns: readonly AdminColumn<Row, Sort>[]
  order: Pick<TableState<Sort>, 'sort' | 'direction'>
  onOrder: (order: Pick<TableState<Sort>, 'sort' | 'direction'>) => void
}

/** Cards have no headings to click. */
function PhoneOrder<Row, Sort extends string>({ columns, order, onOrder }: PhoneOrderProps<Row, Sort>) {
  return (
    <Select
      aria-label={t`Sort by`}
      className="mb-3 md:hidden"
      value={`${order.sort} ${order.direction}`}
      onChange={({ target }) => {
        const [sort, direction] = target.value.split(' ')
        onOrder({ sort: sort as Sort, direction: direction === 'asc' ? 'asc' : 'desc' })
      }}
    >
      {columns
        .filter((column) => column.sort !== undefined)
        .flatMap((column) =>
          (['desc', 'asc'] as const).map((direction) => (
            <option key={`${column.sort} ${direction}`} value={`${column.sort} ${direction}`}>
              {orderText(column, direction)}
            </option>
          )),
        )}
    </Select>
  )
}

type OrderedColumn = Pick<AdminColumn<never>, 'header' | 'isDate' | 'isNumber'>

function orderText({ header, isDate, isNumber }: OrderedColumn, direction: 'asc' | 'desc'): string {
  if (isDate) return direction === 'desc' ? t`${header}, newest first` : t`${header}, oldest first`
  if (isNumber) return direction === 'desc' ? t`${header}, highest first` : t`${header}, lowest first`
  return direction === 'desc' ? t`${header}, Z to A` : t`${header}, A to Z`
}
