// A badge for how well a template sells.
import { t } from '@lingui/core/macro'
import { Badge, type BadgeTone } from '../../ui/badge.tsx'

export type Performance = 'Hot' | 'Good' | 'Active' | 'Quiet'

const tones: Readonly<Record<Performance, BadgeTone>> = { Hot: 'bad', Good: 'good', Active: 'warn', Quiet: 'plain' }

/** Hot above 10 sales, Good above 5, Active above none. */
export function performanceOf(sales: number): Performance {
  if (sales > 10) return 'Hot'
  if (sales > 5) return 'Good'
  return sales > 0 ? 'Active' : 'Quiet'
}

function performanceLabel(performance: Performance): string {
  return {
    Hot: t({ message: 'Hot', context: 'how well a template sells' }),
    Good: t({ message: 'Good', context: 'how well a template sells' }),
    Active: t({ message: 'Active', context: 'how well a template sells' }),
    Quiet: t({ message: 'Quiet', context: 'how well a template sells' }),
  }[performance]
}

export function PerformanceBadge({ sales }: { sales: number }) {
  const performance = performanceOf(sales)
  return <Badge tone={tones[performance]}>{performanceLabel(performance)}</Badge>
}
