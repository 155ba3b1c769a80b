// A badge for how well a template sells.
import { Badge, type BadgeTone } from '../../ui/badge.tsx'

export type Performance = 'Hot' | 'Good' | 'Active' | 'Quiet'

const tones: Readonly<Record<Performance, BadgeTone>> = { Hot: 'bad', Good: 'good', Active: 'warn', Quiet: 'plain' }

/** Hot above 10 sales, Good above 5, Active above none. */
export function performanceOf(sales: number): Performance {
  if (sales > 10) return 'Hot'
  if (sales > 5) return 'Good'
  return sales > 0 ? 'Active' : 'Quiet'
}

export function PerformanceBadge({ sales }: { sales: number }) {
  const performance = performanceOf(sales)
  return <Badge tone={tones[performance]}>{performance}</Badge>
}
