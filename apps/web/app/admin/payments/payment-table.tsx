// The table of payments: amount, buyer, state, credits, and the refund.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { AdminPayment } from '@vitrine/contract/admin'
import { toAmount } from '@vitrine/contract/input'
import { useState } from 'react'
import { Link } from 'react-router'
import { failureText } from '../../features/credits/payment.ts'
import { TextField } from '../../ui/field.tsx'
import { Badge } from '../../ui/indicator.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useAdminQuery } from '../api/admin-query.ts'
import { documentsPath, peopleApi } from '../api/people-api.ts'
import { useMay } from '../api/role.tsx'
import { ActionButton, ActionForm } from '../ui/action-dialog.tsx'
import { AdminData } from '../ui/admin-data.tsx'
import { Choice } from '../ui/choice.tsx'
import { describePayment, methodText, momentText, unappliedReasonText } from '../ui/label.ts'
import { PersonLink } from '../ui/person.tsx'
import { countText, creditsText, paiseText } from '../ui/rupees.ts'
import { type AdminColumn, AdminTable } from '../ui/table.tsx'

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
            <Link
              to={`${documentsPath}?search=${encodeURIComponent(paymentId)}`}
              aria-label={t`Documents of payment ${receiptNumber}`}
              className="whitespace-nowrap underline underline-offset-4"
            >
              <bdi translate="no">{receiptNumber}</bdi>
            </Link>
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

