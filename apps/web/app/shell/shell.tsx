// The frame of every store page: skip link, navigation, footer.

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type ReactNode, Suspense } from 'react'
import { Link, Outlet, useNavigation } from 'react-router'
import { lazyExtra } from '../api/load-part.ts'
import { useObservable } from '../api/observable.ts'
import { useStorefront } from '../api/root-data.ts'
import { useIsSignedIn } from '../api/session.ts'
import { SignInPopup } from '../features/sign-in/sign-in-popup.tsx'
import { PageError } from '../ui/empty-state.tsx'
import { offlineState } from '../ui/offline-state.ts'
import type { Route } from './+types/shell'
import { CookieBanner } from './cookie-banner.tsx'
import { Footer } from './footer.tsx'
import { Navbar } from './navbar.tsx'

const CompleteProfilePopup = lazyExtra(() => import('../features/account/complete-profile.tsx'))

export default function Shell() {
  return (
    <Frame>
      <Outlet />
    </Frame>
  )
}

/** An error page within the frame, so that the navigation stays. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <Frame>
      <PageError error={error} />
    </Frame>
  )
}

/** Each boundary hydrates separately: pressed parts come first, and the browser can work in between. */
function Frame({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#content"
        className="sr-only z-50 rounded-control bg-marigold px-4 py-2 font-medium text-on-marigold focus:not-sr-only focus:fixed focus:top-3 focus:start-3"
      >
        <Trans>Skip to content</Trans>
      </a>
      <Announcement />
      <Navbar />
      <PageOnItsWay />
      <OfflineNotice />
      <div id="content" tabIndex={-1} className="flex-1 outline-none">
        <Suspense>{children}</Suspense>
      </div>
      <Suspense>
        <Footer />
      </Suspense>
      <MemberPopups />
      <SignInPopup />
      <CookieBanner />
    </div>
  )
}

/** Visitors never load what only customers need. */
function MemberPopups() {
  const isSignedIn = useIsSignedIn()
  return <Suspense>{isSignedIn && <CompleteProfilePopup />}</Suspense>
}

/** A progress line below the navigation while the next page is fetched; fast pages never show it. */
function PageOnItsWay() {
  const isLoading = useNavigation().state !== 'idle'
  return (
    <div aria-hidden="true" className="sticky top-16 z-40 h-0">
      {isLoading && <div className="h-0.5 origin-left rtl:origin-right animate-on-its-way bg-marigold" />}
    </div>
  )
}

function OfflineNotice() {
  const isOffline = useObservable(offlineState)
  return (
    <div role="status">
      {isOffline && (
        <p className="bg-warn-wash px-4 py-2 text-center text-caption text-warn">
          <Trans>You’re offline. New content will load when you’re back online.</Trans>
        </p>
      )}
    </div>
  )
}

function Announcement() {
  const { announcement, announcementLink } = useStorefront()
  if (announcement === '') return null
  return (
    <aside
      aria-label={t`Announcement`}
      className="bg-marigold px-4 py-2 text-center text-caption font-medium text-on-marigold"
    >
      {announcementLink === '' ? (
        announcement
      ) : (
        <Link to={announcementLink} className="rounded-control underline underline-offset-4">
          {announcement}
        </Link>
      )}
    </aside>
  )
}
