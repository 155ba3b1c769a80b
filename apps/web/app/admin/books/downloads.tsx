// The files of a period.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { BooksPeriodName } from '@vitrine/contract/books-period'
import { DownloadLink } from '../ui/table-controls.tsx'

export function Downloads({ period }: { period: BooksPeriodName }) {
  const parts = { kind: period.kind, value: period.value }
  return (
    <section aria-labelledby="downloads-heading">
      <h2 id="downloads-heading" className="mb-4 font-headline text-title">
        <Trans>Downloads</Trans>
      </h2>
      <div className="grid gap-3 sm:flex sm:flex-wrap">
        <DownloadLink path="/month-end/credits.csv" parts={parts} label={t`Credits (CSV)`} />
        <DownloadLink path="/month-end/sales.csv" parts={parts} label={t`Sales and tax (CSV)`} />
        <DownloadLink path="/month-end/payments.csv" parts={parts} label={t`Payments (CSV)`} />
        <DownloadLink path="/month-end/documents.zip" parts={parts} label={t`All documents (ZIP)`} />
        <DownloadLink path="/month-end" parts={parts} label={t`All figures (JSON)`} />
      </div>
    </section>
  )
}
