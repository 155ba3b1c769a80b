// Cursor-paged lists, newest first.
import { useInfiniteQuery } from '@tanstack/react-query'

type Page<Item> = { items: Item[]; nextCursor: string | null }

/** `items` of all pages fetched so far; undefined before the first one. */
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
