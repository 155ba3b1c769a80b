// Queries of the admin API. The previous response stays visible while the next one loads; an ended session is an error even
// when there is data to show.
import { keepPreviousData, type QueryFunctionContext, useQuery } from '@tanstack/react-query'
import type { ResponseBody, RouteName } from '@vitrine/contract/routes/api'
import { ApiResponseError, buildAddress, type CallOf } from '../../api/api.ts'
import { adminCall } from './admin-api.ts'

/** A route that an admin page reads. */
type AdminRead = Extract<RouteName, `GET /api/admin/${string}`>

/** The state of a query for `AdminData`. */
export type AdminQuery<Data> = {
  data: Data | undefined
  /** Undefined while there is data to show. */
  failure: Error | undefined
  /** `data` is the response to the previous request. */
  isStale: boolean
  isFetching: boolean
  refetch: () => unknown
}

/** The key of a query. All queries of one path begin with `['admin', path]`, such as `['admin', '/users']`. */
export function adminKey<Name extends AdminRead>(route: Name, ...args: CallOf<Name>): [string, string, string] {
  const address = buildAddress(route, ...args)
  return ['admin', address.replace(/^\/api\/admin|\?.*$/g, ''), address]
}

/** The error to show: any error while there is no data, and always that the admin session has ended. */
export function findFailure(data: unknown, error: Error | null): Error | undefined {
  const isClosed = error instanceof ApiResponseError && error.status === 401
  return error && (data === undefined || isClosed) ? error : undefined
}

/** Queries a route with the non-empty parts of its query. */
export function useAdminQuery<Name extends AdminRead>(
  route: Name,
  ...args: CallOf<Name>
): AdminQuery<ResponseBody<Name>> {
  const [options] = args
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery({
    queryKey: adminKey(route, ...args),
    queryFn: ({ signal }: QueryFunctionContext) => adminCall(route, ...([{ ...options, signal }] as CallOf<Name>)),
    placeholderData: keepPreviousData,
  })
  const failure = findFailure(data, error)
  return { data, failure, isStale: isPlaceholderData, isFetching, refetch }
}

/** As `useAdminQuery`, for edited data: the form stays when the session ends, so that typed text is not lost. */
export function useEditedQuery<Name extends AdminRead>(
  route: Name,
  ...args: CallOf<Name>
): AdminQuery<ResponseBody<Name>> {
  const query = useAdminQuery(route, ...args)
  return query.data === undefined ? query : { ...query, failure: undefined }
}
