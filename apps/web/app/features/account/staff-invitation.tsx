// The page of a staff invitation: its content, signing in with the invited address, and accepting it.

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { isStaff } from '@vitrine/contract/permission'
import type { InvitationView } from '@vitrine/contract/staff'
import { useCallback, useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { ApiResponseError, call } from '../../api/api.ts'
import { errorText } from '../../api/error-text.ts'
import { adminPath, loginPath, registerPath } from '../../api/return-path.ts'
import { roleInSentence, roleText } from '../../api/role-text.ts'
import { refreshProfile, signOut, useSession } from '../../api/session.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FormError } from '../../ui/field.tsx'
import { startsAtOnce } from '../../ui/late-start.ts'
import { type MetaMatches, pageMeta } from '../../ui/page-meta.ts'
import { Skeleton } from '../../ui/skeleton.tsx'

export const handle = startsAtOnce

export function meta({ matches }: MetaMatches) {
  return pageMeta({ matches, title: t`Invitation`, description: t`An invitation to the staff.`, isPrivate: true })
}

export default function StaffInvitation() {
  const [address] = useSearchParams()
  const token = address.get('token') ?? ''
  const { invitation, failure, look } = useInvitation(token)
  return (
    <main className="page-width flex justify-center py-12 md:py-20">
      <div className="flex w-full max-w-[30rem] flex-col gap-6">
        {failure !== undefined && <Refused failure={failure} onRetry={look} />}
        {invitation && <Invitation invitation={invitation} token={token} />}
        {!invitation && failure === undefined && (
          <div aria-busy="true" className="flex flex-col gap-4">
            <h1 className="font-headline text-headline">
              <Trans>Invitation</Trans>
            </h1>
            <Skeleton className="h-40" />
          </div>
        )}
      </div>
    </main>
  )
}

function useInvitation(token: string) {
  const [invitation, setInvitation] = useState<InvitationView>()
  const [failure, setFailure] = useState<unknown>()
  const look = useCallback(async () => {
    setFailure(undefined)
    try {
      setInvitation(await call('POST /api/staff-invitation', { body: { token }, isAnonymous: true }))
    } catch (error) {
      setFailure(error)
    }
  }, [token])
  useEffect(() => void look(), [look])
  return { invitation, failure, look }
}

function Refused({ failure, onRetry }: { failure: unknown; onRetry: () => unknown }) {
  const session = useSession()
  const isOver = failure instanceof ApiResponseError && [400, 404, 410].includes(failure.status)
  // The email's link was opened again after accepting it.
  if (isOver && session.status === 'signed-in' && isStaff(session.profile.role)) {
    return (
      <>
        <h1 className="sr-only">
          <Trans>Invitation</Trans>
        </h1>
        <EmptyState
          title={t`You are on the staff already`}
          action={<LinkButton to={adminPath}>{t`Open the admin area`}</LinkButton>}
        >
          <Trans>You work here as {roleInSentence(session.profile.role)}.</Trans>
        </EmptyState>
      </>
    )
  }
  return (
    <>
      <h1 className="sr-only">
        <Trans>Invitation</Trans>
      </h1>
      <EmptyState
        isError
        title={t`This invitation can’t be opened`}
        action={
          isOver ? (
            <LinkButton to="/">{t`Go to the store`}</LinkButton>
          ) : (
            <Button onClick={onRetry}>{t`Try again`}</Button>
          )
        }
      >
        {failure instanceof ApiResponseError && failure.status === 400
          ? t`The link is incomplete. Please open it from the email again.`
          : errorText(failure, t`The invitation could not be loaded.`)}
      </EmptyState>
    </>
  )
}

function Invitation({ invitation, token }: { invitation: InvitationView; token: string }) {
  const { store, role, invitedBy } = invitation
  return (
    <>
      <div className="flex flex-col gap-2">
        <h1 className="font-headline text-headline">
          <Trans>Join the staff of {store}</Trans>
        </h1>
        <p className="text-muted">
          <Trans>
            {invitedBy} invites you as <strong className="font-medium text-ink">{roleInSentence(role)}</strong>.{' '}
            {roleText(role)}
          </Trans>
        </p>
      </div>
      <Answer invitation={invitation} token={token} />
    </>
  )
}

function Answer({ invitation: { email }, token }: { invitation: InvitationView; token: string }) {
  const session = useSession()
  const navigate = useNavigate()
  const [problem, setProblem] = useState<string>()
  const here = `/staff-invitation?token=${token}`
  if (session.status === 'loading') return <Skeleton className="h-24" />
  if (session.status !== 'signed-in') {
    return (
      <>
        <p>
          <Trans>Sign in with {email}, or create an account with this address. You come back here.</Trans>
        </p>
        <div className="flex flex-wrap gap-3">
          <LinkButton to={registerPath(here)}>
            <Trans>Create an account</Trans>
          </LinkButton>
          <LinkButton to={loginPath(here)} variant="secondary">
            <Trans>Sign in</Trans>
          </LinkButton>
        </div>
      </>
    )
  }
  if (session.profile.email !== email) {
    return (
      <>
        <p className="wrap-anywhere">
          <Trans>
            You are signed in as {session.profile.email}. This invitation was sent to {email}.
          </Trans>
        </p>
        <Button
          className="self-start"
          onClick={async () => {
            await signOut()
            await navigate(loginPath(here))
          }}
        >
          <Trans>Sign in with another account</Trans>
        </Button>
      </>
    )
  }
  const accept = async () => {
    setProblem(undefined)
    try {
      await call('POST /api/staff-invitation/accept', { body: { token } })
      await refreshProfile()
      await navigate(adminPath)
    } catch (error) {
      setProblem(errorText(error, t`The invitation could not be accepted. Please try again.`))
    }
  }
  return (
    <>
      <p className="wrap-anywhere">
        <Trans>You are signed in as {email}. Next you set up an authenticator app or a passkey.</Trans>
      </p>
      <FormError>{problem}</FormError>
      <Button className="self-start" onClick={accept}>
        <Trans>Accept</Trans>
      </Button>
    </>
  )
}