function Amount({ payment }: { payment: AdminPayment }) {
  const { amountPaise, returnedPaise, currency, feePaise, settlementId } = payment
  const returned = paiseText(returnedPaise)
  const fee = paiseText(feePaise ?? 0)
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
      {settlementId !== null && (
        <p className="text-caption text-muted">
          <Trans>Fee {fee}</Trans>
          {' · '}
          <bdi translate="no" className="break-all">
            {settlementId}
          </bdi>
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

/** Refunds a payment in full or in part, showing the credits that it removes. */
function RefundPayment({ payment }: { payment: AdminPayment }) {
  const may = useMay()
  if (refundablePaise(payment) === 0) {
    // Without a captured amount there is nothing to refund.
    return payment.returnedPaise > 0 ? (
      <span className="text-muted">
        <Trans>Refunded</Trans>
      </span>
    ) : (
      <span aria-hidden="true">–</span>
    )
  }
  if (!may('refunds')) return <span aria-hidden="true">–</span>
  return (
    <ActionButton label={t`Refund`} title={t`Refund this payment`} size="small" isDanger about={payment.paymentId}>
      {(close) => <Refund payment={payment} onClose={close} />}
    </ActionButton>
  )
}

type RefundProps = { payment: AdminPayment; onClose: () => void }

/** The remaining credits determine what the refund removes; they are requested when the dialog opens. */
function Refund({ payment, onClose }: RefundProps) {
  const buyer = useAdminQuery('GET /api/admin/users/:userId', { params: { userId: payment.userId } })
  return (
    <AdminData
      query={buyer}
      loadingText={t`Looking up the buyer’s credits...`}
      skeleton={<Skeleton className="h-40" />}
    >
      {({ paidCredits }) => <RefundForm payment={payment} paidCredits={paidCredits} onClose={onClose} />}
    </AdminData>
  )
}

const refundParts = () => ({ whole: t`Full refund`, part: t`Partial refund` })

function RefundForm({ payment, paidCredits, onClose }: RefundProps & { paidCredits: number }) {
  const leftPaise = refundablePaise(payment)
  const [part, setPart] = useState<keyof ReturnType<typeof refundParts>>('whole')
  const [typed, setTyped] = useState('')
  const refundPaise = part === 'whole' ? leftPaise : (readRupees(typed) ?? 0)
  const [leftText, wantedText] = [paiseText(leftPaise), paiseText(refundPaise)]
  const problem =
    refundPaise === 0
      ? t`Please enter an amount in rupees, such as 199.50.`
      : refundPaise > leftPaise
        ? t`Only ${leftText} of this payment can be refunded.`
        : undefined
  return (
    <ActionForm
      actionLabel={problem ? t`Refund` : t`Refund ${wantedText}`}
      isDanger
      problem={problem}
      onClose={onClose}
      act={async (request) => {
        const amount = part === 'whole' ? {} : { amountPaise: refundPaise }
        const refund = await peopleApi.refund(payment.paymentId, { ...request, ...amount })
        const taken = creditsText(refund.payment.creditsClawedBack - payment.creditsClawedBack)
        const amountText = paiseText(refund.amountPaise)
        return refund.status === 'processed'
          ? t`${amountText} refunded. ${taken} removed.`
          : t`Refund of ${amountText} started. ${taken} removed.`
      }}
      consequence={<Consequence payment={payment} amountPaise={problem ? 0 : refundPaise} paidCredits={paidCredits} />}
    >
      <p className="text-muted">{paidText(payment)}</p>
      <Choice label={t`How much`} values={refundParts()} value={part} onChoose={setPart} />
      {part === 'part' && (
        <TextField
          label={t`Amount in rupees`}
          hint={t`At most ${leftText}`}
          inputMode="decimal"
          autoComplete="off"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      )}
    </ActionForm>
  )
}

function paidText({ username, amountPaise, returnedPaise }: AdminPayment): string {
  const [amount, returned] = [paiseText(amountPaise), paiseText(returnedPaise)]
  return returnedPaise > 0
    ? t`${username} paid ${amount}, of which ${returned} was returned.`
    : t`${username} paid ${amount}.`
}

type ConsequenceProps = { payment: AdminPayment; amountPaise: number; paidCredits: number }

function Consequence({ payment, amountPaise, paidCredits }: ConsequenceProps) {
  if (amountPaise === 0)
    return (
      <p className="text-muted">
        <Trans>Enter an amount to see how many credits it removes.</Trans>
      </p>
    )
  const { takenCredits, shortCredits } = refundShare(payment, amountPaise, paidCredits)
  const amount = paiseText(amountPaise)
  const [taken, short, paid] = [creditsText(takenCredits), creditsText(shortCredits), countText(paidCredits)]
  return (
    <>
      <p>
        <Trans>
          <strong className="font-medium">{amount}</strong> will be returned to the original payment method. This can’t
          be undone.
        </Trans>
      </p>
      {payment.creditsGranted > 0 && (
        <p className="mt-2">
          {shortCredits > 0 ? (
            <Trans>
              <strong className="font-medium">{taken}</strong> of the {paid} paid credits will be removed; {short} more
              were already spent and won’t be reclaimed. Templates stay with the buyer.
            </Trans>
          ) : (
            <Trans>
              <strong className="font-medium">{taken}</strong> of the {paid} paid credits will be removed. Templates
              stay with the buyer.
            </Trans>
          )}
        </p>
      )}
    </>
  )
}

type RefundShare = {
  /** Credits that the refund removes. */
  takenCredits: number
  /** Credits of the refund that were already spent; they are not reclaimed. */
  shortCredits: number
}

/** The refundable rest of a payment, in paise; 0 where no money was captured. */
export function refundablePaise({ outcome, amountPaise, returnedPaise }: AdminPayment): number {
  return outcome === 'none' ? 0 : amountPaise - returnedPaise
}

/** The share of the credits that an amount removes, from a balance of paid credits. */
export function refundShare(payment: AdminPayment, amountPaise: number, paidCredits: number): RefundShare {
  const returned = Math.min(payment.amountPaise, payment.returnedPaise + amountPaise)
  const share = Math.floor((payment.creditsGranted * returned) / Math.max(payment.amountPaise, 1))
  const change = Math.max(0, share - payment.creditsClawedBack - payment.creditsShort)
  const takenCredits = Math.min(change, paidCredits)
  return { takenCredits, shortCredits: change - takenCredits }
}

/** Whole paise of a typed amount in rupees, such as `199`, `199.5` or `₹1,499.00`; undefined for anything else. */
export function readRupees(typed: string): number | undefined {
  const rupees = toAmount(typed)
  return rupees !== undefined && rupees >= 0 && rupees < 1e9 ? Math.round(rupees * 100) : undefined
}
