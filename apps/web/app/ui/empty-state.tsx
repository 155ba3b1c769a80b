// What is shown instead of content: one sentence, details, and an action.

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { isRouteErrorResponse, useLocation, useNavigate } from 'react-router'
import { networkErrorMessage } from '../api/api.ts'
import { usePageTitle } from '../api/root-data.ts'
import { Button, LinkButton } from './button.tsx'

type EmptyStateProps = {
  title: string
  /** What happened, what is preserved, what to do next. */
  children?: ReactNode
  /** Buttons or links. */
  action?: ReactNode
  /** Errors are announced at once. */
  isError?: boolean
}

export function EmptyState({ title, children, action, isError }: EmptyStateProps) {
  return (
    <div
      role={isError ? 'alert' : undefined}
      className="flex flex-col items-center gap-3 rounded-card border border-dashed border-line px-6 py-16 text-center"
    >
      <p className="font-headline text-title">{title}</p>
      {children && <p className="max-w-[44ch] text-muted">{children}</p>}
      {action && <div className="mt-3 flex flex-wrap justify-center gap-3">{action}</div>}
    </div>
  )
}

/** For content that could not be loaded, with a retry. */
type LoadFailedProps = { title: string; children: string; isRetrying: boolean; onRetry: () => unknown }

export function LoadFailed({ title, children, isRetrying, onRetry }: LoadFailedProps) {
  return (
    <EmptyState
      isError
      title={title}
      action={
        <Button isBusy={isRetrying} onClick={() => void onRetry()}>
          <Trans>Try again</Trans>
        </Button>
      }
    >
      {children}
    </EmptyState>
  )
}

/** Why a page could not be fetched; undefined for other errors. */
export function findFetchFailure(error: unknown, isOnline: boolean): 'network' | 'server' | undefined {
  // Browsers describe a request without a response differently, but all throw a TypeError.
  if (error instanceof TypeError && (!isOnline || /fetch|network|load failed/i.test(error.message))) return 'network'
  if (isRouteErrorResponse(error)) return error.status >= 500 || error.status === 429 ? 'server' : undefined
  // A proxy has responded instead of the server: its page is not data.
  if (error instanceof Error && /decode turbo-stream/i.test(error.message)) return 'server'
  return undefined
}

/** The error boundary of pages with fetched data. Other errors are bugs and propagate to the root. */
export function PageError({ error }: { error: unknown }) {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const failure = findFetchFailure(error, navigator.onLine)
  const title = usePageTitle(failure === 'network' ? t`No connection` : t`Not available`)
  if (!failure) throw error
  return (
    <main className="page-width py-16">
      <title>{title}</title>
      <h1 className="sr-only">
        <Trans>This page could not be loaded</Trans>
      </h1>
      <EmptyState
        isError
        title={t`This page could not be loaded`}
        action={
          <>
            <Button onClick={() => navigate(pathname + search, { replace: true })}>{t`Try again`}</Button>
            <LinkButton to="/" variant="secondary">
              <Trans>Go to the home page</Trans>
            </LinkButton>
          </>
        }
      >
        {failure === 'network'
          ? networkErrorMessage()
          : t`Something went wrong on our side. Please try again in a moment.`}
      </EmptyState>
    </main>
  )
}
