// Texts about visits: since when they are counted, and the share of views that were sales.
import type { AdminVisits } from '@vitrine/contract/admin'

const dayFormat = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium' })
const shareFormat = new Intl.NumberFormat('en-IN', { style: 'percent', maximumFractionDigits: 1 })

/** Nothing where visits are known of the whole period. */
export function VisitsNote({ visits: { countedFrom, covers } }: { visits: AdminVisits }) {
  if (covers === 'all' || countedFrom === null) return null
  return (
    <p className="text-caption text-muted">
      Visits are counted since <time dateTime={countedFrom}>{dayFormat.format(new Date(countedFrom))}</time>.
    </p>
  )
}

/** The share of views that were sales, such as '2.5%'; undefined where the views of the period are not all known. */
export function findSalesRate(
  { filteredPurchaseCount, filteredViews }: { filteredPurchaseCount: number; filteredViews: number },
  { covers }: AdminVisits,
): string | undefined {
  // Buyers who opted out of visit counts are still sales.
  if (covers !== 'all' || filteredViews < Math.max(1, filteredPurchaseCount)) return undefined
  return shareFormat.format(filteredPurchaseCount / filteredViews)
}
