// The layout of the image editor, with its shortcuts, dropped and pasted photos, and what happens on leaving.

import { Trans } from '@lingui/react/macro'
import type { Field } from '@vitrine/composition/field'
import { useToast } from '../../../ui/toast.tsx'
import { PictureExportButton } from '../../core/export/picture/picture-export-dialog.tsx'
import { FieldPanel } from '../../core/fields/field-panel.tsx'
import { DropOverlay } from '../../core/file-import/drop-overlay.tsx'
import { showProblems } from '../../core/file-import/problem-toast.ts'
import { useClipboard } from '../../core/file-import/use-clipboard.ts'
import { findDroppedField, pasteIntoFields, useAttachFiles } from '../../core/file-import/use-field-files.ts'
import { useFileDrop } from '../../core/file-import/use-file-drop.ts'
import { findCommand } from '../../core/keys/shortcut.ts'
import { useShortcuts } from '../../core/keys/use-shortcuts.ts'
import type { EditorModel } from '../../core/model/editor-model.ts'
import { EditorGrid, useEditorShell } from '../../core/shell/editor-shell.tsx'
import { useCanvas, WithCanvas } from '../canvas/model/canvas-context.tsx'
import type { CanvasModel } from '../canvas/model/canvas-model.ts'
import { dropFiles } from '../canvas/model/import-files.ts'
import { useRejectedEdits } from '../canvas/stage/canvas-window.ts'
import { FlipTools } from './flip-tools.tsx'
import { ImageStage } from './image-stage.tsx'
import { KeyboardHelp } from './keyboard-help.tsx'
import { LightPanel } from './light-panel.tsx'
import { lacksPhotoField } from './own-photo.ts'
import { OwnPhotoPanel } from './own-photo-panel.tsx'
import { OwnPhotoStage } from './own-photo-stage.tsx'
import { StageBar } from './stage-bar.tsx'

export function ImageEditor({ model }: { model: EditorModel }) {
  return (
    <WithCanvas editor={model}>
      <Layout />
    </WithCanvas>
  )
}

function Layout() {
  const canvas = useCanvas()
  const model = canvas.editor
  const shell = useEditorShell(model)
  const { openHelp } = shell.actions
  const attachFiles = useAttachPhotos(canvas)
  const { isDragging, ...dragging } = useFileDrop({
    onDrop: (event) => attachFiles(event.dataTransfer.files, findDroppedField(model, event)),
  })
  useShortcuts((event) =>
    findCommand('image', { undo: () => model.undo(), redo: () => model.redo(), help: openHelp }, event),
  )
  useClipboard({ paste: (pasted) => pasteIntoFields(model, attachFiles, pasted) })
  useRejectedEdits(canvas)
  const hasFrame = !lacksPhotoField(model)
  return (
    <EditorGrid shell={shell} className="editor-grid" Export={PictureExportButton} {...dragging}>
      {hasFrame ? <ImageStage /> : <OwnPhotoStage />}
      <StageBar onHelp={openHelp} onPhotos={hasFrame ? undefined : attachFiles} />
      <FieldPanel below={(field) => <PhotoTools field={field} />} more={!hasFrame && <OwnPhotoPanel />} />
      <KeyboardHelp hasFrame={hasFrame} {...shell.help} />
      {isDragging && (
        <DropOverlay>
          <Trans>Drop your photo here</Trans>
        </DropOverlay>
      )}
    </EditorGrid>
  )
}

/** Photos go into the template's frames; where it has none, they become layers of the customer's own. */
function useAttachPhotos(canvas: CanvasModel) {
  const fill = useAttachFiles(canvas.editor)
  const showToast = useToast()
  return (files: Iterable<File>, wanted?: string) => {
    if (!lacksPhotoField(canvas.editor)) return fill(files, wanted)
    void dropFiles(canvas, [...files]).then((problems) => {
      showProblems(showToast, problems)
    })
  }
}

function PhotoTools({ field }: { field: Field }) {
  if (field.type !== 'media') return null
  return (
    <>
      <FlipTools field={field} />
      <LightPanel field={field} />
    </>
  )
}
