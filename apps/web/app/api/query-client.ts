// Cache settings of queries.
import { QueryClient } from '@tanstack/react-query'
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
