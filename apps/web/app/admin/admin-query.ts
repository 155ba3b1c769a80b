// Queries of the admin API. The previous response stays visible while the next one loads; an ended session is an error even
// when there is data to show.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ApiResponseError } from '../api/api.ts'
import { adminApiPath, adminCall } from './admin-api.ts'

/** What `AdminData` shows of a query. */
export type AdminQuery<Data> = {
  data: Data | undefined
  /** Undefined while there is something to show. */
  failure: Error | undefined
  /** `data` answers the request before this one. */
  isStale: boolean
  isFetching: boolean
  refetch: () => unknown
}

/** `GET /api/admin` + path with those parts that are not empty. */
export function useAdminQuery<Data>(
  path: string,
  parts: Record<string, string | number | undefined> = {},
): AdminQuery<Data> {
  const address = adminApiPath(path, parts)
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery({
    queryKey: ['admin', path, address],
    queryFn: ({ signal }) => adminCall<Data>('GET', address, { signal }),
    placeholderData: keepPreviousData,
  })
  const isClosed = error instanceof ApiResponseError && error.status === 401
  const failure = error && (data === undefined || isClosed) ? error : undefined
  return { data, failure, isStale: isPlaceholderData, isFetching, refetch }
}

/** As `useAdminQuery`, for what a form edits: the form stays when the session ends, so that nothing typed is lost. */
export function useEditedQuery<Data>(
  path: string,
  parts: Record<string, string | number | undefined> = {},
): AdminQuery<Data> {
  const query = useAdminQuery<Data>(path, parts)
  return query.data === undefined ? query : { ...query, failure: undefined }
}
