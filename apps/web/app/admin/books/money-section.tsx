// Money of a period: what came and went, the gateway's fee and what it paid out, and each payment.
import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { MoneySums, MonthPayment } from '@vitrine/contract/books'
import type { BooksPeriodName } from '@vitrine/contract/books-period'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useAdminQuery } from '../api/admin-query.ts'
import { AdminData } from '../ui/admin-data.tsx'
import { momentInIndiaText } from '../ui/label.ts'
import { countText, paiseText } from '../ui/rupees.ts'
import { Stat, StatRow } from '../ui/stat.tsx'
import { type AdminColumn, AdminTable } from '../ui/table.tsx'
import { useTableState } from '../ui/table-state.ts'

const sorts = ['newest'] as const

export function MoneySection({ money, period }: { money: MoneySums; period: BooksPeriodName }) {
  return (
    <section aria-labelledby="money-heading" className="flex flex-col gap-4">
      <h2 id="money-heading" className="font-headline text-title">
        <Trans>Money and settlements</Trans>
      </h2>
      {money.payments === 0 ? (
        <EmptyState title={t`No payments in this period`}>
          <Trans>Payments, and refunds of earlier ones, are listed here with the gateway’s fee and settlement.</Trans>
        </EmptyState>
      ) : (
        <>
          <Figures money={money} />
          <Payments period={period} />
        </>
      )}
    </section>
  )
}

function Figures({ money }: { money: MoneySums }) {
  const { payments, receivedPaise, refundedPaise, disputedPaise, settledPaise, feePaise, feeTaxPaise } = money
  const { waitingPaise, unappliedReceivedPaise, unappliedReturnedPaise } = money
  const [count, disputed, tax] = [countText(payments), paiseText(disputedPaise), paiseText(feeTaxPaise)]
  const waiting = paiseText(waitingPaise)
  const [received, returned] = [paiseText(unappliedReceivedPaise), paiseText(unappliedReturnedPaise)]
  return (
    <>
      <StatRow>
        <Stat label={t`Received`} note={plural(payments, { one: `${count} payment`, other: `${count} payments` })}>
          {paiseText(receivedPaise)}
        </Stat>
        <Stat label={t`Refunded`} {...(disputedPaise !== 0 && { note: t`${disputed} more by disputes` })}>
          {paiseText(refundedPaise)}
        </Stat>
        <Stat label={t`Gateway fee`} {...(feeTaxPaise > 0 && { note: t`of which ${tax} tax` })}>
          {paiseText(feePaise)}
        </Stat>
        <Stat label={t`Paid out, less the fee`} {...(waitingPaise > 0 && { note: t`${waiting} not paid out yet` })}>
          {paiseText(settledPaise - feePaise)}
        </Stat>
      </StatRow>
      {(unappliedReceivedPaise > 0 || unappliedReturnedPaise > 0) && (
        <p className="text-caption text-muted">
          <Trans>
            Payments that bought nothing, such as a second one of the same order: {received} received, {returned} sent
            back. They are not part of what was received and refunded.
          </Trans>
        </p>
      )}
    </>
  )
}

function Payments({ period: { kind, value } }: { period: BooksPeriodName }) {
  const table = useTableState({ sorts })
  const query = useAdminQuery('GET /api/admin/month-end/payments', { query: { kind, value, ...table.pageQuery } })
  return (
    <AdminData query={query} loadingText={t`Loading payments...`}>
      {({ items, matchingPayments }) => (
        <AdminTable
          label={t`Payments`}
          columns={listColumns}
          rows={items}
          rowKey={({ paymentId }) => paymentId}
          paging={table.paging(matchingPayments)}
          isStale={query.isStale}
        />
      )}
    </AdminData>
  )
}

const listColumns = (): readonly AdminColumn<MonthPayment>[] => [
  {
    header: t`Payment`,
    cell: ({ paymentId, receiptNumber, capturedAt }) => (
      <>
        <p className="font-medium break-all">
          <bdi translate="no" dir="ltr">
            {paymentId}
          </bdi>
        </p>
        <p className="text-caption text-muted tabular-nums">
          <time dateTime={capturedAt}>{momentInIndiaText(capturedAt)}</time>
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
  },
  {
    header: t`Received`,
    isNumber: true,
    cell: ({ grossPaise }) => (grossPaise === 0 ? <Nothing /> : paiseText(grossPaise)),
  },
  {
    header: t({ message: 'Returned', context: 'money' }),
    isNumber: true,
    cell: ({ returnedPaise }) => (returnedPaise === 0 ? <Nothing /> : paiseText(returnedPaise)),
  },
  { header: t`Gateway fee`, isNumber: true, cell: (payment) => <Fee payment={payment} /> },
  { header: t`Settlement`, isNumber: true, isText: true, cell: (payment) => <Settlement payment={payment} /> },
]

const Nothing = () => <span aria-hidden="true">–</span>

function Fee({ payment: { feePaise, feeTaxPaise } }: { payment: MonthPayment }) {
  if (feePaise === null) return <Nothing />
  const tax = paiseText(feeTaxPaise ?? 0)
  return (
    <>
      <p>{paiseText(feePaise)}</p>
      {feeTaxPaise !== null && feeTaxPaise > 0 && (
        <p className="text-caption text-muted">
          <Trans>of which {tax} tax</Trans>
        </p>
      )}
    </>
  )
}

function Settlement({ payment: { settlementId, settledAt } }: { payment: MonthPayment }) {
  if (settlementId === null) {
    return (
      <span className="text-muted">
        <Trans>Not paid out yet</Trans>
      </span>
    )
  }
  return (
    <>
      <p className="break-all">
        <bdi translate="no" dir="ltr">
          {settlementId}
        </bdi>
      </p>
      {settledAt && (
        <p className="text-caption text-muted tabular-nums">
          <time dateTime={settledAt}>{momentInIndiaText(settledAt)}</time>
        </p>
      )}
    </>
  )
}
