// Tabs. The caller has the state, so that it can be in the URL.
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { classNames } from './class-names.ts'

type TabsProps<Name extends string> = {
  label: string
  /** `lang`: the language of a label, if it differs from the page's. */
  tabs: readonly { name: Name; label: string; lang?: string }[]
  open: Name
  onOpen: (name: Name) => void
  /** The panel of the open tab. */
  children: ReactNode
}

/** A row of tabs and the panel of the open one. Arrow keys, Home and End move between tabs, by the ARIA pattern. */
export function Tabs<Name extends string>({ label, tabs, open, onOpen, children }: TabsProps<Name>) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  // On phones the open tab may be beyond the end of the row, for example when the URL names it.
  useEffect(() => {
    const row = list.current
    const tab = row?.querySelector<HTMLElement>(`[id="${id}-${open}"]`)
    if (!row || !tab) return
    const [from, to] = [tab.offsetLeft - row.offsetLeft, tab.offsetLeft - row.offsetLeft + tab.offsetWidth]
    if (from < row.scrollLeft || to > row.scrollLeft + row.clientWidth)
      row.scrollTo({ left: from - (row.clientWidth - tab.offsetWidth) / 2 })
  }, [id, open])
  const move = (event: KeyboardEvent) => {
    const present = tabs.findIndex(({ name }) => name === open)
    const next = tabAfter(event, present, tabs.length)
    const tab = next === undefined ? undefined : tabs[next]
    if (next === undefined || !tab) return
    event.preventDefault()
    onOpen(tab.name)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus()
  }
  return (
    <div>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        onKeyDown={move}
        className="flex gap-6 overflow-x-auto border-b border-line [scrollbar-width:none]"
      >
        {tabs.map((tab) => (
          <button
            key={tab.name}
            type="button"
            role="tab"
            id={`${id}-${tab.name}`}
            lang={tab.lang}
            aria-selected={tab.name === open}
            aria-controls={tab.name === open ? `${id}-panel` : undefined}
            tabIndex={tab.name === open ? 0 : -1}
            onClick={() => onOpen(tab.name)}
            className={classNames(
              '-mb-px h-12 shrink-0 border-b-2 font-medium -outline-offset-2 transition-colors',
              tab.name === open ? 'border-marigold text-ink' : 'border-transparent text-muted hover:text-ink',
            )}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${open}`} className="pt-8">
        {children}
      </div>
    </div>
  )
}

/**
 * The index of the tab that a key selects by the ARIA pattern, from tab `present` of `count`; undefined for other keys. Arrows point along
 * the row.
 */
export function tabAfter(event: KeyboardEvent, present: number, count: number): number | undefined {
  const forward = getComputedStyle(event.currentTarget).direction === 'rtl' ? -1 : 1
  const places: Readonly<Record<string, number>> = {
    ArrowRight: (present + forward + count) % count,
    ArrowLeft: (present - forward + count) % count,
    Home: 0,
    End: count - 1,
  }
  return places[event.key]
}
