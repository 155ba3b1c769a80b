// The data of the chart over time as a table.
import type { AdminInterval, AdminRevenuePoint } from '@vitrine/contract/admin'
import { useMemo, useState } from 'react'
import { countText, rupeesText } from '../rupees.ts'
import { type AdminColumn, AdminTable } from '../table.tsx'
import { pointText } from './measure.ts'

const pageSize = 15

type RevenueSeriesProps = { series: readonly AdminRevenuePoint[]; interval: AdminInterval }

export function RevenueSeries({ series, interval }: RevenueSeriesProps) {
  const [wanted, setPage] = useState(1)
  const columns = useMemo(() => listColumns(interval), [interval])
  const newestFirst = useMemo(() => [...series].reverse(), [series])
  const page = Math.min(wanted, Math.max(1, Math.ceil(series.length / pageSize)))
  return (
    <details className="mt-5 border-t border-line pt-4">
      <summary className="rounded-control font-medium">View as table</summary>
      <div className="pt-4">
        <AdminTable
          label="Revenue over time"
          columns={columns}
          rows={newestFirst.slice((page - 1) * pageSize, page * pageSize)}
          rowKey={({ date }) => date}
          paging={{ page, pageSize, total: series.length, onPage: setPage }}
        />
      </div>
    </details>
  )
}

function listColumns(interval: AdminInterval): readonly AdminColumn<AdminRevenuePoint>[] {
  return [
    {
      header: interval === 'day' ? 'Day' : interval === 'week' ? 'Week' : 'Month',
      cell: (point) => pointText(point, interval),
    },
    { header: 'Revenue', isNumber: true, cell: ({ revenue }) => rupeesText(revenue) },
    { header: 'Returned', isNumber: true, cell: ({ refunded }) => rupeesText(refunded) },
    { header: 'Packs', isNumber: true, cell: ({ packs }) => countText(packs) },
    { header: 'Credits purchased', isNumber: true, cell: ({ creditsPurchased }) => countText(creditsPurchased) },
    { header: 'Templates sold', isNumber: true, cell: ({ purchases }) => countText(purchases) },
    { header: 'New users', isNumber: true, cell: ({ newUsers }) => countText(newUsers) },
  ]
}
