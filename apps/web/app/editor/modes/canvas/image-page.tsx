// The page /template/{templateId}/direct-upload-image: the canvas editor of an image template with few panels. The
// design is fixed: fields are filled in, and photos are moved inside their frames, or placed freely if there are none.

import { t } from '@lingui/core/macro'
import { Navigate } from 'react-router'
import { type MetaMatches, pageMeta } from '../../../ui/page-meta.ts'
import { photoActions } from '../../cropper/use-crop-area.ts'
import { FieldHelp } from '../../fields/field-panel.tsx'
import type { EditorModel } from '../../model/editor-model.ts'
import { OpenEditor, useEditorLoading } from '../../shell/editor-page.tsx'
import { EditorFailed, EditorNotFound, editorLinks, FormOpening, loadPoster } from '../../shell/editor-states.tsx'
import { canvasActions } from './actions/canvas-actions.tsx'
import { CanvasEditor } from './canvas-editor.tsx'
import { ImageButtons, ImagePanels } from './image-panels.tsx'

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

const helpActions = [...canvasActions, ...photoActions]

const opening = <FormOpening className="aspect-[4/5] h-full max-h-[40rem] max-w-full" />

export default function ImagePage() {
  const { templateId, loaded, error, retry } = useEditorLoading()
  if (!loaded) return error ? <EditorFailed error={error} kind="image" onRetry={retry} /> : opening
  const { kind } = loaded.template
  if (kind === 'video') return <Navigate replace to={`/template/${templateId}/server-render`} />
  if (kind !== 'image') return <EditorNotFound kind="image" />
  return <OpenEditor loaded={loaded} editor={ImageEditor} opening={opening} />
}

function ImageEditor({ model }: { model: EditorModel }) {
  return (
    <CanvasEditor
      model={model}
      keepsDesign
      grid="editor-grid"
      Panels={ImagePanels}
      Help={ImageHelp}
      buttons={<ImageButtons />}
    />
  )
}

function ImageHelp(props: { isOpen: boolean; onClose: () => void }) {
  return <FieldHelp actions={helpActions} hasTime={false} {...props} />
}
