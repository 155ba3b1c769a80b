// The query provider for component tests.
import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { createQueryClient } from '../app/api/query.ts'

/** The pages' cache without pauses between retries. */
export function Queries({ children }: { children: ReactNode }) {
  const [client] = useState(() => {
    const created = createQueryClient()
    created.setDefaultOptions({ queries: { ...created.getDefaultOptions().queries, retryDelay: 0 } })
    return created
  })
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}
