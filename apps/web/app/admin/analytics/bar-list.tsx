// A list of numbers with proportional bars.

export type ListedBar = {
  key: string
  label: string
  /** Not negative. */
  value: number
  text: string
}

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
