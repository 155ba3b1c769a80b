// The period of the books: a month, a quarter or a year, stepped through with arrows. Its state is in the URL.
import { t } from '@lingui/core/macro'
import {
  type BooksPeriodKind,
  type BooksPeriodName,
  booksPeriodKinds,
  findMonths,
  monthAt,
  periodOfMonth,
  startOfMonth,
  stepPeriod,
} from '@vitrine/contract/books-period'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useSearchParams } from 'react-router'
import { dateFormat } from '../../language/format.ts'
import { IconButton } from '../../ui/button.tsx'
import { Choice } from '../ui/choice.tsx'
import { INDIAN_TIME } from '../ui/label.ts'

/** The period in the URL; the last month that has ended where there is none, or one that has not begun. */
function readBooksPeriod(searchParams: URLSearchParams, now: Date): BooksPeriodName {
  const value = searchParams.get('period') ?? ''
  for (const kind of booksPeriodKinds) {
    const months = findMonths({ kind, value })
    if (months && months.first <= monthAt(now)) return { kind, value }
  }
  return periodOfMonth('month', monthAt(now) - 1)
}

/** The period in the URL, and a setter, which also returns to the first page of the payments. */
export function useBooksPeriod(): readonly [BooksPeriodName, (period: BooksPeriodName) => void] {
  const [searchParams, setSearchParams] = useSearchParams()
  const choose = ({ value }: BooksPeriodName) =>
    setSearchParams(
      (present) => {
        const next = new URLSearchParams(present)
        next.delete('page')
        next.set('period', value)
        return next
      },
      { preventScrollReset: true },
    )
  return [readBooksPeriod(searchParams, new Date()), choose]
}

const kindNames = (): Readonly<Record<BooksPeriodKind, string>> => ({
  month: t`Month`,
  quarter: t`Quarter`,
  year: t`Financial year`,
})

/** 'November 2026', 'October – December 2026', 'April 2026 – March 2027'. */
function booksPeriodText({ kind, value }: BooksPeriodName): string {
  const months = findMonths({ kind, value })
  if (!months) return value
  const format = dateFormat({ month: 'long', year: 'numeric', timeZone: INDIAN_TIME })
  const first = startOfMonth(months.first)
  return kind === 'month'
    ? format.format(first)
    : format.formatRange(first, startOfMonth(months.first + months.count - 1))
}

export function BooksPeriodPicker() {
  const [period, choose] = useBooksPeriod()
  const thisMonth = monthAt(new Date())
  const months = findMonths(period) ?? { first: thisMonth, count: 1 }
  const isLast = months.first + months.count > thisMonth
  // Another kind shows the end of what is shown, or today where that is later than now.
  const chooseKind = (kind: BooksPeriodKind) =>
    choose(periodOfMonth(kind, Math.min(months.first + months.count - 1, thisMonth)))
  return (
    <div className="flex flex-wrap items-center gap-3">
      <div className="flex">
        <Choice label={t`Period`} values={kindNames()} value={period.kind} onChoose={chooseKind} isSmall />
      </div>
      <div className="flex items-center gap-1 max-sm:w-full max-sm:justify-between">
        <IconButton label={t`Previous period`} onClick={() => choose(stepPeriod(period, -1))}>
          <ChevronLeft aria-hidden="true" size={18} className="rtl:rotate-180" />
        </IconButton>
        <p role="status" className="min-w-40 px-2 text-center font-medium">
          {booksPeriodText(period)}
        </p>
        <IconButton label={t`Next period`} disabled={isLast} onClick={() => choose(stepPeriod(period, 1))}>
          <ChevronRight aria-hidden="true" size={18} className="rtl:rotate-180" />
        </IconButton>
      </div>
    </div>
  )
}
