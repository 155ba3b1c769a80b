// The page /{templateId}, with or without '-template' at the end: the canvas editor of a template, or a redirect home for
// an unknown id.

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type RouterContextProvider, redirect } from 'react-router'
import { ApiResponseError } from '../../../api/api.ts'
import { hostContext } from '../../../api/context.ts'
import { templatePath } from '../../../api/template-kind.ts'
import { createApi } from '../../../api/whole-api.ts'
import { type MetaMatches, pageMeta } from '../../../ui/page-meta.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ShortcutHelp } from '../../actions/shortcut-help.tsx'
import type { EditorModel } from '../../model/editor-model.ts'
import { OpenEditor, useEditorLoading } from '../../shell/editor-page.tsx'
import { EditorFailed, EditorOpening, editorLinks, OpeningPoster, readPoster } from '../../shell/editor-states.tsx'
import { canvasActions } from './actions/canvas-actions.tsx'
import { CanvasEditor } from './canvas-editor.tsx'
import { CanvasPanels } from './canvas-panels.tsx'
import { useCanvas } from './model/canvas-context.tsx'

export function meta({ matches }: MetaMatches) {
  return pageMeta({
    matches,
    title: t`Edit the design`,
    description: t`Move, change and add anything in a template.`,
    isPrivate: true,
  })
}

type Args = { params: { templateId?: string | undefined }; request: Request; context: Readonly<RouterContextProvider> }

/** The characters of template ids; other unknown paths are not worth a request. */
const templateIdPattern = /^[\p{L}\p{N}][\p{L}\p{N}_-]{0,99}$/u
const suffix = /-template$/

/**
 * Returns the poster. Unknown paths redirect home, and ready-made videos to their page, because they cannot be edited.
 */
export async function loader({ params, request, context }: Args) {
  const path = params.templateId ?? ''
  const templateId = path.replace(suffix, '')
  const isEditorPath = suffix.test(path)
  if (!templateIdPattern.test(templateId)) return redirect('/')
  const api = createApi(context.get(hostContext).transport)
  const template = await api.getTemplate(templateId).catch((error: unknown) => {
    const isMissing = error instanceof ApiResponseError && error.status === 404
    // The editor reports an unreachable server; only an unknown template redirects home.
    return isMissing ? undefined : null
  })
  if (template === undefined && !isEditorPath) return redirect('/')
  if (template?.kind === 'direct-sell') return redirect(templatePath(template))
  return template && readPoster(api, template, request)
}

export const links = editorLinks

export default function CanvasPage() {
  const { loaded, error, retry } = useEditorLoading()
  if (!loaded) return error ? <EditorFailed error={error} kind="video" onRetry={retry} /> : <Opening />
  return <OpenEditor loaded={loaded} editor={Editor} opening={<Opening />} />
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

function Editor({ model }: { model: EditorModel }) {
  return <CanvasEditor model={model} grid="canvas-grid" Panels={CanvasPanels} Help={CanvasHelp} />
}

function CanvasHelp(props: { isOpen: boolean; onClose: () => void }) {
  const { editor } = useCanvas()
  return (
    <ShortcutHelp actions={canvasActions} hasTime={editor.document.canvas.duration > 1} {...props}>
      <li>
        <Trans>Click a layer to select it, drag to move it. Alt-click selects the layer below.</Trans>
      </li>
      <li>
        <Trans>Drag on an empty area to select several layers; hold Shift to add to the selection.</Trans>
      </li>
      <li>
        <Trans>Double-click to edit a text, crop a photo or enter a group.</Trans>
      </li>
      <li>
        <Trans>
          While dragging, Shift moves in a straight line, rotates in steps of 15° and resizes without keeping
          proportions, Alt resizes from the centre, and Ctrl turns snapping off. Alt-drag makes a copy.
        </Trans>
      </li>
      <li>
        <Trans>Two fingers on the selection rotate and resize it; anywhere else they pan and zoom.</Trans>
      </li>
      <li>
        <Trans>Paste or drop images and text from other apps.</Trans>
      </li>
      <li>
        <Trans>
          In the Layers panel, arrow keys move between layers, Shift selects a range, Ctrl adds one layer, Alt with
          arrow keys reorders a layer, and F2 renames it.
        </Trans>
      </li>
    </ShortcutHelp>
  )
}
