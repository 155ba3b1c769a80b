// The profile page: credits, and the tabs Profile, Generated Videos and Liked Templates.

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ListedSession, Profile as ProfileData } from '@vitrine/contract/accounts'
import { useEffect, useState } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router'
import { errorText } from '../../api/error-text.ts'
import { api } from '../../api/member-api.ts'
import { loginPath } from '../../api/return-path.ts'
import { showCredits, useSession } from '../../api/session.ts'
import { dayAndTimeText } from '../../language/format.ts'
import { AccountSection } from '../../ui/account-section.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Badge } from '../../ui/indicator.tsx'
import { startsAtOnce } from '../../ui/late-start.ts'
import { type MetaMatches, pageMeta } from '../../ui/page-meta.ts'
import { Price } from '../../ui/price.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { useToast } from '../../ui/toast.tsx'
import { CreditStatement } from '../credits/credit-statement.tsx'
import { GeneratedVideos } from '../library/generated-videos.tsx'
import { LikedTemplates } from '../library/liked-templates.tsx'
import { MemberArea } from '../sign-in/member-area.tsx'
import { useSignOut } from '../sign-in/sign-out.ts'
import { DeleteAccount } from './delete-account.tsx'
import { ChangePassword, ProfileDetails } from './profile-details.tsx'

export const handle = startsAtOnce

export function meta({ matches }: MetaMatches) {
  return pageMeta({
    matches,
    title: t`My Profile`,
    description: t`Your profile, your videos and your credits.`,
    isPrivate: true,
  })
}

const tabs = () =>
  [
    { name: 'profile', label: t`Profile` },
    { name: 'videos', label: t`Generated Videos` },
    { name: 'liked', label: t`Liked Templates` },
  ] as const
const smallLinkClass =
  'flex min-h-8 items-center rounded-control text-plum underline underline-offset-4 hover:no-underline'
type TabName = ReturnType<typeof tabs>[number]['name']

export default function Profile() {
  return (
    <MemberArea signedOut={<PleaseLogIn />}>
      <MemberProfile />
    </MemberArea>
  )
}

function PleaseLogIn() {
  const { pathname, search } = useLocation()
  // A session may end while the visitor is at the end of a long page, which the next one lacks.
  useEffect(() => void window.scrollTo(0, 0), [])
  return (
    <main className="page-width py-16">
      <h1 className="sr-only">
        <Trans>My Profile</Trans>
      </h1>
      <EmptyState
        title={t`Please log in to view your profile`}
        action={<LinkButton to={loginPath(pathname + search)}>{t`Sign In`}</LinkButton>}
      />
    </main>
  )
}

function MemberProfile() {
  const session = useSession()
  const [address, setAddress] = useSearchParams()
  if (session.status !== 'signed-in') return null
  const { profile } = session
  const shown = tabs()
  const open = shown.find(({ name }) => name === address.get('tab'))?.name ?? 'profile'
  const onOpen = (name: TabName) => setAddress({ tab: name }, { replace: true, preventScrollReset: true })
  return (
    <main className="page-width grid grid-cols-[minmax(0,1fr)] items-start gap-x-14 gap-y-6 pt-10 md:pt-14 lg:grid-cols-[minmax(0,1fr)_19rem] lg:grid-rows-[auto_1fr]">
      <h1 dir="auto" className="font-headline text-headline break-words">
        {profile.actualName || profile.username}
      </h1>
      <CreditsPanel profile={profile} />
      <Tabs label={t`Profile`} tabs={shown} open={open} onOpen={onOpen}>
        {open === 'profile' && <AccountTab profile={profile} />}
        {open === 'videos' && <GeneratedVideos />}
        {open === 'liked' && <LikedTemplates templates={profile.likedTemplates} />}
      </Tabs>
    </main>
  )
}

function AccountTab({ profile }: { profile: ProfileData }) {
  const signOut = useSignOut()
  return (
    <div className="flex flex-col gap-10">
      <ProfileDetails profile={profile} />
      <ChangePassword profile={profile} />
      <SessionList signOut={signOut} />
      <DeleteAccount profile={profile} />
    </div>
  )
}

function CreditsPanel({ profile }: { profile: ProfileData }) {
  const signOut = useSignOut()
  const [isStatementOpen, setIsStatementOpen] = useState(false)
  useEffect(() => {
    // The profile in memory may be older than the last purchase; if the request fails, its balance stays.
    api.getUserCredits().then(
      ({ credits }) => showCredits(credits),
      () => undefined,
    )
  }, [])
  return (
    <aside
      aria-label={t`Credits`}
      className="flex flex-wrap items-center justify-between gap-x-2 gap-y-4 rounded-card border border-line bg-raised p-4 lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:flex-col lg:items-stretch lg:p-6"
    >
      <div className="flex flex-col gap-1">
        <h2 className="text-caption font-medium text-muted">
          <Trans>Your credits</Trans>
        </h2>
        <Price credits={profile.credits} size="large" isBalance />
      </div>
      <LinkButton to="/buy-credits">
        <Trans>Buy Credits</Trans>
      </LinkButton>
      <nav aria-label={t`Payments and purchases`} className="flex w-full flex-wrap gap-x-5 text-caption lg:flex-col">
        <button type="button" onClick={() => setIsStatementOpen(true)} className={smallLinkClass}>
          <Trans>Credit statement</Trans>
        </button>
        <Link to="/projects" className={smallLinkClass}>
          <Trans>My Projects</Trans>
        </Link>
        <Link to="/payment-history" className={smallLinkClass}>
          <Trans>Payment history</Trans>
        </Link>
        <Link to="/Purchased" className={smallLinkClass}>
          <Trans>My Downloads</Trans>
        </Link>
      </nav>
      <div className="flex w-full flex-wrap gap-2 lg:flex-col">
        <LinkButton to="/templates-list" variant="secondary" className="flex-1 lg:flex-none">
          <Trans>Browse Templates</Trans>
        </LinkButton>
        <Button variant="quiet" className="flex-1 lg:flex-none" onClick={signOut}>
          <Trans>Sign Out</Trans>
        </Button>
      </div>
      <Dialog isOpen={isStatementOpen} onClose={() => setIsStatementOpen(false)} title={t`Credit statement`}>
        <CreditStatement balance={profile.credits} />
      </Dialog>
    </aside>
  )
}

const queryKey = ['sessions']
const failed = () => t`That device could not be signed out. Please try again.`
/** How many sessions are listed before Show all, most recently seen first. */
const shownAtFirst = 5

/**
 * The devices on which an account is signed in, with sign-out for each. `signOut` ends the session of this browser, and
 * asks about the files on it.
 */
function SessionList({ signOut }: { signOut: () => Promise<void> }) {
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
