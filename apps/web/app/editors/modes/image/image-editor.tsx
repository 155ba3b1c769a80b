// The layout of the image editor, with its shortcuts, dropped and pasted photos, and what happens on leaving.

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Field, MediaField } from '@vitrine/composition/field'
import OverHorizontal from 'lucide-react/icons/flip-horizontal-2'
import OverVertical from 'lucide-react/icons/flip-vertical-2'
import ImagePlus from 'lucide-react/icons/image-plus'
import Keyboard from 'lucide-react/icons/keyboard'
import { Button, IconButton } from '../../../ui/button.tsx'
import { useObservable } from '../../../ui/observable.ts'
import { useToast } from '../../../ui/toast.tsx'
import { flipCrop } from '../../core/cropper/crop.ts'
import { PictureExportButton } from '../../core/export/picture/picture-export-dialog.tsx'
import { FieldPanel } from '../../core/fields/field-panel.tsx'
import { findGrip } from '../../core/fields/photo-grip.ts'
import { DropOverlay } from '../../core/file-import/drop-overlay.tsx'
import { FilePicker } from '../../core/file-import/file-picker.tsx'
import { showProblems } from '../../core/file-import/problem-toast.ts'
import { useClipboard } from '../../core/file-import/use-clipboard.ts'
import { findDroppedField, pasteIntoFields, useAttachFiles } from '../../core/file-import/use-field-files.ts'
import { useFileDrop } from '../../core/file-import/use-file-drop.ts'
import { findCommand } from '../../core/keys/shortcut.ts'
import { ShortcutHelp } from '../../core/keys/shortcut-help.tsx'
import { useShortcuts } from '../../core/keys/use-shortcuts.ts'
import { useEditor, useFieldValue } from '../../core/model/editor-context.tsx'
import type { EditorModel } from '../../core/model/editor-model.ts'
import { EditorGrid, useEditorShell } from '../../core/shell/editor-shell.tsx'
import { HistoryButtons } from '../../core/shell/top-bar.tsx'
import { useCanvas, WithCanvas } from '../canvas/model/canvas-context.tsx'
import type { CanvasModel } from '../canvas/model/canvas-model.ts'
import { dropFiles } from '../canvas/model/import-files.ts'
import { useRejectedEdits } from '../canvas/stage/canvas-window.ts'
import { ImageStage } from './image-stage.tsx'
import { LightPanel } from './light-panel.tsx'
import { lacksPhotoField } from './own-photo.ts'
import { OwnPhotoPanel } from './own-photo-panel.tsx'
import { OwnPhotoStage } from './own-photo-stage.tsx'

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

function FlipTools({ field }: { field: MediaField }) {
  const model = useEditor()
  const value = useFieldValue(field)
  if (value === undefined) return null
  const flip = (direction: 'horizontal' | 'vertical') => {
    const grip = findGrip(model, field.id, (point) => point)
    model.store.endGroup()
    if (grip) grip.onCrop(flipCrop(grip.crop, direction))
    model.store.endGroup()
  }
  return (
    <div className="-mt-2 flex flex-wrap gap-2">
      {/* Lucide names these icons by the line that they are flipped over. */}
      <Button size="small" variant="secondary" onClick={() => flip('horizontal')}>
        <OverVertical aria-hidden="true" size={16} />
        <Trans>Flip horizontal</Trans>
      </Button>
      <Button size="small" variant="secondary" onClick={() => flip('vertical')}>
        <OverHorizontal aria-hidden="true" size={16} />
        <Trans>Flip vertical</Trans>
      </Button>
    </div>
  )
}

/** `hasFrame`: the photo is in a frame of the template. */
function KeyboardHelp({ hasFrame, ...props }: { hasFrame: boolean; isOpen: boolean; onClose: () => void }) {
  return <ShortcutHelp title={t`Keyboard shortcuts`} scopes={['image', hasFrame ? 'photo' : 'own-photo']} {...props} />
}

interface StageBarProps {
  onHelp: () => void
  /** For pictures without a frame: photos are put where one likes. */
  onPhotos: ((files: readonly File[]) => void) | undefined
}

function StageBar({ onHelp, onPhotos }: StageBarProps) {
  const { width, height } = useObservable(useEditor().shape)
  return (
    <div className="gives-way flex h-12 items-center gap-1 border-t border-line bg-raised px-2 [grid-area:time] md:px-4">
      <p className="me-auto ps-2 text-caption text-muted tabular-nums">
        <Trans>
          {width} × {height} pixels
        </Trans>
      </p>
      {onPhotos && (
        <FilePicker accept={['image']} size="small" onFiles={onPhotos}>
          <ImagePlus aria-hidden="true" size={16} />
          <Trans>Photo</Trans>
        </FilePicker>
      )}
      <div className="flex md:hidden">
        <HistoryButtons />
      </div>
      <IconButton
        label={t`Keyboard shortcuts`}
        aria-keyshortcuts="?"
        onClick={onHelp}
        className="pointer-coarse:hidden"
      >
        <Keyboard aria-hidden="true" size={20} />
      </IconButton>
    </div>
  )
}
