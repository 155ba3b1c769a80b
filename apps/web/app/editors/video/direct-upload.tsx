// Owns the page /template/{templateId}/direct-upload: the video editor with the customer's own films, loading, not found
// and failed.
import { Navigate } from 'react-router'
import { ApiError } from '../../api.ts'
import { pageMeta } from '../../page-meta.ts'
import { templateKinds } from '../../store/template-kind.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { OpenEditor, useEditorLoading } from '../editor-page.tsx'
import { VideoEditor } from './video-editor.tsx'
import { createVideoMedia } from './video-media.ts'

export function meta() {
  return pageMeta({
    title: 'Edit your video',
    description: 'Cut your own videos and photos into a template.',
    isPrivate: true,
  })
}

export default function DirectUpload() {
  const { templateId, loaded, error, retry } = useEditorLoading()
  if (!loaded) return error ? <Failed error={error} onRetry={retry} /> : <Opening />
  const { kind } = loaded.template
  if (kind === 'image') return <Navigate replace to={`/template/${templateId}/direct-upload-image`} />
  if (kind !== 'video') return <NotFound />
  return <OpenEditor loaded={loaded} editor={VideoEditor} createMedia={createVideoMedia} opening={<Opening />} />
}

function Opening() {
  return (
    <main aria-busy="true" className="video-grid grid bg-paper text-ink scheme-dark">
      <h1 className="sr-only">Opening the editor</h1>
      <div className="flex h-14 items-center gap-3 border-b border-line bg-raised px-4 [grid-area:bar]">
        <Skeleton className="h-5 w-40" />
        <Skeleton className="ml-auto h-11 w-40" />
      </div>
      <div className="flex flex-col gap-3 border-r border-line bg-raised p-4 [grid-area:tools] max-md:hidden">
        <Skeleton className="h-11 w-full" />
        <Skeleton className="h-24 w-full" />
        <Skeleton className="h-24 w-full" />
      </div>
      <div className="flex items-center justify-center bg-well p-8 [grid-area:stage]">
        <Skeleton className="aspect-video max-h-full w-full max-w-3xl" />
      </div>
      <div className="h-12 border-y border-line bg-raised [grid-area:time]" />
      <div className="flex flex-col gap-2 bg-paper p-4 [grid-area:line]">
        <Skeleton className="h-4 w-full" />
        <Skeleton className="h-16 w-2/3" />
      </div>
    </main>
  )
}

function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  if (error instanceof ApiError && error.status === 404) return <NotFound />
  return (
    <Message title={templateKinds.video.dataFailed} action={<Button onClick={onRetry}>Try again</Button>}>
      {error.message || 'Something went wrong on our side.'} Everything you saved is safe.
    </Message>
  )
}

function NotFound() {
  return (
    <Message title="Template not found" action={<LinkButton to="/templates-list">Browse the templates</LinkButton>}>
      It may have been withdrawn. What you bought is still in My Downloads.
    </Message>
  )
}

function Message({ title, action, children }: { title: string; action: React.ReactNode; children: React.ReactNode }) {
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
