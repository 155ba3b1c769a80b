// Templates that a user bought: the newest few, the rest on demand.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { AdminUser } from '@vitrine/contract/admin'
import { useState } from 'react'
import { dateFormat } from '../../language/format.ts'
import { countText, creditsText } from '../rupees.ts'

const shownFirst = 3

export function PurchaseList({ purchases }: { purchases: AdminUser['templatesPurchased'] }) {
  const [isWhole, setIsWhole] = useState(false)
  if (purchases.length === 0)
    return (
      <p className="text-muted">
        <Trans>None</Trans>
      </p>
    )
  const count = countText(purchases.length)
  const shown = isWhole ? purchases : purchases.slice(0, shownFirst)
  return (
    <>
      <ul className="flex flex-col gap-1">
        {shown.map(({ templateId, creditsCost, purchaseDate }) => (
          <li key={templateId}>
            <bdi translate="no" dir="ltr" className="font-medium wrap-anywhere">
              {`#${templateId}`}
            </bdi>{' '}
            <span className="text-caption text-muted tabular-nums sm:whitespace-nowrap">
              <span>{`${creditsText(creditsCost)} ·`}</span>{' '}
              <time dateTime={purchaseDate}>
                {dateFormat({ dateStyle: 'medium' }, 'en-IN').format(new Date(purchaseDate))}
              </time>
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
          {isWhole ? t`Show fewer` : t`Show all ${count}`}
        </button>
      )}
    </>
  )
}
