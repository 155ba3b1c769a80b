// Shows the state of an admin query: placeholders while it loads, the error, or its data.
import type { ReactElement } from 'react'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { AdminQuery } from '../api/admin-query.ts'
import { AdminError } from './admin-error.tsx'

type AdminDataProps<Data> = {
  query: AdminQuery<Data>
  loadingText: string
  /** Replaces the placeholder rows of a table. */
  skeleton?: ReactElement
  children: (data: Data) => ReactElement
}

export function AdminData<Data>({ query, loadingText, skeleton, children }: AdminDataProps<Data>) {
  const { data, failure, isFetching, refetch } = query
  if (failure) return <AdminError error={failure} isRetrying={isFetching} onRetry={refetch} />
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
