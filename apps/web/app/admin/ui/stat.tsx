// Figures: cards with one number each, and a list with proportional bars.
import type { ReactNode } from 'react'
import { Skeleton } from '../../ui/skeleton.tsx'

const rowClass = 'grid grid-cols-2 gap-3 md:gap-4 lg:grid-flow-col lg:auto-cols-fr lg:grid-cols-none'

/** Cards in one row; two rows on a phone. */
export function StatRow({ children }: { children: ReactNode }) {
  return <dl className={rowClass}>{children}</dl>
}

/** `note` is a smaller sentence below the number. */
export function Stat({ label, note, children }: { label: string; note?: string; children: string }) {
  return (
    <div className="rounded-card border border-line bg-raised p-4 md:p-5">
      <dt className="text-caption text-muted">{label}</dt>
      <dd className="mt-1 text-lead font-medium tabular-nums md:text-title">{children}</dd>
      {note && <dd className="mt-1 text-caption text-muted tabular-nums">{note}</dd>}
    </div>
  )
}

export function StatSkeleton({ count }: { count: number }) {
  return (
    <div className={rowClass}>
      {Array.from({ length: count }, (_, place) => (
        <Skeleton key={String(place)} className="h-24" />
      ))}
    </div>
  )
}

export type ListedBar = {
  key: string
  label: string
  /** Not negative. */
  value: number
  text: string
}

/** Numbers with proportional bars. */
export function BarList({ bars }: { bars: readonly ListedBar[] }) {
  const largest = Math.max(1, ...bars.map(({ value }) => value))
  return (
    <ol className="flex flex-col gap-4">
      {bars.map(({ key, label, value, text }) => (
        <li key={key}>
          <div className="mb-1.5 flex items-baseline justify-between gap-4">
            <span className="min-w-0 break-words">{label}</span>
            <span className="shrink-0 text-caption text-muted tabular-nums">{text}</span>
          </div>
          <div aria-hidden="true" className="h-2.5 overflow-hidden rounded-full bg-well">
            <div
              className="h-full rounded-full bg-marigold transition-[width] duration-200"
              style={{ width: `${(value / largest) * 100}%` }}
            />
          </div>
        </li>
      ))}
    </ol>
  )
}
