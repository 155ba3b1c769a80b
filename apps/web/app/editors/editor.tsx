// The layout of the form editor, with its shortcuts, dropped and pasted files, and what happens on leaving.

import CircleHelp from 'lucide-react/icons/circle-help'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import { IconButton } from '../ui/button.tsx'
import { useToast } from '../ui/toast.tsx'
import { takesFile } from './assign-files.ts'
import { ConflictDialog } from './conflict-dialog.tsx'
import { DropOverlay } from './drop-overlay.tsx'
import { type EditorActions, generalCommands, playbackCommands } from './editor-commands.ts'
import { EditorContext } from './editor-context.tsx'
import type { EditorModel } from './editor-model.ts'
import { ExportButton } from './export/export-dialog.tsx'
import { FieldPanel } from './fields/field-panel.tsx'
import { HelpDialog } from './help-dialog.tsx'
import { type Commands, findCommand } from './keys/shortcut.ts'
import { useShortcuts } from './keys/use-shortcuts.ts'
import { useLeaving } from './leaving.ts'
import { useObservable } from './observable.ts'
import { findFieldUnder, Stage } from './preview/stage.tsx'
import { TransportBar } from './preview/transport-bar.tsx'
import { TopBar } from './top-bar.tsx'
import { useVisibleHeight } from './visible-height.ts'

export function Editor({ model }: { model: EditorModel }) {
  const grid = useRef<HTMLElement>(null)
  const [isHelpOpen, setIsHelpOpen] = useState(false)
  const [isExportOpen, setIsExportOpen] = useState(false)
  const attachFiles = useAttachFiles(model)
  const { isDragging, ...dragging } = useDrop(model, attachFiles)
  useKeys(model, { openHelp: () => setIsHelpOpen(true), openExport: () => setIsExportOpen(true) })
  usePaste(model, attachFiles)
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
        <HelpDialog isOpen={isHelpOpen} onClose={() => setIsHelpOpen(false)} />
        <Announcements model={model} />
        {isDragging && <DropOverlay>Drop your files here</DropOverlay>}
      </main>
    </EditorContext>
  )
}

/** Files dragged over the window, and what happens when they are let go. A field they are dropped on gets the first. */
export function useDrop(model: EditorModel, attachFiles: (files: Iterable<File>, wanted?: string) => void) {
  const [isDragging, setIsDragging] = useState(false)
  return {
    isDragging,
    onDragOver(event: DragEvent) {
      if (!event.dataTransfer.types.includes('Files')) return
      event.preventDefault()
      setIsDragging(true)
    },
    onDragLeave(event: DragEvent) {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsDragging(false)
    },
    // The stage may take what is dropped on it; the sign that something is dragged goes all the same.
    onDropCapture: () => setIsDragging(false),
    onDrop(event: DragEvent) {
      if (event.dataTransfer.files.length === 0) return
      event.preventDefault()
      const [first] = event.dataTransfer.files
      const takesIt = (fieldId: string) =>
        model.document.fields.some((field) => field.id === fieldId && first !== undefined && takesFile(field, first))
      const control = (event.target as Element).closest<HTMLElement>('[data-field]')
      attachFiles(event.dataTransfer.files, control?.dataset.field ?? findFieldUnder(model, event, takesIt))
    },
  }
}

export function Announcements({ model }: { model: EditorModel }) {
  const text = useObservable(model.announcement)
  return (
    <p role="status" className="sr-only">
      {text}
    </p>
  )
}

/** Puts files where they were dropped, else where there is room, and says what cannot be used. */
export function useAttachFiles(model: EditorModel) {
  const showToast = useToast()
  return (files: Iterable<File>, wanted?: string) => {
    for (const problem of model.attachFiles([...files], wanted)) showToast('error', problem)
  }
}

/** Pasted files go where they fit; pasted words into the selected field of words, when no control has the focus. */
export function usePaste(model: EditorModel, attachFiles: (files: Iterable<File>) => void) {
  const latest = useRef(attachFiles)
  latest.current = attachFiles
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      if (document.querySelector('dialog:modal')) return
      const files = event.clipboardData?.files
      if (files && files.length > 0) {
        event.preventDefault()
        return latest.current(files)
      }
      const isTyping = event.target instanceof Element && event.target.closest('input, textarea, select') !== null
      const text = event.clipboardData?.getData('text/plain').trim() ?? ''
      const fieldId = model.selection.get()?.fieldId
      const field = model.document.fields.find(({ id, type }) => id === fieldId && type === 'text')
      if (isTyping || text === '' || !field) return
      event.preventDefault()
      model.change(field.id, text)
      model.announcement.set(`Pasted into ${field.label}.`)
    }
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [model])
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
