// Queries: their cache settings, and lists that are fetched page by page.
import { QueryClient, useInfiniteQuery } from '@tanstack/react-query'
import { ApiResponseError } from './api.ts'

/** One per page load; never shared between requests on the server, which runs no queries. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        // Only a lost network or a server failure is worth a retry.
        retry: (failures, error) =>
          failures < 2 && error instanceof ApiResponseError && (error.status === 0 || error.status >= 500),
        // The browser's own offline state is often wrong, so requests are sent anyway and their errors shown.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  })
}

type Page<Item> = { items: Item[]; nextCursor: string | null }

/** A cursor-paged list, newest first: `items` of all pages fetched so far; undefined before the first one. */
export function usePages<Item>(
  queryKey: readonly unknown[],
  fetchPage: (cursor: string | undefined, signal: AbortSignal) => Promise<Page<Item>>,
) {
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  })
  return { ...query, items: query.data?.pages.flatMap((page) => page.items) }
}
