// The table of payments: amount, buyer, state, credits, and the refund.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { AdminPayment } from '@vitrine/contract/admin'
import { failureText } from '../../language/payment-failure.ts'
import { Badge } from '../../ui/badge.tsx'
import { describePayment, methodText, momentText, unappliedReasonText } from '../ui/label.ts'
import { PersonLink } from '../ui/person-link.tsx'
import { creditsText, paiseText } from '../ui/rupees.ts'
import { type AdminColumn, AdminTable } from '../ui/table.tsx'
import { RefundPayment } from './refund-payment.tsx'

const payment = (): AdminColumn<AdminPayment> => ({
  header: t`Payment`,
  cell: ({ paymentId, receiptNumber, createdAt, method }) => (
    <>
      <p className="font-medium break-all">
        <bdi translate="no" dir="ltr">
          {paymentId}
        </bdi>
      </p>
      <p className="text-caption text-muted tabular-nums">
        <time dateTime={createdAt}>{momentText(createdAt)}</time> · <bdi>{methodText(method)}</bdi>
        {receiptNumber && (
          <>
            {' '}
            <span>{'· '}</span>
            <bdi translate="no" className="whitespace-nowrap">
              {receiptNumber}
            </bdi>
          </>
        )}
      </p>
    </>
  ),
})
const buyer = (): AdminColumn<AdminPayment> => ({
  header: t`Buyer`,
  cell: (row) => <PersonLink person={row} />,
})
const rest = (): readonly AdminColumn<AdminPayment>[] => [
  { header: t`State`, cell: (row) => <State payment={row} /> },
  {
    header: t`Amount`,
    isNumber: true,
    cell: (row) => <Amount payment={row} />,
  },
  {
    header: t`Credits`,
    isNumber: true,
    cell: (row) => <Credits payment={row} />,
  },
  { header: t`Refund`, isNumber: true, cell: (row) => <RefundPayment payment={row} /> },
]
const listColumns = () => [payment(), buyer(), ...rest()]
const listOwnColumns = () => [payment(), ...rest()]

function Amount({ payment: { amountPaise, returnedPaise, currency } }: { payment: AdminPayment }) {
  const returned = paiseText(returnedPaise)
  return (
    <>
      <p className="font-medium">
        {currency === 'INR' ? paiseText(amountPaise) : `${currency} ${(amountPaise / 100).toFixed(2)}`}
      </p>
      {returnedPaise > 0 && (
        <p className="text-caption text-muted">
          <Trans>{returned} returned</Trans>
        </p>
      )}
    </>
  )
}

function Credits({ payment: { creditsGranted, creditsClawedBack, creditsShort } }: { payment: AdminPayment }) {
  const [removed, spent] = [creditsText(creditsClawedBack), creditsText(creditsShort)]
  return (
    <>
      <p>{creditsGranted === 0 ? t`None` : creditsText(creditsGranted)}</p>
      {creditsClawedBack > 0 && (
        <p className="text-caption text-muted">
          <Trans>{removed} removed</Trans>
        </p>
      )}
      {creditsShort > 0 && (
        <p className="text-caption text-muted">
          <Trans>{spent} already spent</Trans>
        </p>
      )}
    </>
  )
}

function State({ payment: row }: { payment: AdminPayment }) {
  const { label, tone } = describePayment(row)
  const why = row.unappliedReason ? unappliedReasonText(row.unappliedReason) : failedText(row)
  return (
    <>
      <Badge tone={tone}>{label}</Badge>
      {why && <p className="mt-1 text-caption text-muted">{why}</p>}
    </>
  )
}

/** Why the bank declined the payment; undefined for other payments. */
function failedText({ status, errorDescription, errorReason }: AdminPayment): string | undefined {
  return status === 'failed' && errorDescription ? failureText(errorDescription, errorReason) : undefined
}

type PaymentTableProps = {
  payments: readonly AdminPayment[]
  /** All payments belong to one person, so the buyer column is hidden. */
  isOfOnePerson?: boolean
  paging?: { page: number; pageSize: number; total: number; onPage: (page: number) => void }
  isStale?: boolean
}

export function PaymentTable({ payments, isOfOnePerson, paging, isStale = false }: PaymentTableProps) {
  return (
    <AdminTable
      label={t`Payments`}
      columns={isOfOnePerson ? listOwnColumns : listColumns}
      rows={payments}
      rowKey={({ paymentId }) => paymentId}
      isStale={isStale}
      {...(paging && { paging })}
    />
  )
}
