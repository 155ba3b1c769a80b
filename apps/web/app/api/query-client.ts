// Cache settings of queries.
import { QueryClient } from '@tanstack/react-query'
import { ApiResponseError } from './api.ts'

/** One per page load; never shared between requests on the server, where no query runs. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        // Errors stay errors; only a lost network or a broken server is worth another try.
        retry: (failures, error) =>
          failures < 2 && error instanceof ApiResponseError && (error.status === 0 || error.status >= 500),
        // The browser's own idea of being offline is often wrong: ask, and show what happened.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  })
}
