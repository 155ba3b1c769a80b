// Guards a page for signed-in users: loading, an unreachable server, or the page with a query cache of this user alone.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactElement, type ReactNode, useEffect, useState } from 'react'
import { createQueryClient } from '../../api/query.ts'
import { useStoreBrand } from '../../api/root-data.ts'
import { keepOnLapse, refreshProfile, useSession } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { AccountSheetHost } from './account-request.tsx'

/** `signedOut` is shown to visitors who are not signed in. */
export function MemberArea({ signedOut, children }: { signedOut: ReactElement; children: ReactNode }) {
  const session = useSession()
  if (session.status === 'signed-in') return <UserCache key={session.profile.userId}>{children}</UserCache>
  if (session.status === 'signed-out') return signedOut
  return session.status === 'loading' ? <LoadingPage /> : <Unreachable />
}

/** The user is signed in, but the server does not respond. */
export function Unreachable() {
  const { name } = useStoreBrand()
  return (
    <main className="page-width py-16">
      <h1 className="sr-only">
        <Trans>{name} can’t be reached</Trans>
      </h1>
      <EmptyState
        isError
        title={t`${name} can’t be reached`}
        action={<Button onClick={() => void refreshProfile()}>{t`Try again`}</Button>}
      >
        <Trans>You are still signed in. Please check your connection and try again.</Trans>
      </EmptyState>
    </main>
  )
}

export function LoadingPage() {
  return (
    <main aria-busy="true" className="page-width py-16 text-muted">
      <Trans>Loading...</Trans>
    </main>
  )
}

function UserCache({ children }: { children: ReactNode }) {
  const [client] = useState(createQueryClient)
  // Typed text survives a session that lapses: the sheet above the page signs in again.
  useEffect(keepOnLapse, [])
  return (
    <QueryClientProvider client={client}>
      {children}
      <AccountSheetHost />
    </QueryClientProvider>
  )
}
