// Queries of the admin API. The previous response stays visible while the next one loads; an ended session is an error even
// when there is data to show.
import { keepPreviousData, type QueryFunctionContext, useQuery } from '@tanstack/react-query'
import type { AnswerOf, RouteName } from '@vitrine/contract/routes/api'
import { ApiResponseError, buildAddress, type CallOf } from '../../api/api.ts'
import { adminCall } from './admin-api.ts'

/** A route that a page of the admin area shows. */
type AdminRead = Extract<RouteName, `GET /api/admin/${string}`>

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

/** The key of a query: all of one path, whatever its query, begin with `['admin', path]`, such as `['admin', '/users']`. */
export function adminKey<Name extends AdminRead>(route: Name, ...given: CallOf<Name>): [string, string, string] {
  const address = buildAddress(route, ...given)
  return ['admin', address.replace(/^\/api\/admin|\?.*$/g, ''), address]
}

/** The error to show: while there are no data, and always that the admin session has ended. */
export function findFailure(data: unknown, error: Error | null): Error | undefined {
  const isClosed = error instanceof ApiResponseError && error.status === 401
  return error && (data === undefined || isClosed) ? error : undefined
}

/** Asks a route with those parts of its query that are not empty. */
export function useAdminQuery<Name extends AdminRead>(route: Name, ...given: CallOf<Name>): AdminQuery<AnswerOf<Name>> {
  const [options] = given
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery({
    queryKey: adminKey(route, ...given),
    queryFn: ({ signal }: QueryFunctionContext) => adminCall(route, ...([{ ...options, signal }] as CallOf<Name>)),
    placeholderData: keepPreviousData,
  })
  const failure = findFailure(data, error)
  return { data, failure, isStale: isPlaceholderData, isFetching, refetch }
}

/** As `useAdminQuery`, for what a form edits: the form stays when the session ends, so that nothing typed is lost. */
export function useEditedQuery<Name extends AdminRead>(
  route: Name,
  ...given: CallOf<Name>
): AdminQuery<AnswerOf<Name>> {
  const query = useAdminQuery(route, ...given)
  return query.data === undefined ? query : { ...query, failure: undefined }
}
