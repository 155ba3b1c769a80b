// Owns the page /template/{templateId}/server-render: loading, not found, failed, and the open editor.
import { ApiError } from '../api.ts'
import { pageMeta } from '../page-meta.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Editor } from './editor.tsx'
import { OpenEditor, useEditorLoading } from './editor-page.tsx'

export function meta() {
  return pageMeta({
    title: 'Edit your film',
    description: 'Put your own photos and words into a template.',
    isPrivate: true,
  })
}

export default function ServerRender() {
  const { loaded, error, retry } = useEditorLoading()
  if (loaded) return <OpenEditor loaded={loaded} editor={Editor} opening={<Opening />} />
  return error ? <Failed error={error} onRetry={retry} /> : <Opening />
}

function Opening() {
  return (
    <main aria-busy="true" className="editor-grid grid bg-paper text-ink scheme-dark">
      <h1 className="sr-only">Opening the editor</h1>
      <div className="flex h-14 items-center gap-3 border-b border-line bg-raised px-4 [grid-area:bar]">
        <Skeleton className="h-5 w-40" />
        <Skeleton className="ml-auto h-11 w-40" />
      </div>
      <div className="flex items-center justify-center p-6 [grid-area:stage]">
        <Skeleton className="aspect-video max-h-full w-full max-w-3xl" />
      </div>
      <div className="h-14 border-t border-line bg-raised [grid-area:time]" />
      <div className="editor-sheet flex flex-col gap-6 border-line bg-raised p-5 [grid-area:fields] max-md:border-t md:border-r">
        {[0, 1, 2, 3].map((n) => (
          <div key={n} className="flex flex-col gap-2">
            <Skeleton className="h-4 w-24" />
            <Skeleton className="h-11 w-full" />
          </div>
        ))}
      </div>
    </main>
  )
}

function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const isMissing = error instanceof ApiError && error.status === 404
  return (
    <main className="min-h-dvh bg-paper text-ink scheme-dark">
      <div className="page-width py-16">
        <h1 className="sr-only">{isMissing ? 'Template not found' : 'The editor could not be opened'}</h1>
        {isMissing ? (
          <EmptyState
            isError
            title="Template not found"
            action={<LinkButton to="/templates-list">Browse the templates</LinkButton>}
          >
            It may have been withdrawn. What you made with it before is still in your profile.
          </EmptyState>
        ) : (
          <EmptyState
            isError
            title="The editor could not be opened"
            action={<Button onClick={onRetry}>Try again</Button>}
          >
            {error.message || 'Something went wrong on our side.'} Everything you saved is safe.
          </EmptyState>
        )}
      </div>
    </main>
  )
}
