// The page /offline, which the service worker shows without scripts in place of an uncached page.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router'
import { buttonClass } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { type MetaMatches, pageMeta } from '../ui/page-meta.ts'

export function meta({ matches }: MetaMatches) {
  return pageMeta({
    matches,
    title: t`You’re offline`,
    description: t`This page is shown when there is no connection.`,
    isPrivate: true,
  })
}

export default function Offline() {
  return (
    <main className="page-width py-16">
      <h1 className="sr-only">
        <Trans>You’re offline</Trans>
      </h1>
      <EmptyState
        isError
        title={t`You’re offline`}
        action={
          <div className="flex flex-wrap justify-center gap-3">
            {/* The service worker replaces it by the requested address. */}
            <a href="/offline" className={buttonClass()}>
              <Trans>Try again</Trans>
            </a>
            <Link to="/projects" reloadDocument className={buttonClass({ variant: 'secondary' })}>
              <Trans>My projects</Trans>
            </Link>
          </div>
        }
      >
        <Trans>
          This page was not opened on this device before. Pages that you have seen and your projects open without a
          connection. Everything you saved is safe.
        </Trans>
      </EmptyState>
    </main>
  )
}
