// The price in the export dialog, and anything that prevents an export.
import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { RefundNote } from '../../features/credits/refund-note.tsx'
import { creditsText } from '../../ui/money.ts'
import { Price } from '../../ui/price.tsx'

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4 py-3">
      <dt className="text-muted">{label}</dt>
      <dd className="text-end">{children}</dd>
    </div>
  )
}

interface PriceTermsProps {
  terms: { credits: number; isOwned: boolean; balance: number | undefined }
}

/** The price, the balance after paying, and the refund terms. */
export function PriceTerms({ terms: { credits, isOwned, balance } }: PriceTermsProps) {
  return (
    <>
      <dl className="divide-y divide-line border-y border-line tabular-nums">
        <Line label={t`Price`}>
          {isOwned ? <Amount>{t`Already yours: 0 credits`}</Amount> : <Price credits={credits} />}
        </Line>
        {!isOwned && <BalanceLine credits={credits} balance={balance} />}
      </dl>
      {!isOwned && credits > 0 && <RefundNote of="template" />}
    </>
  )
}

/** The balance after paying; nothing while it is unknown. */
function BalanceLine({ credits, balance }: { credits: number; balance: number | undefined }) {
  if (balance === undefined) return null
  const amount = creditsText(Math.abs(balance - credits))
  return (
    <Line label={t`Balance after export`}>
      <Amount>{balance >= credits ? amount : t`${amount} short`}</Amount>
    </Line>
  )
}

/** The text size of `Price`. */
function Amount({ children }: { children: ReactNode }) {
  return <span className="text-caption font-medium whitespace-nowrap">{children}</span>
}

/** Why nothing was exported, or cannot be. */
export function ExportProblem({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className="rounded-card bg-bad-wash p-3 text-bad">
      {children}
    </p>
  )
}
