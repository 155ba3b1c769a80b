// What the queries of a page need around them.
import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { createQueryClient } from '../app/api/query-client.ts'

/** A cache as pages have it, which makes no pause between the attempts of a request. */
export function Queries({ children }: { children: ReactNode }) {
  const [client] = useState(() => {
    const created = createQueryClient()
    created.setDefaultOptions({ queries: { ...created.getDefaultOptions().queries, retryDelay: 0 } })
    return created
  })
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}
