// Texts about visits: since when they are counted, and the share of views that were sales.
import { Trans } from '@lingui/react/macro'
import type { AdminVisits } from '@vitrine/contract/admin'
import { dateFormat, numberFormat } from '../../language/format.ts'

/** Renders nothing when visits of the whole period are known. */
export function VisitsNote({ visits: { countedFrom, covers } }: { visits: AdminVisits }) {
  if (covers === 'all' || countedFrom === null) return null
  const day = dateFormat({ dateStyle: 'medium' }, 'en-IN').format(new Date(countedFrom))
  return (
    <p className="text-caption text-muted">
      <Trans>
        Visits are counted since <time dateTime={countedFrom}>{day}</time>.
      </Trans>
    </p>
  )
}

/** The share of views that were sales, such as '2.5%'; undefined if some views of the period are unknown. */
export function findSalesRate(
  { filteredPurchaseCount, filteredViews }: { filteredPurchaseCount: number; filteredViews: number },
  { covers }: AdminVisits,
): string | undefined {
  // Buyers who opted out of visit counts are still sales.
  if (covers !== 'all' || filteredViews < Math.max(1, filteredPurchaseCount)) return undefined
  return numberFormat({ style: 'percent', maximumFractionDigits: 1 }).format(filteredPurchaseCount / filteredViews)
}
