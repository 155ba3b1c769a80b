// The layout of the form editor, with its shortcuts, dropped and pasted files, and what happens on leaving.

import CircleHelp from 'lucide-react/icons/circle-help'
import { useEffect, useRef, useState } from 'react'
import { IconButton } from '../../../ui/button.tsx'
import { ExportButton } from '../../core/export/export-dialog.tsx'
import { FieldPanel } from '../../core/fields/field-panel.tsx'
import { DropOverlay } from '../../core/file-import/drop-overlay.tsx'
import { useClipboard } from '../../core/file-import/use-clipboard.ts'
import { findDroppedField, pasteIntoFields, useAttachFiles } from '../../core/file-import/use-field-files.ts'
import { useFileDrop } from '../../core/file-import/use-file-drop.ts'
import { type Commands, findCommand } from '../../core/keys/shortcut.ts'
import { useShortcuts } from '../../core/keys/use-shortcuts.ts'
import { type EditorActions, generalCommands, playbackCommands } from '../../core/model/editor-commands.ts'
import { EditorContext } from '../../core/model/editor-context.tsx'
import type { EditorModel } from '../../core/model/editor-model.ts'
import { Announcements } from '../../core/shell/announcements.tsx'
import { useLeaving } from '../../core/shell/leaving.ts'
import { TopBar } from '../../core/shell/top-bar.tsx'
import { useVisibleHeight } from '../../core/shell/visible-height.ts'
import { Stage } from '../../core/stage/stage.tsx'
import { TransportBar } from '../../core/stage/transport-bar.tsx'
import { ConflictDialog } from '../../core/versions/conflict-dialog.tsx'
import { FormHelp } from './form-help.tsx'

export function FormEditor({ model }: { model: EditorModel }) {
  const grid = useRef<HTMLElement>(null)
  const [isHelpOpen, setIsHelpOpen] = useState(false)
  const [isExportOpen, setIsExportOpen] = useState(false)
  const attachFiles = useAttachFiles(model)
  const { isDragging, ...dragging } = useFileDrop({
    onDrop: (event) => attachFiles(event.dataTransfer.files, findDroppedField(model, event)),
  })
  useKeys(model, { openHelp: () => setIsHelpOpen(true), openExport: () => setIsExportOpen(true) })
  useClipboard({ paste: (pasted) => pasteIntoFields(model, attachFiles, pasted) })
  useLeaving(model)
  useAutoplay(model)
  useVisibleHeight(grid)
  return (
    <EditorContext value={model}>
      <main ref={grid} className="editor-grid grid overflow-hidden bg-paper text-ink scheme-dark" {...dragging}>
        <TopBar>
          <IconButton label="Help and keys" onClick={() => setIsHelpOpen(true)} className="max-md:hidden">
            <CircleHelp aria-hidden="true" size={20} />
          </IconButton>
          <ExportButton isOpen={isExportOpen} onOpen={setIsExportOpen} />
        </TopBar>
        <Stage />
        <TransportBar />
        <FieldPanel />
        <ConflictDialog />
        <FormHelp isOpen={isHelpOpen} onClose={() => setIsHelpOpen(false)} />
        <Announcements model={model} />
        {isDragging && <DropOverlay>Drop your files here</DropOverlay>}
      </main>
    </EditorContext>
  )
}

/** Keys that belong to whatever has the focus stay there; commands such as undo work everywhere. */
function useKeys(model: EditorModel, actions: EditorActions) {
  const commands: Commands<'form'> = {
    ...generalCommands(model, actions),
    ...playbackCommands(model),
    'leave-field': () => (document.activeElement as HTMLElement | null)?.blur(),
  }
  useShortcuts((event) => findCommand('form', commands, event))
}

/** Plays once the picture is there, unless the visitor wants little motion or has begun to work. */
function useAutoplay(model: EditorModel) {
  useEffect(() => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const end = model.preview.subscribe(() => {
      if (model.preview.get().status !== 'ready') return
      end()
      if (model.selection.get()) return
      model.player.seek(0)
      model.player.play()
    })
    return end
  }, [model])
}
