// The data of the chart over time as a table.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { AdminInterval, AdminRevenuePoint } from '@vitrine/contract/admin'
import { useCallback, useMemo, useState } from 'react'
import { countText, rupeesText } from '../rupees.ts'
import { type AdminColumn, AdminTable } from '../table.tsx'
import { pointText } from './measure.ts'

const pageSize = 15

type RevenueSeriesProps = { series: readonly AdminRevenuePoint[]; interval: AdminInterval }

export function RevenueSeries({ series, interval }: RevenueSeriesProps) {
  const [wanted, setPage] = useState(1)
  const columns = useCallback(() => listColumns(interval), [interval])
  const newestFirst = useMemo(() => [...series].reverse(), [series])
  const page = Math.min(wanted, Math.max(1, Math.ceil(series.length / pageSize)))
  return (
    <details className="mt-5 border-t border-line pt-4">
      <summary className="rounded-control font-medium">
        <Trans>View as table</Trans>
      </summary>
      <div className="pt-4">
        <AdminTable
          label={t`Revenue over time`}
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
      header: { day: t`Day`, week: t`Week`, month: t`Month` }[interval],
      cell: (point) => pointText(point, interval),
    },
    { header: t`Revenue`, isNumber: true, cell: ({ revenue }) => rupeesText(revenue) },
    {
      header: t({ message: 'Returned', context: 'money' }),
      isNumber: true,
      cell: ({ refunded }) => rupeesText(refunded),
    },
    { header: t`Packs`, isNumber: true, cell: ({ packs }) => countText(packs) },
    { header: t`Credits purchased`, isNumber: true, cell: ({ creditsPurchased }) => countText(creditsPurchased) },
    { header: t`Templates sold`, isNumber: true, cell: ({ purchases }) => countText(purchases) },
    { header: t`New users`, isNumber: true, cell: ({ newUsers }) => countText(newUsers) },
  ]
}
