// The page /template/{templateId}/direct-upload-image: the image editor of an image template.
import { t } from '@lingui/core/macro'
import { Navigate } from 'react-router'
import { type MetaMatches, pageMeta } from '../../../ui/page-meta.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { OpenEditor, useEditorLoading } from '../../core/shell/editor-page.tsx'
import { EditorFailed, EditorNotFound, EditorOpening } from '../../core/shell/editor-states.tsx'
import { editorLinks, loadPoster, OpeningPoster } from '../../core/shell/opening-poster.tsx'
import { ImageEditor } from './image-editor.tsx'

export function meta({ matches }: MetaMatches) {
  return pageMeta({
    matches,
    title: t`Edit your image`,
    description: t`Put your own photo and text into a template.`,
    isPrivate: true,
  })
}

export const loader = loadPoster
export const links = editorLinks

export default function DirectUploadImage() {
  const { templateId, loaded, error, retry } = useEditorLoading()
  if (!loaded) return error ? <EditorFailed error={error} kind="image" onRetry={retry} /> : <Opening />
  const { kind } = loaded.template
  if (kind === 'video') return <Navigate replace to={`/template/${templateId}/server-render`} />
  if (kind !== 'image') return <EditorNotFound kind="image" />
  return <OpenEditor loaded={loaded} editor={ImageEditor} opening={<Opening />} />
}

function Opening() {
  return (
    <EditorOpening grid="editor-grid">
      <div className="flex items-center justify-center p-6 [grid-area:stage]">
        <OpeningPoster className="aspect-[4/5] h-full max-h-[40rem] max-w-full" />
      </div>
      <div className="h-12 border-t border-line bg-raised [grid-area:time]" />
      <div className="editor-sheet flex flex-col gap-6 border-line bg-raised p-5 [grid-area:fields] max-md:border-t md:border-e">
        <Skeleton className="h-40 w-full" />
        <Skeleton className="h-11 w-full" />
        <Skeleton className="h-11 w-full" />
      </div>
    </EditorOpening>
  )
}
