// The page /template/{templateId}/server-render: the form editor of a video template.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ApiResponseError } from '../../../api/api.ts'
import { LinkButton } from '../../../ui/button.tsx'
import { type MetaMatches, pageMeta } from '../../../ui/page-meta.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { OpenEditor, useEditorLoading } from '../../core/shell/editor-page.tsx'
import { EditorMessage, EditorOpening, TryAgain } from '../../core/shell/editor-states.tsx'
import { editorLinks, loadPoster, OpeningPoster } from '../../core/shell/opening-poster.tsx'
import { FormEditor } from './form-editor.tsx'

export function meta({ matches }: MetaMatches) {
  return pageMeta({
    matches,
    title: t`Edit your video`,
    description: t`Put your own photos and text into a template.`,
    isPrivate: true,
  })
}

export const loader = loadPoster
export const links = editorLinks

export default function ServerRender() {
  const { loaded, error, retry } = useEditorLoading()
  if (loaded) return <OpenEditor loaded={loaded} editor={FormEditor} opening={<Opening />} />
  return error ? <Failed error={error} onRetry={retry} /> : <Opening />
}

function Opening() {
  return (
    <EditorOpening grid="editor-grid">
      <div className="flex items-center justify-center p-6 [grid-area:stage]">
        <OpeningPoster className="aspect-video max-h-full w-full max-w-3xl" />
      </div>
      <div className="h-14 border-t border-line bg-raised [grid-area:time]" />
      <div className="editor-sheet flex flex-col gap-6 border-line bg-raised p-5 [grid-area:fields] max-md:border-t md:border-e">
        {[0, 1, 2, 3].map((n) => (
          <div key={n} className="flex flex-col gap-2">
            <Skeleton className="h-4 w-24" />
            <Skeleton className="h-11 w-full" />
          </div>
        ))}
      </div>
    </EditorOpening>
  )
}

function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  if (error instanceof ApiResponseError && error.status === 404)
    return (
      <EditorMessage
        title={t`Template not found`}
        action={<LinkButton to="/templates-list">{t`Browse the templates`}</LinkButton>}
      >
        <Trans>It may no longer be available. What you made with it before is still in your profile.</Trans>
      </EditorMessage>
    )
  return (
    <EditorMessage title={t`The editor could not be opened`} action={<TryAgain onRetry={onRetry} />}>
      <span>{error.message || t`Something went wrong on our side.`}</span> <Trans>Everything you saved is safe.</Trans>
    </EditorMessage>
  )
}
