// Owns what is shown of a query of the office: placeholders while it loads, the failure, or its data.
import type { ReactNode } from 'react'
import { Skeleton } from '../ui/skeleton.tsx'
import { OfficeFailed } from './office-failed.tsx'
import type { OfficeQuery } from './office-query.ts'

type OfficeDataProps<Data> = {
  query: OfficeQuery<Data>
  loadingText: string
  /** Instead of the rows of a table. */
  skeleton?: ReactNode
  children: (data: Data) => ReactNode
}

export function OfficeData<Data>({ query, loadingText, skeleton, children }: OfficeDataProps<Data>) {
  const { data, failure, isFetching, refetch } = query
  if (failure) return <OfficeFailed error={failure} isRetrying={isFetching} onRetry={refetch} />
  if (data !== undefined) return children(data)
  return (
    <div>
      <p role="status" className="mb-4 text-caption text-muted">
        {loadingText}
      </p>
      {skeleton ?? <TableSkeleton />}
    </div>
  )
}

export function TableSkeleton() {
  return (
    <div className="flex flex-col gap-3">
      {['a', 'b', 'c', 'd', 'e', 'f'].map((row) => (
        <Skeleton key={row} className="h-16" />
      ))}
    </div>
  )
}
