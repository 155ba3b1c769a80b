// The page /{templateId}, with or without '-template' at the end: the canvas editor of a template, or a redirect home for
// an unknown id.
import { t } from '@lingui/core/macro'
import { type RouterContextProvider, redirect } from 'react-router'
import { ApiResponseError } from '../../../api/api.ts'
import { hostContext } from '../../../api/context.ts'
import { createApi } from '../../../api/whole-api.ts'
import { templatePath } from '../../../store/template-kind.ts'
import { type MetaMatches, pageMeta } from '../../../ui/page-meta.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { OpenEditor, useEditorLoading } from '../../core/shell/editor-page.tsx'
import { EditorFailed, EditorOpening } from '../../core/shell/editor-states.tsx'
import { editorLinks, OpeningPoster, posterOf } from '../../core/shell/opening-poster.tsx'
import { CanvasEditor } from './canvas-editor.tsx'

export function meta({ matches }: MetaMatches) {
  return pageMeta({
    matches,
    title: t`Edit the design`,
    description: t`Move, change and add anything in a template.`,
    isPrivate: true,
  })
}

type Args = { params: { templateId?: string | undefined }; request: Request; context: Readonly<RouterContextProvider> }

/** What ids of templates are made of; other unknown paths are not worth a question to the server. */
const templateIdPattern = /^[\p{L}\p{N}][\p{L}\p{N}_-]{0,99}$/u
const suffix = /-template$/

/** Answers the poster. Unknown paths lead home, and videos that are ready-made to their page: there is nothing to edit. */
export async function loader({ params, request, context }: Args) {
  const path = params.templateId ?? ''
  const templateId = path.replace(suffix, '')
  const isEditorPath = suffix.test(path)
  if (!templateIdPattern.test(templateId)) return redirect('/')
  const api = createApi(context.get(hostContext).transport)
  const template = await api.getTemplate(templateId).catch((error: unknown) => {
    const isMissing = error instanceof ApiResponseError && error.status === 404
    // The editor reports an unreachable server; only an unknown template leads home.
    return isMissing ? undefined : null
  })
  if (template === undefined && !isEditorPath) return redirect('/')
  if (template?.kind === 'direct-sell') return redirect(templatePath(template))
  return template && posterOf(api, template, request)
}

export const links = editorLinks

export default function CanvasPage() {
  const { loaded, error, retry } = useEditorLoading()
  if (!loaded) return error ? <EditorFailed error={error} kind="video" onRetry={retry} /> : <Opening />
  return <OpenEditor loaded={loaded} editor={CanvasEditor} opening={<Opening />} />
}

function Opening() {
  return (
    <EditorOpening grid="canvas-grid">
      <div className="flex flex-col gap-3 border-e border-line bg-raised p-4 [grid-area:tools] max-md:hidden">
        <Skeleton className="h-11 w-full" />
        <Skeleton className="h-11 w-full" />
        <Skeleton className="h-40 w-full" />
      </div>
      <div className="flex items-center justify-center bg-well p-8 [grid-area:stage]">
        <OpeningPoster className="aspect-[4/5] h-full max-h-[40rem] max-w-full" />
      </div>
      <div className="flex flex-col gap-3 border-s border-line bg-raised p-4 [grid-area:side] max-md:hidden">
        <Skeleton className="h-11 w-full" />
        <Skeleton className="h-64 w-full" />
      </div>
      <div className="h-14 border-t border-line bg-raised [grid-area:foot]" />
    </EditorOpening>
  )
}
