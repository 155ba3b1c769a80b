// Owns how the browser keeps what it has fetched.
import { QueryClient } from '@tanstack/react-query'
import { ApiError } from '../api.ts'

/** One per page load; never shared between requests on the server, where no query runs. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        // Refusals stay refusals; only a lost network or a broken server is worth another try.
        retry: (failures, error) =>
          failures < 2 && error instanceof ApiError && (error.status === 0 || error.status >= 500),
        // The browser's own idea of being offline is often wrong: ask, and show what happened.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  })
}
