// Shows the state of admin data: placeholders while it loads, the error, or the data, as a whole or page by page.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { isStaff } from '@vitrine/contract/permission'
import CircleAlert from 'lucide-react/icons/circle-alert'
import type { ReactElement } from 'react'
import { useNavigate } from 'react-router'
import { ApiResponseError } from '../../api/api.ts'
import { errorText } from '../../api/error-text.ts'
import { adminPath, loginPath, stayOnPage } from '../../api/return-path.ts'
import { signOut, useSession } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { setAdminFlag } from '../api/admin-flag.ts'
import { type AdminQuery, findFailure } from '../api/admin-query.ts'

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

const pageSize = 25

const askAgainMs = 3000

type AdminPagesProps<Item> = {
  /** The key of all pages, from `adminKey`. */
  queryKey: [string, string, string]
  read: (page: { limit: number; cursor: string | undefined }, signal: AbortSignal) => Promise<Page<Item>>
  loadingText: string
  /** Shown when there are no items. */
  empty: ReactElement
  /** Polls while this is true of the items shown. */
  isActive?: (items: readonly Item[]) => boolean
  children: (items: readonly Item[]) => ReactElement
}

type Page<Item> = { items: Item[]; nextCursor: string | null }

/** A list with a cursor, newest first, that loads earlier items on request. */
export function AdminPages<Item>(props: AdminPagesProps<Item>) {
  const { queryKey, read, loadingText, empty, isActive, children } = props
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam: cursor, signal }) => read({ limit: pageSize, cursor }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    // While another search of the same list loads, the old items stay, so that a dialog opened from a row stays open.
    // Another list starts empty.
    placeholderData: (shown, before) => (before?.queryKey[1] === queryKey[1] ? shown : undefined),
    refetchInterval: ({ state }) =>
      isActive?.(state.data?.pages.flatMap((page) => page.items) ?? []) ? askAgainMs : false,
  })
  const { data, error, isPlaceholderData: isStale, isFetching, refetch } = query
  const items = data?.pages.flatMap((page) => page.items)
  return (
    <AdminData
      query={{ data: items, failure: findFailure(data, error), isStale, isFetching, refetch }}
      loadingText={loadingText}
    >
      {(shown) => (
        <div
          aria-busy={isStale}
          className={classNames('flex flex-col gap-6 transition-opacity', isStale && 'opacity-60')}
        >
          {shown.length === 0 ? empty : children(shown)}
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
      )}
    </AdminData>
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

const fixSteps = () => [
  t`Log in on the main site with an account that has admin permissions.`,
  t`Return to the admin panel.`,
  t`Enter the admin password again.`,
]

type AdminErrorProps = { error: unknown; isRetrying: boolean; onRetry: () => unknown }

/** The message, a retry, the link to the sign-in page, and what to do when the session has ended. */
export function AdminError({ error, isRetrying, onRetry }: AdminErrorProps) {
  const toLogin = useToLogin()
  const isClosed = error instanceof ApiResponseError && error.status === 401
  return (
    <div
      role="alert"
      className="mx-auto flex max-w-[36rem] flex-col gap-6 rounded-card border border-line bg-raised p-6 md:p-8"
    >
      <div className="flex items-start gap-3">
        <CircleAlert aria-hidden="true" size={24} className="mt-1 shrink-0 text-bad" />
        <div className="flex flex-col gap-2">
          <h2 className="font-headline text-title">
            {isClosed ? t`Your admin session has ended` : t`The data could not be loaded`}
          </h2>
          <p className="text-muted">{errorText(error, t`Failed to fetch admin data. Please try again.`)}</p>
        </div>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button isBusy={isRetrying} onClick={() => void onRetry()}>
          <Trans>Try Again</Trans>
        </Button>
        <Button variant="secondary" onClick={() => void toLogin()}>
          <Trans>Go to Login Page</Trans>
        </Button>
      </div>
      <div className="border-t border-line pt-5">
        <h3 className="font-medium">
          <Trans>To fix this</Trans>
        </h3>
        <ol className="mt-2 flex list-decimal flex-col gap-1 ps-5 text-muted">
          {fixSteps().map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </div>
    </div>
  )
}

/**
 * Goes to the sign-in page and from there back to the admin sign-in. A user who is not on the staff is signed out
 * first; staff stay signed in and see the page instead of its redirect.
 */
function useToLogin(): () => Promise<void> {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const session = useSession()
  return async () => {
    // Navigates first: without the flag the admin sign-in would appear here at once.
    await navigate(loginPath(adminPath), { state: stayOnPage })
    setAdminFlag(false)
    queries.removeQueries({ queryKey: ['admin'] })
    if (session.status === 'signed-in' && !isStaff(session.profile.role)) await signOut()
  }
}
