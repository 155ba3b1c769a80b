// The chart over time: its measures and their number formats, and one bar for each interval. The table below it shows
// the same numbers.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { AdminInterval, AdminRevenuePoint } from '@vitrine/contract/admin'
import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { dateFormat } from '../../language/format.ts'
import { i18n } from '../../language/i18n.ts'
import { classNames } from '../../ui/class-names.ts'
import { findMidnight } from '../ui/period.tsx'
import { countText, rupeesText, shortRupeesText } from '../ui/rupees.ts'

export type Measure = 'revenue' | 'creditsPurchased' | 'purchases' | 'newUsers'

type MeasureFormat = { label: string; text: (value: number) => string; short: (value: number) => string }

export function measures(): Readonly<Record<Measure, MeasureFormat>> {
  return {
    revenue: { label: t`Revenue`, text: rupeesText, short: shortRupeesText },
    creditsPurchased: { label: t`Credits purchased`, text: countText, short: countText },
    purchases: { label: t`Templates sold`, text: countText, short: countText },
    newUsers: { label: t`New users`, text: countText, short: countText },
  }
}

const formats: Readonly<Record<AdminInterval, Intl.DateTimeFormatOptions>> = {
  day: { day: 'numeric', month: 'short', year: 'numeric' },
  week: { day: 'numeric', month: 'short', year: 'numeric' },
  month: { month: 'long', year: 'numeric' },
}
const shortFormats: Readonly<Record<AdminInterval, Intl.DateTimeFormatOptions>> = {
  day: { day: 'numeric', month: 'short' },
  week: { day: 'numeric', month: 'short' },
  month: { month: 'short', year: '2-digit' },
}

/** '3 Mar 2026', 'Week of 2 Mar 2026' or 'March 2026'. */
export function pointText({ date }: Pick<AdminRevenuePoint, 'date'>, interval: AdminInterval): string {
  const day = dateFormat(formats[interval], 'en-IN').format(findMidnight(date))
  return interval === 'week' ? t`Week of ${day}` : day
}

/** '3 Mar' or 'Mar 26'. */
function tickText(date: string, interval: AdminInterval): string {
  return dateFormat(shortFormats[interval], 'en-IN').format(findMidnight(date))
}

/**
 * Round values from 0 to `highest` or just above it, in two to five equal steps of 1, 2 or 5 times a power of ten; whole ones unless
 * `hasFractions`. `highest` is more than 0.
 */
export function chartTicks(highest: number, hasFractions: boolean): number[] {
  const power = 10 ** Math.floor(Math.log10(highest / 4))
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => highest / size <= 4.5) ?? highest
  const size = hasFractions ? step : Math.max(1, step)
  return Array.from({ length: Math.ceil(highest / size) + 1 }, (_, n) => n * size)
}

type RevenueChartProps = { series: readonly AdminRevenuePoint[]; interval: AdminInterval; measure: Measure }

/** How many labels fit below the bars on a phone. */
const MAX_LABELS = 5

/** The numbers of a bar are shown on hover, on touch, and by arrow keys. */
export function RevenueChart({ series, interval, measure }: RevenueChartProps) {
  const { label, text, short } = measures()[measure]
  const [shown, setShown] = useState<number>()
  const values = series.map((point) => point[measure])
  const sumText = text(values.reduce((total, value) => total + value, 0))
  const name = t`${label} over time: ${sumText} in all`
  if (values.every((value) => value === 0))
    return (
      <figure aria-label={name} className="grid h-72 place-items-center rounded-card bg-well text-muted">
        <Trans>None in this period</Trans>
      </figure>
    )
  const ticks = chartTicks(Math.max(...values), measure === 'revenue')
  const top = ticks.at(-1) ?? 1
  const labelled = Math.ceil(series.length / MAX_LABELS)
  const point = shown === undefined ? undefined : series[shown]
  const show = (at: number) => setShown(Math.min(Math.max(at, 0), series.length - 1))
  const pointAt = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    show(Math.floor(((clientX - left) / width) * series.length))
  }
  const move = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (event.key === 'Escape') setShown(undefined)
    if (!step) return
    event.preventDefault()
    show((shown ?? (step > 0 ? -1 : series.length)) + step)
  }
  return (
    // Time runs from left to right, as in the editors.
    <figure aria-label={name} dir="ltr" className="flex h-72 gap-2 pt-2 text-caption text-muted tabular-nums">
      <div aria-hidden="true" className="flex flex-col-reverse justify-between pb-7 text-end">
        {ticks.map((tick) => (
          <span key={tick} className="flex h-0 items-center justify-end">
            {short(tick)}
          </span>
        ))}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a group of bars that arrow keys walk through is no fieldset. */}
      <div
        role="group"
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys walk through the bars.
        tabIndex={0}
        onKeyDown={move}
        onBlur={() => setShown(undefined)}
        onPointerDown={pointAt}
        onPointerMove={pointAt}
        // After a touch the bar stays selected until another one is touched.
        onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setShown(undefined)}
        className="relative mb-7 flex min-w-0 flex-1 touch-pan-y border-b border-line"
      >
        {ticks.slice(1).map((tick) => (
          <span
            key={tick}
            className="absolute inset-x-0 border-t border-line"
            style={{ bottom: `${(100 * tick) / top}%` }}
          />
        ))}
        {series.map(({ date }, at) => (
          <span
            key={date}
            className={classNames('relative flex min-w-0 flex-1 items-end justify-center', at === shown && 'bg-well')}
          >
            <span
              className="w-[82%] max-w-8 rounded-t-[3px] bg-marigold"
              style={{ height: `${(100 * (values[at] ?? 0)) / top}%` }}
            />
            {at % labelled === 0 && (
              <span
                aria-hidden="true"
                className="absolute start-1/2 top-full -translate-x-1/2 pt-1.5 whitespace-nowrap"
              >
                {tickText(date, interval)}
              </span>
            )}
          </span>
        ))}
        <div
          role="status"
          dir={i18n.direction}
          className="pointer-events-none absolute top-2 z-10"
          style={(shown ?? 0) < series.length / 2 ? { right: 0 } : { left: 0 }}
        >
          {point && <PointNumbers point={point} interval={interval} />}
        </div>
      </div>
    </figure>
  )
}

function PointNumbers({ point, interval }: { point: AdminRevenuePoint; interval: AdminInterval }) {
  return (
    <div className="rounded-card border border-line bg-raised px-3.5 py-2.5 text-ink shadow-float">
      <p className="font-medium">{pointText(point, interval)}</p>
      <dl className="mt-1 grid grid-cols-[auto_auto] gap-x-4">
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
