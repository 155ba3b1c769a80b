// Owns the page /template/{templateId}/direct-upload-image: loading, not found, failed, and the open image editor.
import { Navigate } from 'react-router'
import { ApiError } from '../../api.ts'
import { pageMeta } from '../../page-meta.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { OpenEditor, useEditorLoading } from '../editor-page.tsx'
import { ImageEditor } from './image-editor.tsx'

export function meta() {
  return pageMeta({
    title: 'Edit your picture',
    description: 'Put your own photo and words into a template.',
    isPrivate: true,
  })
}

export default function DirectUploadImage() {
  const { templateId, loaded, error, retry } = useEditorLoading()
  if (!loaded) return error ? <Failed error={error} onRetry={retry} /> : <Opening />
  const { kind } = loaded.template
  if (kind === 'video') return <Navigate replace to={`/template/${templateId}/server-render`} />
  if (kind !== 'image') return <NotFound />
  return <OpenEditor loaded={loaded} editor={ImageEditor} opening={<Opening />} />
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
        <Skeleton className="aspect-[4/5] h-full max-h-[40rem] max-w-full" />
      </div>
      <div className="h-12 border-t border-line bg-raised [grid-area:time]" />
      <div className="editor-sheet flex flex-col gap-6 border-line bg-raised p-5 [grid-area:fields] max-md:border-t md:border-r">
        <Skeleton className="h-40 w-full" />
        <Skeleton className="h-11 w-full" />
        <Skeleton className="h-11 w-full" />
      </div>
    </main>
  )
}

function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  if (error instanceof ApiError && error.status === 404) return <NotFound />
  return (
    <Message title="Failed to load image template data" action={<Button onClick={onRetry}>Try again</Button>}>
      {error.message || 'Something went wrong on our side.'} Everything you saved is safe.
    </Message>
  )
}

function NotFound() {
  return (
    <Message
      title="Image template not found"
      action={<LinkButton to="/image-templates">Browse the image templates</LinkButton>}
    >
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
