// The table of payments: amount, buyer, state, credits, and the refund.
import type { AdminPayment } from '@vitrine/contract/admin'
import { writeCredits, writeRupees } from '@vitrine/contract/money'
import { Badge } from '../../ui/badge.tsx'
import { type AdminColumn, AdminTable } from '../table.tsx'
import { describePayment, momentText, unappliedReasonTexts } from './label.ts'
import { PersonLink } from './person-link.tsx'
import { RefundPayment } from './refund-payment.tsx'

const payment: AdminColumn<AdminPayment> = {
  header: 'Payment',
  cell: ({ paymentId, receiptNumber, createdAt, method }) => (
    <>
      <p className="font-medium break-all">{paymentId}</p>
      <p className="text-caption text-muted tabular-nums">
        <time dateTime={createdAt}>{momentText(createdAt)}</time> · {method}
        {receiptNumber && (
          <>
            {' '}
            · <span className="whitespace-nowrap">{receiptNumber}</span>
          </>
        )}
      </p>
    </>
  ),
}
const buyer: AdminColumn<AdminPayment> = {
  header: 'Buyer',
  cell: (row) => <PersonLink person={row} />,
}
const rest: readonly AdminColumn<AdminPayment>[] = [
  { header: 'State', cell: (row) => <State payment={row} /> },
  {
    header: 'Amount',
    isNumber: true,
    cell: ({ amountPaise, returnedPaise, currency }) => (
      <>
        <p className="font-medium">
          {currency === 'INR' ? writeRupees(amountPaise) : `${currency} ${(amountPaise / 100).toFixed(2)}`}
        </p>
        {returnedPaise > 0 && <p className="text-caption text-muted">{writeRupees(returnedPaise)} returned</p>}
      </>
    ),
  },
  {
    header: 'Credits',
    isNumber: true,
    cell: ({ creditsGranted, creditsClawedBack, creditsShort }) => (
      <>
        <p>{creditsGranted === 0 ? 'None' : writeCredits(creditsGranted)}</p>
        {creditsClawedBack > 0 && <p className="text-caption text-muted">{writeCredits(creditsClawedBack)} removed</p>}
        {creditsShort > 0 && <p className="text-caption text-muted">{writeCredits(creditsShort)} already spent</p>}
      </>
    ),
  },
  { header: 'Refund', isNumber: true, cell: (row) => <RefundPayment payment={row} /> },
]
const allColumns = [payment, buyer, ...rest]
const ownColumns = [payment, ...rest]

function State({ payment: row }: { payment: AdminPayment }) {
  const { label, tone } = describePayment(row)
  const why = row.surplusReason && unappliedReasonTexts[row.surplusReason]
  return (
    <>
      <Badge tone={tone}>{label}</Badge>
      {why && <p className="mt-1 text-caption text-muted">{why}</p>}
    </>
  )
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
      label="Payments"
      columns={isOfOnePerson ? ownColumns : allColumns}
      rows={payments}
      rowKey={({ paymentId }) => paymentId}
      isStale={isStale}
      {...(paging && { paging })}
    />
  )
}
