// Refunds a payment in full or in part, showing the credits that it removes.
import type { AdminPayment, AdminUserDetail } from '@vitrine/contract/admin'
import { writeCredits, writeRupees } from '@vitrine/contract/money'
import { useState } from 'react'
import { TextField } from '../../ui/field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AdminData } from '../admin-data.tsx'
import { useAdminQuery } from '../admin-query.ts'
import { useMay } from '../role.tsx'
import { countText } from '../rupees.ts'
import { ActionButton, ActionForm } from './action-dialog.tsx'
import { Choice } from './choice.tsx'
import { peopleApi } from './people-api.ts'
import { readRupees, refundablePaise, refundShare } from './refund-share.ts'

export function RefundPayment({ payment }: { payment: AdminPayment }) {
  const may = useMay()
  if (refundablePaise(payment) === 0) {
    // No money came in where nothing was captured, so there is nothing to say about giving it back.
    return payment.returnedPaise > 0 ? <span className="text-muted">Refunded</span> : <span aria-hidden="true">–</span>
  }
  if (!may('refunds')) return <span aria-hidden="true">–</span>
  return (
    <ActionButton label="Refund" title="Refund this payment" size="small" isDanger about={payment.paymentId}>
      {(close) => <Refund payment={payment} onClose={close} />}
    </ActionButton>
  )
}

type RefundProps = { payment: AdminPayment; onClose: () => void }

/** The remaining credits decide what the refund removes; they are requested when the dialog opens. */
function Refund({ payment, onClose }: RefundProps) {
  const buyer = useAdminQuery<AdminUserDetail>(`/users/${payment.userId}`)
  return (
    <AdminData query={buyer} loadingText="Looking up the buyer’s credits..." skeleton={<Skeleton className="h-40" />}>
      {({ paidCredits }) => <RefundForm payment={payment} paidCredits={paidCredits} onClose={onClose} />}
    </AdminData>
  )
}

const parts = { whole: 'Full refund', part: 'Partial refund' } as const

function RefundForm({ payment, paidCredits, onClose }: RefundProps & { paidCredits: number }) {
  const leftPaise = refundablePaise(payment)
  const [part, setPart] = useState<keyof typeof parts>('whole')
  const [typed, setTyped] = useState('')
  const wanted = part === 'whole' ? leftPaise : (readRupees(typed) ?? 0)
  const problem =
    wanted === 0
      ? 'Please enter an amount in rupees, such as 199.50.'
      : wanted > leftPaise
        ? `Only ${writeRupees(leftPaise)} of this payment can be refunded.`
        : undefined
  return (
    <ActionForm
      actionLabel={problem ? 'Refund' : `Refund ${writeRupees(wanted)}`}
      isDanger
      problem={problem}
      onClose={onClose}
      act={async (request) => {
        const amount = part === 'whole' ? {} : { amountPaise: wanted }
        const refund = await peopleApi.refund(payment.paymentId, { ...request, ...amount })
        const taken = refund.payment.creditsClawedBack - payment.creditsClawedBack
        const amountText = writeRupees(refund.amountPaise)
        const state = refund.status === 'processed' ? `${amountText} refunded` : `Refund of ${amountText} started`
        return `${state}. ${writeCredits(taken)} removed.`
      }}
      consequence={<Consequence payment={payment} amountPaise={problem ? 0 : wanted} paidCredits={paidCredits} />}
    >
      <p className="text-muted">
        {payment.username} paid {writeRupees(payment.amountPaise)}
        {payment.returnedPaise > 0 && <>, of which {writeRupees(payment.returnedPaise)} was returned</>}.
      </p>
      <Choice label="How much" values={parts} value={part} onChoose={setPart} />
      {part === 'part' && (
        <TextField
          label="Amount in rupees"
          hint={`At most ${writeRupees(leftPaise)}`}
          inputMode="decimal"
          autoComplete="off"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      )}
    </ActionForm>
  )
}

type ConsequenceProps = { payment: AdminPayment; amountPaise: number; paidCredits: number }

function Consequence({ payment, amountPaise, paidCredits }: ConsequenceProps) {
  if (amountPaise === 0) return <p className="text-muted">Enter an amount to see how many credits it removes.</p>
  const { takenCredits, shortCredits } = refundShare(payment, amountPaise, paidCredits)
  return (
    <>
      <p>
        <strong className="font-medium">{writeRupees(amountPaise)}</strong> will be returned to the original payment
        method. This can’t be undone.
      </p>
      {payment.creditsGranted > 0 && (
        <p className="mt-2">
          <strong className="font-medium">{writeCredits(takenCredits)}</strong> of the {countText(paidCredits)} paid
          credits will be removed
          {shortCredits > 0 && `; ${writeCredits(shortCredits)} more were already spent and won’t be reclaimed`}.
          Templates stay with the buyer.
        </p>
      )}
    </>
  )
}
