// The devices on which an account is signed in, with sign-out for each.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ListedSession } from '@vitrine/contract/sessions'
import { useState } from 'react'
import { errorText } from '../../api/error-text.ts'
import { api } from '../../api/member-api.ts'
import { AccountSection } from '../../ui/account-section.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { dayAndTimeText } from '../../ui/date.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useToast } from '../../ui/toast.tsx'

const queryKey = ['sessions']
const failed = () => t`That device could not be signed out. Please try again.`
/** How many sessions are listed before Show all, most recently seen first. */
const shownAtFirst = 5

/** `signOut` ends the session of this browser, and asks about the files on it. */
export function SessionList({ signOut }: { signOut: () => Promise<void> }) {
  const client = useQueryClient()
  const showToast = useToast()
  const { data, error, isPending, refetch, isFetching } = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.listSessions(signal),
  })
  const [isWhole, setIsWhole] = useState(false)
  const refresh = () => client.invalidateQueries({ queryKey })
  const endOthers = useMutation({
    mutationFn: () => api.endOtherSessions(),
    onSuccess: () => showToast('success', t`You’re signed out on all other devices.`),
    onError: (failure) => showToast('error', errorText(failure, failed())),
    onSettled: refresh,
  })
  return (
    <AccountSection title={t`Where you’re signed in`} lead={t`Sign out of any device you don’t recognise.`}>
      {isPending && (
        <div role="status" className="flex flex-col gap-3">
          <span className="sr-only">
            <Trans>Loading...</Trans>
          </span>
          <Skeleton className="h-16" />
        </div>
      )}
      {error && (
        <div role="alert" className="flex flex-col items-start gap-3">
          <p>{errorText(error, t`The list could not be loaded.`)}</p>
          <Button variant="secondary" size="small" isBusy={isFetching} onClick={() => void refetch()}>
            <Trans>Try again</Trans>
          </Button>
        </div>
      )}
      {data && (
        <>
          <ul className="max-w-[40rem] divide-y divide-line border-y border-line">
            {data.sessions.slice(0, isWhole ? undefined : shownAtFirst).map((session) => (
              <SessionRow key={session.sessionId} session={session} signOut={signOut} onEnded={refresh} />
            ))}
          </ul>
          <div className="flex flex-wrap gap-3">
            {data.sessions.length > 1 && (
              <Button variant="secondary" isBusy={endOthers.isPending} onClick={() => endOthers.mutate()}>
                <Trans>Sign out everywhere else</Trans>
              </Button>
            )}
            {!isWhole && data.sessions.length > shownAtFirst && (
              <Button variant="quiet" onClick={() => setIsWhole(true)}>
                <ShowAll count={data.sessions.length} />
              </Button>
            )}
          </div>
        </>
      )}
    </AccountSection>
  )
}

function ShowAll({ count }: { count: number }) {
  return <Trans>Show all {count}</Trans>
}

type SessionRowProps = { session: ListedSession; signOut: () => Promise<void>; onEnded: () => Promise<void> }

function SessionRow({ session, signOut, onEnded }: SessionRowProps) {
  const showToast = useToast()
  const end = useMutation({
    mutationFn: async () => {
      if (session.current) await signOut()
      else await api.endSession(session.sessionId)
    },
    onError: (failure) => showToast('error', errorText(failure, failed())),
    onSettled: onEnded,
  })
  const device = deviceText(session.device)
  const lastSeen = <Moment at={session.lastSeenAt} />
  const signedIn = <Moment at={session.createdAt} />
  return (
    <li className="flex items-center justify-between gap-4 py-3.5">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span>{device}</span>
          {session.current && (
            <Badge tone="good">
              <Trans>This device</Trans>
            </Badge>
          )}
        </p>
        <p className="text-caption text-muted">
          <Trans>Last seen {lastSeen}</Trans>
          <br />
          {session.rememberMe ? <Trans>Signed in {signedIn}, remembered</Trans> : <Trans>Signed in {signedIn}</Trans>}
        </p>
      </div>
      <Button
        variant="quiet"
        size="small"
        isBusy={end.isPending}
        aria-label={session.current ? t`Sign out of ${device}, this device` : t`Sign out of ${device}`}
        onClick={() => end.mutate()}
      >
        <Trans>Sign out</Trans>
      </Button>
    </li>
  )
}

const Moment = ({ at }: { at: string }) => <time dateTime={at}>{dayAndTimeText(at)}</time>

/** 'Chrome on Windows', which the server sends in English. */
function deviceText(device: string): string {
  const [, browser, system] = /^(.+) on (.+)$/.exec(device) ?? []
  return browser && system ? t`${browser} on ${system}` : device || t`Unknown device`
}
