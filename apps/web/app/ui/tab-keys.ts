// The keys of a row of tabs, by the ARIA pattern.
import type { KeyboardEvent } from 'react'

/**
 * The index of the tab that a key selects, from tab `present` of `count`; undefined for other keys. Arrows point along
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
