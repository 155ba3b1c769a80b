// The loading state of an editor page, and its errors when the template is missing or could not be loaded.
import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { ApiResponseError } from '../../api/api.ts'
import { templateKinds } from '../../api/template-kind.ts'
import { templateTexts } from '../../features/template/template-text.ts'
import { i18n } from '../../language/i18n.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

/** The bar, and the children in the editor's own grid. */
export function EditorOpening({ grid, children }: { grid: string; children: ReactNode }) {
  return (
    <main aria-busy="true" className={`${grid} grid bg-paper text-ink scheme-dark`}>
      <h1 className="sr-only">
        <Trans>Opening the editor</Trans>
      </h1>
      <div className="flex h-14 items-center gap-3 border-b border-line bg-raised px-4 [grid-area:bar]">
        <Skeleton className="h-5 w-40" />
        <Skeleton className="ms-auto h-11 w-40" />
      </div>
      {children}
    </main>
  )
}

type Kind = 'video' | 'image'

const lists = { video: msg`Browse the templates`, image: msg`Browse the image templates` }

export function EditorFailed({ error, kind, onRetry }: { error: Error; kind: Kind; onRetry: () => void }) {
  if (error instanceof ApiResponseError && error.status === 404) return <EditorNotFound kind={kind} />
  return (
    <EditorMessage title={templateTexts[kind].dataFailed} action={<TryAgain onRetry={onRetry} />}>
      <span>{error.message || t`Something went wrong on our side.`}</span> <Trans>Everything you saved is safe.</Trans>
    </EditorMessage>
  )
}

/** The retry button of an error. */
export function TryAgain({ onRetry }: { onRetry: () => void }) {
  return (
    <Button onClick={onRetry}>
      <Trans>Try again</Trans>
    </Button>
  )
}

export function EditorNotFound({ kind }: { kind: Kind }) {
  const { listPath } = templateKinds[kind]
  return (
    <EditorMessage
      title={templateTexts[kind].notFound}
      action={<LinkButton to={listPath}>{i18n._(lists[kind])}</LinkButton>}
    >
      <Trans>It may no longer be available. Your purchases are still in My Downloads.</Trans>
    </EditorMessage>
  )
}

export function EditorMessage({ title, action, children }: { title: string; action: ReactNode; children: ReactNode }) {
  return (
    <main className="min-h-dvh bg-paper text-ink scheme-dark">
      <div className="page-width py-16">
        <h1 className="sr-only">{title}</h1>
        <EmptyState isError title={title} action={action}>
          {children}
        </EmptyState>
      </div>
    </main>
  )
}
