// The period of the analytics: names, URL parameters, query parameters, and its selection: a preset, or a custom range
// between two days.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { AdminPeriodName } from '@vitrine/contract/admin'
import X from 'lucide-react/icons/x'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { dateFormat } from '../../language/format.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Badge } from '../../ui/indicator.tsx'
import { Choice } from './choice.tsx'

/** Days are `yyyy-mm-dd` in the owner's time zone, both included. */
export type Period = { name: Exclude<AdminPeriodName, 'custom'> } | { name: 'custom'; from: string; to: string }

export function periodNames(): Readonly<Record<AdminPeriodName, string>> {
  return {
    all: t`All Time`,
    week: t`This Week`,
    month: t`This Month`,
    '60days': t`Past 60 Days`,
    custom: t`Custom Range`,
  }
}

const isPeriodName = (name: string | null): name is AdminPeriodName =>
  name !== null && Object.hasOwn(periodNames(), name)

/** The day of a time in this browser's time zone. */
export function toDay(moment: Date): string {
  const [year, month, day] = [moment.getFullYear(), moment.getMonth() + 1, moment.getDate()]
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

/** The midnight at the start of a day; undefined for an invalid date. */
export function findMidnight(day: string | null): Date | undefined {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day ?? '') ?? []
  if (year === undefined) return undefined
  const midnight = new Date(Number(year), Number(month) - 1, Number(date))
  return toDay(midnight) === day ? midnight : undefined
}

/** The period in the URL. A custom range needs both days, in order. */
export function readPeriod(searchParams: URLSearchParams): Period {
  const name = searchParams.get('period')
  if (!isPeriodName(name)) return { name: 'all' }
  if (name !== 'custom') return { name }
  const [from, to] = [searchParams.get('from'), searchParams.get('to')]
  if (!from || !to || !findMidnight(from) || !findMidnight(to) || from > to) return { name: 'all' }
  return { name, from, to }
}

/** The URL with another period, which also resets the page of the table. */
export function writePeriod(searchParams: URLSearchParams, period: Period): URLSearchParams {
  const next = new URLSearchParams(searchParams)
  for (const name of ['period', 'from', 'to', 'page']) next.delete(name)
  if (period.name !== 'all') next.set('period', period.name)
  if (period.name === 'custom') {
    next.set('from', period.from)
    next.set('to', period.to)
  }
  return next
}

/** The last thirty days: the initial custom range. */
export function firstRange(today: Date): Period {
  const from = new Date(today.getFullYear(), today.getMonth(), today.getDate() - 29)
  return { name: 'custom', from: toDay(from), to: toDay(today) }
}

/** Such as '3 Mar 2026'. */
export function dayText(day: string): string {
  const midnight = findMidnight(day)
  return midnight ? dateFormat({ dateStyle: 'medium' }, 'en-IN').format(midnight) : day
}

/** The name of a period, or the days of a custom one. */
export function periodText(period: Period): string {
  if (period.name !== 'custom') return periodNames()[period.name]
  return period.from === period.to ? dayText(period.from) : `${dayText(period.from)} – ${dayText(period.to)}`
}

/** The query parameters: days start at midnight in the owner's time zone. */
export function periodQuery(period: Period): { period: string; from?: string; to?: string; timeZone: string } {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const { name } = period
  return { period: name, timeZone, ...(name === 'custom' && { from: period.from, to: period.to }) }
}

/** The period in the URL, and a setter. */
export function usePeriod(): readonly [Period, (period: Period) => void] {
  const [searchParams, setSearchParams] = useSearchParams()
  const choose = (period: Period) =>
    setSearchParams((present) => writePeriod(present, period), { preventScrollReset: true })
  return [readPeriod(searchParams), choose]
}

/** Its state is in the URL. */
export function PeriodPicker() {
  const [period, choose] = usePeriod()
  const today = toDay(new Date())
  return (
    <div className="flex flex-col gap-3">
      <Choice
        label={t`Period`}
        values={periodNames()}
        value={period.name}
        onChoose={(name) => choose(name === 'custom' ? firstRange(new Date()) : { name })}
        isSmall
      />
      {period.name === 'custom' && (
        <div className="flex flex-wrap items-end gap-2">
          <DayField
            label={t({ message: 'From', context: 'first day of a period' })}
            day={period.from}
            latest={today}
            onPick={(from) => choose({ ...period, from, to: from > period.to ? from : period.to })}
          />
          <DayField
            label={t({ message: 'To', context: 'last day of a period' })}
            day={period.to}
            latest={today}
            onPick={(to) => choose({ ...period, to, from: to < period.from ? to : period.from })}
          />
          <Button variant="quiet" size="small" onClick={() => choose({ name: 'all' })}>
            <X aria-hidden="true" size={16} />
            <Trans>Clear</Trans>
          </Button>
        </div>
      )}
    </div>
  )
}

type DayFieldProps = {
  label: string
  /** `yyyy-mm-dd`, like `latest` and the picked day. */
  day: string
  latest: string
  onPick: (day: string) => void
}

/**
 * The browser's own date picker. An incomplete day, or one after `latest`, is not picked; on blur the field shows the
 * current one again.
 */
function DayField({ label, day, latest, onPick }: DayFieldProps) {
  const [typed, setTyped] = useState<string>()
  return (
    <TextField
      type="date"
      label={label}
      value={typed ?? day}
      min={earliest}
      max={latest}
      onChange={({ target: { value, validity } }) => {
        setTyped(value)
        if (validity.valid && findMidnight(value)) onPick(value)
      }}
      onBlur={() => setTyped(undefined)}
      fieldClass="w-40"
    />
  )
}

/** No store is older, but a half-typed year is. */
const earliest = '2000-01-01'

/** Shows the name of the period. */
export function PeriodBadge() {
  const [period] = usePeriod()
  const name = periodText(period)
  return (
    <p role="status">
      <Badge tone={period.name === 'all' ? 'plain' : 'warn'}>
        <Trans>Showing: {name}</Trans>
      </Badge>
    </p>
  )
}
