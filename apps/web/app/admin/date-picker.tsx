// A date picker: a button with the date, and a calendar below it.
import CalendarDays from 'lucide-react/icons/calendar-days'
import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useId, useRef, useState } from 'react'
import { type ClassNames, DayPicker } from 'react-day-picker'
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

/** Begins with the number that is seen. */
const dayName = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric' })

const classes: Partial<ClassNames> = {
  months: 'relative',
  month_caption: 'flex h-9 items-center pl-1',
  dropdowns: 'flex gap-1 font-medium',
  dropdown_root:
    'relative flex h-9 items-center rounded-control px-1.5 hover:bg-well has-focus-visible:outline-2 has-focus-visible:outline-plum',
  dropdown: 'absolute inset-0 cursor-pointer bg-raised opacity-0',
  caption_label: 'flex items-center gap-1',
  nav: 'absolute top-0 right-0 flex gap-1',
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
        aria-label={`${label} date`}
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
            labels={{
              labelDayButton: (date, { selected: isSelected }) =>
                isSelected ? `${dayName.format(date)}, selected` : dayName.format(date),
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
