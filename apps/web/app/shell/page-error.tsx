// Owns what a page of the shop shows when it could not be fetched. Anything else is a bug and goes on to the root.
import { useLocation, useNavigate } from 'react-router'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

/** Browsers name a request without an answer differently; all of them throw a TypeError. */
function isNetworkFailure(error: unknown): boolean {
  return error instanceof TypeError && (!navigator.onLine || /fetch|network|load failed/i.test(error.message))
}

/** The error boundary of pages that are fetched. */
export function PageError({ error }: { error: unknown }) {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  if (!isNetworkFailure(error)) throw error
  return (
    <main className="page-width py-16">
      <title>No connection · Vitrine</title>
      <h1 className="sr-only">This page could not be fetched</h1>
      <EmptyState
        isError
        title="This page could not be fetched"
        action={<Button onClick={() => void navigate(pathname + search, { replace: true })}>Try again</Button>}
      >
        Network error. Please check your connection and try again.
      </EmptyState>
    </main>
  )
}
