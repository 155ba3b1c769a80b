// The credit statement: every change of the balance, newest first, with the balance after it.

import { errorText } from '../store/error-text.ts'
import { api } from '../store/member-api.ts'
import { usePages } from '../store/pages.ts'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { dayText } from '../ui/date.ts'
import { creditsText } from '../ui/money.ts'
import { Skeleton } from '../ui/skeleton.tsx'

/** `balance` is what the statement belongs to: another balance is another statement. */
export function CreditStatement({ balance }: { balance: number }) {
  const statement = usePages(['statement', balance], api.getStatement)
  if (statement.isPending) {
    return (
      <div role="status" className="flex flex-col gap-3">
        <span className="sr-only">Loading...</span>
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
        <p>{errorText(statement.error, 'The statement could not be loaded.')}</p>
        <Button variant="secondary" size="small" onClick={() => void statement.refetch()}>
          Try again
        </Button>
      </div>
    )
  }
  if (lines.length === 0) return <p className="text-muted">No credit activity yet.</p>
  return (
    <div className="flex flex-col gap-4">
      <ol className="divide-y divide-line border-y border-line">
        {lines.map((line) => (
          <li key={line.id} className="flex items-baseline justify-between gap-4 py-3">
            <div className="min-w-0">
              <p>{line.description}</p>
              <p className="text-caption text-muted">
                <time dateTime={line.createdAt}>{dayText(line.createdAt)}</time>
              </p>
            </div>
            <div className="shrink-0 text-right tabular-nums">
              <p className={classNames('font-medium', line.credits > 0 && 'text-good')}>
                {line.credits > 0 ? '+' : '−'}
                {creditsText(Math.abs(line.credits))}
              </p>
              <p className="text-caption text-muted">Balance {line.balanceAfter}</p>
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
          Show earlier
        </Button>
      )}
    </div>
  )
}
