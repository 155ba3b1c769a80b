// Cursor-paged lists of the admin area, newest first: placeholders, error, empty state, items, and loading of earlier ones.
import { Trans } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { findFailure } from '../api/admin-query.ts'
import { TableSkeleton } from './admin-data.tsx'
import { AdminError } from './admin-error.tsx'

const pageSize = 25

type AdminPagesProps<Item> = {
  /** The key of all pages, from `adminKey`. */
  queryKey: [string, string, string]
  read: (page: { limit: number; cursor: string | undefined }, signal: AbortSignal) => Promise<Page<Item>>
  loadingText: string
  /** Shown when there are no items. */
  empty: ReactElement
  /** Polls while this is true of the items shown. */
  isMoving?: (items: readonly Item[]) => boolean
  children: (items: readonly Item[]) => ReactElement
}
type Page<Item> = { items: Item[]; nextCursor: string | null }

const askAgainMs = 3000

export function AdminPages<Item>(props: AdminPagesProps<Item>) {
  const { queryKey, read, loadingText, empty, isMoving, children } = props
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam: cursor, signal }) => read({ limit: pageSize, cursor }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    // While another search of the same list loads, the old items stay, so that a dialog opened from a row stays open.
    // Another list starts empty.
    placeholderData: (shown, before) => (before?.queryKey[1] === queryKey[1] ? shown : undefined),
    refetchInterval: ({ state }) =>
      isMoving?.(state.data?.pages.flatMap((page) => page.items) ?? []) ? askAgainMs : false,
  })
  const { data, error, isPlaceholderData: isStale, isFetching, refetch } = query
  const failure = findFailure(data, error)
  if (failure) return <AdminError error={failure} isRetrying={isFetching} onRetry={refetch} />
  if (!data) {
    return (
      <div>
        <p role="status" className="mb-4 text-caption text-muted">
          {loadingText}
        </p>
        <TableSkeleton />
      </div>
    )
  }
  const items = data.pages.flatMap((page) => page.items)
  return (
    <div aria-busy={isStale} className={classNames('flex flex-col gap-6 transition-opacity', isStale && 'opacity-60')}>
      {items.length === 0 ? empty : children(items)}
      {query.hasNextPage && !isStale && (
        <Button
          variant="secondary"
          className="self-center"
          isBusy={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          <Trans>Show earlier</Trans>
        </Button>
      )}
    </div>
  )
}
