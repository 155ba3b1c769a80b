// The page /template/{templateId}/direct-upload: the video editor for the customer's own clips.

import { t } from '@lingui/core/macro'
import { Navigate } from 'react-router'
import { type MetaMatches, pageMeta } from '../../../ui/page-meta.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { OpenEditor, useEditorLoading } from '../../shell/editor-page.tsx'
import {
  EditorFailed,
  EditorNotFound,
  EditorOpening,
  editorLinks,
  loadPoster,
  OpeningPoster,
} from '../../shell/editor-states.tsx'
import { createVideoMedia } from './model/video-media.ts'
import { VideoEditor } from './video-editor.tsx'

export function meta({ matches }: MetaMatches) {
  return pageMeta({
    matches,
    title: t`Edit your video`,
    description: t`Edit your own videos and photos into a template.`,
    isPrivate: true,
  })
}

/** Its scenes begin with the customer's clips. */
export const loader = (args: Parameters<typeof loadPoster>[0]) => loadPoster(args, { withPhotos: false })
export const links = editorLinks

export default function DirectUpload() {
  const { templateId, loaded, error, retry } = useEditorLoading()
  if (!loaded) return error ? <EditorFailed error={error} kind="video" onRetry={retry} /> : <Opening />
  const { kind } = loaded.template
  if (kind === 'image') return <Navigate replace to={`/template/${templateId}/direct-upload-image`} />
  if (kind !== 'video') return <EditorNotFound kind="video" />
  return <OpenEditor loaded={loaded} editor={VideoEditor} createMedia={createVideoMedia} opening={<Opening />} />
}

function Opening() {
  return (
    <EditorOpening grid="video-grid">
      <div className="flex flex-col gap-3 border-e border-line bg-raised p-4 [grid-area:tools] max-md:hidden">
        <Skeleton className="h-11 w-full" />
        <Skeleton className="h-24 w-full" />
        <Skeleton className="h-24 w-full" />
      </div>
      <div className="flex items-center justify-center bg-well p-8 [grid-area:stage]">
        <OpeningPoster className="aspect-video max-h-full w-full max-w-3xl" />
      </div>
      <div className="h-12 border-y border-line bg-raised [grid-area:time]" />
      <div className="flex flex-col gap-2 bg-paper p-4 [grid-area:line]">
        <Skeleton className="h-4 w-full" />
        <Skeleton className="h-16 w-2/3" />
      </div>
    </EditorOpening>
  )
}
