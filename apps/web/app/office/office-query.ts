// Owns how a section asks the office's API: the answer before stays while the next one is on its way, and a closed office is
// a failure even when there is something to show.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ApiResponseError } from '../api.ts'
import { officeAddress, officeCall } from './office-api.ts'

/** What `OfficeData` shows of a query. */
export type OfficeQuery<Data> = {
  data: Data | undefined
  /** Undefined while there is something to show. */
  failure: Error | undefined
  /** `data` answers the request before this one. */
  isStale: boolean
  isFetching: boolean
  refetch: () => unknown
}

/** `GET /api/admin` + path with those parts that are not empty. */
export function useOfficeQuery<Data>(
  path: string,
  parts: Record<string, string | number | undefined> = {},
): OfficeQuery<Data> {
  const address = officeAddress(path, parts)
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery({
    queryKey: ['office', path, address],
    queryFn: ({ signal }) => officeCall<Data>('GET', address, { signal }),
    placeholderData: keepPreviousData,
  })
  const isClosed = error instanceof ApiResponseError && error.status === 401
  const failure = error && (data === undefined || isClosed) ? error : undefined
  return { data, failure, isStale: isPlaceholderData, isFetching, refetch }
}
