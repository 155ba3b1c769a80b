// Owns the guard of pages that need a signed-in user, and the query cache of that user: another user starts with none.
import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { Outlet, useLocation, useNavigate } from 'react-router'
import { createQueryClient } from '../store/query-client.ts'
import { refreshProfile, useSession } from '../store/session.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { loginPath } from './return-path.ts'

export default function RouteGuard() {
  const session = useSession()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const isSignedOut = session.status === 'signed-out'
  useEffect(() => {
    if (isSignedOut) void navigate(loginPath(pathname + search), { replace: true })
  }, [isSignedOut, navigate, pathname, search])

  if (session.status === 'signed-in') {
    return (
      <UserCache key={session.profile.userId}>
        <Outlet />
      </UserCache>
    )
  }
  if (session.status === 'unreachable') {
    return (
      <main className="page-width py-16">
        <EmptyState
          isError
          title="The shop cannot be reached"
          action={<Button onClick={() => void refreshProfile()}>Try again</Button>}
        >
          You are still signed in. Please check your connection and try again.
        </EmptyState>
      </main>
    )
  }
  return (
    <main aria-busy="true" className="page-width py-16 text-muted">
      Loading...
    </main>
  )
}

function UserCache({ children }: { children: ReactNode }) {
  const [client] = useState(createQueryClient)
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}
