// The chart over time. The only file that imports the chart library.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { AdminInterval, AdminRevenuePoint } from '@vitrine/contract/admin'
import { Bar, BarChart, CartesianGrid, Tooltip, XAxis, YAxis } from 'recharts'
import { i18n } from '../../language/i18n.ts'
import { type Measure, measures, pointText, tickText } from './measure.ts'

type RevenueChartProps = { series: readonly AdminRevenuePoint[]; interval: AdminInterval; measure: Measure }

const tick = { fill: 'var(--color-muted)', fontSize: 13 }

/** One bar per interval; the table below shows the same numbers. */
export default function RevenueChart({ series, interval, measure }: RevenueChartProps) {
  const { label, text, short } = measures()[measure]
  const sum = series.reduce((total, point) => total + point[measure], 0)
  const sumText = text(sum)
  const name = t`${label} over time: ${sumText} in all`
  if (sum === 0)
    return (
      <figure aria-label={name} className="grid h-72 place-items-center rounded-card bg-well text-muted">
        <Trans>None in this period</Trans>
      </figure>
    )
  return (
    // Its drawing has a width of its own, which must not widen the page. Time runs from left to right, as in the editors.
    <figure aria-label={name} dir="ltr" className="overflow-hidden">
      <BarChart
        responsive
        data={[...series]}
        className="h-72 w-full"
        margin={{ top: 8, right: 16, bottom: 0, left: 0 }}
        barCategoryGap="18%"
      >
        <CartesianGrid vertical={false} stroke="var(--color-line)" />
        <XAxis
          dataKey="date"
          tickFormatter={(date: string) => tickText(date, interval)}
          tick={tick}
          tickLine={false}
          axisLine={{ stroke: 'var(--color-line)' }}
          minTickGap={28}
        />
        <YAxis
          tickFormatter={short}
          tick={tick}
          tickLine={false}
          axisLine={false}
          width="auto"
          allowDecimals={measure === 'revenue'}
        />
        <Tooltip
          cursor={{ fill: 'var(--color-well)' }}
          isAnimationActive={false}
          content={({ active, payload }) => {
            const point = payload?.[0]?.payload as AdminRevenuePoint | undefined
            return active && point ? <PointTooltip point={point} interval={interval} /> : null
          }}
        />
        <Bar
          dataKey={measure}
          name={label}
          fill="var(--color-marigold)"
          radius={[3, 3, 0, 0]}
          maxBarSize={32}
          isAnimationActive={false}
        />
      </BarChart>
    </figure>
  )
}

function PointTooltip({ point, interval }: { point: AdminRevenuePoint; interval: AdminInterval }) {
  return (
    <div
      dir={i18n.direction}
      className="rounded-card border border-line bg-raised px-3.5 py-2.5 text-caption shadow-float"
    >
      <p className="font-medium">{pointText(point, interval)}</p>
      <dl className="mt-1 grid grid-cols-[auto_auto] gap-x-4 tabular-nums">
        {Object.entries(measures()).map(([name, { label, text }]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{label}</dt>
            <dd className="text-end">{text(point[name as Measure])}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
