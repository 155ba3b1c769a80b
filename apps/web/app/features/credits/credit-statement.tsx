// The credit statement: every change of the balance, newest first, with the balance after it.

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { errorText } from '../../api/error-text.ts'
import { api } from '../../api/member-api.ts'
import { usePages } from '../../api/query.ts'
import { countText, dayText } from '../../language/format.ts'
import { serverText } from '../../language/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { creditsChangeText, creditsText } from '../../ui/money.ts'
import { Skeleton } from '../../ui/skeleton.tsx'

/** `balance` keys the statement: it is loaded again when the balance changes. */
export function CreditStatement({ balance }: { balance: number }) {
  const statement = usePages(['statement', balance], api.getStatement)
  if (statement.isPending) {
    return (
      <div role="status" className="flex flex-col gap-3">
        <span className="sr-only">
          <Trans>Loading...</Trans>
        </span>
        <Skeleton className="h-12" />
        <Skeleton className="h-12" />
        <Skeleton className="h-12" />
      </div>
    )
  }
  const lines = statement.items
  if (!lines) {
    return (
      <div role="alert" className="flex flex-col items-start gap-3">
        <p>{errorText(statement.error, t`The statement could not be loaded.`)}</p>
        <Button variant="secondary" size="small" onClick={() => void statement.refetch()}>
          <Trans>Try again</Trans>
        </Button>
      </div>
    )
  }
  if (lines.length === 0)
    return (
      <p className="text-muted">
        <Trans>No credit activity yet.</Trans>
      </p>
    )
  return (
    <div className="flex flex-col gap-4">
      <ol className="divide-y divide-line border-y border-line">
        {lines.map((line) => (
          <li key={line.id} className="flex items-baseline justify-between gap-4 py-3">
            <div className="min-w-0">
              <p>{descriptionText(line.description)}</p>
              <p className="text-caption text-muted">
                <time dateTime={line.createdAt}>{dayText(line.createdAt)}</time>
              </p>
            </div>
            <div className="shrink-0 text-end tabular-nums">
              <p className={classNames('font-medium', line.credits > 0 && 'text-good')}>
                {creditsChangeText(line.credits)}
              </p>
              <p className="text-caption text-muted">
                <Balance credits={line.balanceAfter} />
              </p>
            </div>
          </li>
        ))}
      </ol>
      {statement.hasNextPage && (
        <Button
          variant="secondary"
          isBusy={statement.isFetchingNextPage}
          onClick={() => void statement.fetchNextPage()}
        >
          <Trans>Show earlier</Trans>
        </Button>
      )}
    </div>
  )
}

function Balance({ credits }: { credits: number }) {
  const count = countText(credits)
  return <Trans>Balance {count}</Trans>
}

/** The description of an entry, which the ledger has in English: a template's name, or one of its own sentences. */
export function descriptionText(description: string): string {
  const [, bought] = /^(\d+) credits bought$/.exec(description) ?? []
  if (bought === undefined) return serverText(description)
  const credits = creditsText(Number(bought))
  return t`${credits} bought`
}
