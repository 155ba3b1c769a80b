// A date picker: a button with the date, and a calendar below it.
import { t } from '@lingui/core/macro'
import CalendarDays from 'lucide-react/icons/calendar-days'
import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useId, useRef, useState } from 'react'
import { type ClassNames, DayPicker } from 'react-day-picker'
import { dateFormat } from '../language/format.ts'
import { i18n } from '../language/i18n.ts'
import { dayText, findMidnight, toDay } from './period.ts'

type DatePickerProps = {
  label: string
  /** `yyyy-mm-dd`, as are `latest` and what is picked. */
  day: string
  latest: string
  onPick: (day: string) => void
}

/** How far back the calendar goes. */
const years = 10

/** In English it begins with the number that is seen. */
function dayLabel(date: Date, isSelected: boolean | undefined): string {
  const day = dateFormat({ day: 'numeric', month: 'long', year: 'numeric' }).format(date)
  return isSelected ? t`${day}, selected` : day
}

/** In English two letters, as the calendar library has them. */
function weekdayText(date: Date): string {
  const name = dateFormat({ weekday: 'short' }).format(date)
  return i18n.locale === 'en' ? name.slice(0, 2) : name
}

const monthText = (date: Date) => dateFormat({ month: 'long' }).format(date)
const yearText = (date: Date) => dateFormat({ year: 'numeric' }).format(date)

const classes: Partial<ClassNames> = {
  months: 'relative',
  month_caption: 'flex h-9 items-center ps-1',
  dropdowns: 'flex gap-1 font-medium',
  dropdown_root:
    'relative flex h-9 items-center rounded-control px-1.5 hover:bg-well has-focus-visible:outline-2 has-focus-visible:outline-plum',
  dropdown: 'absolute inset-0 cursor-pointer bg-raised opacity-0',
  caption_label: 'flex items-center gap-1',
  nav: 'absolute top-0 end-0 flex gap-1',
  button_previous: 'flex size-9 items-center justify-center rounded-control hover:bg-well aria-disabled:opacity-40',
  button_next: 'flex size-9 items-center justify-center rounded-control hover:bg-well aria-disabled:opacity-40',
  month_grid: 'mt-2 border-collapse',
  weekday: 'size-9 text-caption font-normal text-muted',
  day: 'p-0 text-center tabular-nums',
  day_button:
    'size-9 rounded-control transition-colors not-disabled:hover:bg-well disabled:text-muted disabled:opacity-55',
  selected: '*:bg-marigold *:font-medium *:text-on-marigold *:hover:bg-marigold-deep',
  today: '*:underline *:underline-offset-4',
  outside: 'text-muted',
}

/** A popover of the browser's own: it closes on Escape and on a click elsewhere, and gives the focus back. */
export function DatePicker({ label, day, latest, onPick }: DatePickerProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const popover = useRef<HTMLDivElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const selected = findMidnight(day)
  const end = findMidnight(latest)
  /** Below its button, and never beyond the edge of the window. */
  const place = () => {
    if (!button.current || !popover.current) return
    const { bottom, left } = button.current.getBoundingClientRect()
    const most = document.documentElement.clientWidth - popover.current.offsetWidth - 8
    popover.current.style.top = `${bottom + window.scrollY + 6}px`
    popover.current.style.left = `${Math.max(8, Math.min(left, most))}px`
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        popoverTarget={id}
        aria-haspopup="dialog"
        className="flex h-11 items-center gap-2 rounded-control border border-edge bg-raised px-3 transition-colors hover:border-ink"
      >
        <CalendarDays aria-hidden="true" size={17} className="text-muted" />
        <span className="text-caption text-muted">{label}</span>
        <span className="tabular-nums">{dayText(day)}</span>
      </button>
      <div
        ref={popover}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={t`${label} date`}
        onToggle={({ newState }) => {
          setIsOpen(newState === 'open')
          if (newState === 'open') place()
        }}
        className="absolute m-0 min-h-80 min-w-72 rounded-card border border-line bg-raised p-3 text-ink shadow-float"
      >
        {isOpen && (
          <DayPicker
            mode="single"
            required
            autoFocus
            dir={document.dir}
            weekStartsOn={1}
            selected={selected}
            onSelect={(picked) => {
              onPick(toDay(picked))
              popover.current?.hidePopover()
            }}
            {...(selected && { defaultMonth: selected })}
            captionLayout="dropdown"
            {...(end && {
              startMonth: new Date(end.getFullYear() - years, 0),
              endMonth: end,
              disabled: { after: end },
            })}
            classNames={classes}
            formatters={{
              formatWeekdayName: weekdayText,
              formatMonthDropdown: monthText,
              formatYearDropdown: yearText,
            }}
            labels={{
              labelDayButton: (date, { selected: isSelected }) => dayLabel(date, isSelected),
              labelGrid: (date) => dateFormat({ month: 'long', year: 'numeric' }).format(date),
              labelWeekday: (date) => dateFormat({ weekday: 'long' }).format(date),
              labelMonthDropdown: () => t`Choose the Month`,
              labelYearDropdown: () => t`Choose the Year`,
              labelNext: () => t`Go to the Next Month`,
              labelPrevious: () => t`Go to the Previous Month`,
            }}
            components={{ Chevron: CalendarChevron }}
          />
        )}
      </div>
    </>
  )
}

function CalendarChevron({ orientation }: { orientation?: 'left' | 'right' | 'up' | 'down' }) {
  const Mark = orientation === 'left' ? ChevronLeft : orientation === 'right' ? ChevronRight : ChevronDown
  return <Mark aria-hidden="true" size={orientation === 'down' ? 14 : 18} />
}
