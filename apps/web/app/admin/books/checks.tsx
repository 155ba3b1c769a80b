// Whether ledger, documents and money agree, and where they do not.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { BooksCheck, MonthEnd } from '@vitrine/contract/books'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import { Badge } from '../../ui/indicator.tsx'
import { countText, paiseText } from '../ui/rupees.ts'
import { type AdminColumn, AdminTable } from '../ui/table.tsx'

const checkNames = (): Readonly<Record<BooksCheck['check'], readonly [left: string, right: string]>> => ({
  documents: [t`Money received, less what went back`, t`Documents of payments, less credit notes`],
  packs: [t`Money received`, t`Value of credits sold in the ledger`],
  invoices: [t`Spent credits that were sold without tax`, t`Invoices for templates`],
  balances: [t`Credits of all entries of the ledger`, t`Balances of all accounts today`],
  value: [t`Value of paid credits in the ledger`, t`Value on all accounts today`],
})

const amountText = (check: BooksCheck['check'], amount: number) =>
  check === 'balances' ? countText(amount) : paiseText(amount)

/** What explains a difference that is none. */
function explainedText({ check, explained }: BooksCheck): string | undefined {
  const amount = paiseText(explained)
  if (explained === 0) return undefined
  return check === 'documents'
    ? t`${amount} is of payments from before documents were stored.`
    : t`${amount} was spent while no tax was charged.`
}

function Side({ label, amount }: { label: string; amount: string }) {
  return (
    <>
      <p className="text-caption text-muted">{label}</p>
      <p className="tabular-nums">{amount}</p>
    </>
  )
}

const listColumns = (): readonly AdminColumn<BooksCheck>[] => [
  {
    header: t`Compared`,
    cell: ({ check, left }) => <Side label={checkNames()[check][0]} amount={amountText(check, left)} />,
  },
  {
    header: t`Compared with`,
    cell: ({ check, right }) => <Side label={checkNames()[check][1]} amount={amountText(check, right)} />,
  },
  {
    header: t`Result`,
    cell: (check) => (
      <>
        <Badge tone={check.isEqual ? 'good' : 'bad'}>{check.isEqual ? t`Agrees` : t`Differs`}</Badge>
        <p className="text-caption text-muted">{explainedText(check)}</p>
      </>
    ),
  },
]

export function Checks({ checks, faults }: Pick<MonthEnd, 'checks' | 'faults'>) {
  const areEqual = checks.every(({ isEqual }) => isEqual)
  const shown = checks.filter(({ left, right, isEqual }) => !isEqual || left !== 0 || right !== 0)
  return (
    <section aria-labelledby="checks-heading" className="rounded-card border border-line bg-raised p-5 md:p-6">
      <div role={areEqual ? undefined : 'alert'} className="flex items-start gap-3">
        {areEqual ? (
          <CircleCheck aria-hidden="true" size={24} className="mt-1 shrink-0 text-good" />
        ) : (
          <CircleAlert aria-hidden="true" size={24} className="mt-1 shrink-0 text-bad" />
        )}
        <div className="min-w-0">
          <h2 id="checks-heading" className="font-headline text-title">
            {areEqual ? t`Ledger, documents and money agree` : t`Ledger, documents and money do not agree`}
          </h2>
          {!areEqual && (
            <p className="mt-1 text-muted">
              <Trans>
                Do not file these figures yet. <code translate="no">vitrine check</code> on the server’s machine names
                the rows that are wrong.
              </Trans>
            </p>
          )}
        </div>
      </div>
      {faults.length > 0 && (
        <ul className="mt-4 flex list-disc flex-col gap-1 ps-9">
          {faults.map(({ receiptNumber, moneyPaise, documentsPaise }) => {
            const [money, documents] = [paiseText(moneyPaise), paiseText(documentsPaise)]
            return (
              <li key={receiptNumber}>
                <Trans>
                  <bdi translate="no">{receiptNumber}</bdi>: money {money}, documents {documents}
                </Trans>
              </li>
            )
          })}
        </ul>
      )}
      {shown.length > 0 && (
        <details open={!areEqual} className="mt-4 border-t border-line pt-4">
          <summary className="rounded-control font-medium">
            <Trans>What was compared</Trans>
          </summary>
          <div className="pt-4">
            <AdminTable label={t`What was compared`} columns={listColumns} rows={shown} rowKey={({ check }) => check} />
          </div>
        </details>
      )}
    </section>
  )
}
