// Templates that a user bought: the newest few, the rest on demand.
import type { AdminUser } from '@vitrine/contract/admin'
import { writeCredits } from '@vitrine/contract/money'
import { useState } from 'react'
import { countText } from '../rupees.ts'

const shownFirst = 3
const dayFormat = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium' })

export function PurchaseList({ purchases }: { purchases: AdminUser['templatesPurchased'] }) {
  const [isWhole, setIsWhole] = useState(false)
  if (purchases.length === 0) return <p className="text-muted">None</p>
  const shown = isWhole ? purchases : purchases.slice(0, shownFirst)
  return (
    <>
      <ul className="flex flex-col gap-1">
        {shown.map(({ templateId, creditsCost, purchaseDate }) => (
          <li key={templateId}>
            <span className="font-medium break-all">#{templateId}</span>{' '}
            <span className="text-caption whitespace-nowrap text-muted tabular-nums">
              {writeCredits(creditsCost)} ·{' '}
              <time dateTime={purchaseDate}>{dayFormat.format(new Date(purchaseDate))}</time>
            </span>
          </li>
        ))}
      </ul>
      {purchases.length > shownFirst && (
        <button
          type="button"
          aria-expanded={isWhole}
          onClick={() => setIsWhole(!isWhole)}
          className="mt-1.5 rounded-control text-caption text-plum underline underline-offset-4 hover:no-underline"
        >
          {isWhole ? 'Show fewer' : `Show all ${countText(purchases.length)}`}
        </button>
      )}
    </>
  )
}
