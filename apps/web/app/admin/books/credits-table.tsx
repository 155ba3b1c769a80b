// The roll-forward of credits: from the balance at the start to the one at the end.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { CreditLine, CreditLineName } from '@vitrine/contract/books'
import { classNames } from '../../ui/class-names.ts'
import { countText, paiseText } from '../ui/rupees.ts'
import { type AdminColumn, AdminTable } from '../ui/table.tsx'

const lineNames = (): Readonly<Record<CreditLineName, string>> => ({
  opening: t`Balance at the start`,
  sold: t`Bought with money`,
  given: t`Given by the store`,
  spent: t`Spent on templates`,
  removed: t`Removed by the staff`,
  forfeited: t`Forfeited with deleted accounts`,
  returned: t`Taken back for refunds and disputes`,
  closing: t`Balance at the end`,
})

const isBalance = ({ line }: CreditLine) => line === 'opening' || line === 'closing'

const hasMoved = ({ promotional, paid, paidPaise }: CreditLine) => promotional !== 0 || paid !== 0 || paidPaise !== 0

const number = (header: string, read: (line: CreditLine) => string): AdminColumn<CreditLine> => ({
  header,
  isNumber: true,
  cell: (line) => <span className={classNames(isBalance(line) && 'font-medium')}>{read(line)}</span>,
})

const listColumns = (): readonly AdminColumn<CreditLine>[] => [
  { header: t`Credits`, cell: (line) => <span className="font-medium">{lineNames()[line.line]}</span> },
  number(t`Promotional credits`, ({ promotional }) => countText(promotional)),
  number(t`Paid credits`, ({ paid }) => countText(paid)),
  number(t`Value of paid credits`, ({ paidPaise }) => paiseText(paidPaise)),
]

const listColumnsWithTax = () => [
  ...listColumns(),
  number(t`Of that sold without tax`, ({ untaxedPaise }) => paiseText(untaxedPaise)),
]

/** `isTaxed`: the store charges tax, so it matters which credits were sold without. */
export function CreditsTable({ lines, isTaxed }: { lines: readonly CreditLine[]; isTaxed: boolean }) {
  return (
    <section aria-labelledby="credits-heading">
      <h2 id="credits-heading" className="font-headline text-title">
        <Trans>Credits</Trans>
      </h2>
      <p className="mt-1 mb-4 max-w-[70ch] text-caption text-muted">
        <Trans>
          Credits don’t expire; only those of a deleted account are forfeited. The value is the money paid for the paid
          credits: what is left of it at the end is not earned yet.
        </Trans>
      </p>
      <AdminTable
        label={t`Credits`}
        columns={isTaxed ? listColumnsWithTax : listColumns}
        rows={lines.filter((line) => isBalance(line) || hasMoved(line))}
        rowKey={({ line }) => line}
      />
    </section>
  )
}
