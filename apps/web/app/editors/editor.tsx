// Owns the layout of an open editor and what belongs to the whole window: keys, dropped and pasted files, leaving.
import type { Field } from '@vitrine/composition/document'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import { useToast } from '../ui/toast.tsx'
import { ConflictDialog } from './conflict-dialog.tsx'
import { EditorContext } from './editor-context.tsx'
import type { EditorModel } from './editor-model.ts'
import { ExportButton } from './export/export-dialog.tsx'
import { FieldPanel } from './fields/field-panel.tsx'
import { useObservable } from './observable.ts'
import { Stage } from './preview/stage.tsx'
import { TransportBar } from './preview/transport-bar.tsx'
import { TopBar } from './top-bar.tsx'
import { kindOf } from './uploads.ts'

export function Editor({ model }: { model: EditorModel }) {
  const grid = useRef<HTMLElement>(null)
  const putFile = usePutFile(model)
  const [isDragging, setIsDragging] = useState(false)
  useKeys(model)
  usePaste(putFile)
  useLeaving(model)
  useAutoplay(model)
  useVisibleHeight(grid)
  const drop = (event: DragEvent) => {
    setIsDragging(false)
    const file = event.dataTransfer.files[0]
    if (!file) return
    event.preventDefault()
    putFile(file, (event.target as Element).closest<HTMLElement>('[data-field]')?.dataset.field)
  }
  return (
    <EditorContext value={model}>
      <main
        ref={grid}
        className="editor-grid grid overflow-hidden bg-paper text-ink scheme-dark"
        onDragOver={(event) => {
          if (!event.dataTransfer.types.includes('Files')) return
          event.preventDefault()
          setIsDragging(true)
        }}
        onDragLeave={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsDragging(false)
        }}
        onDrop={drop}
      >
        <TopBar>
          <ExportButton />
        </TopBar>
        <Stage />
        <TransportBar />
        <FieldPanel />
        <ConflictDialog />
        <Announcements model={model} />
        {isDragging && (
          <p className="pointer-events-none fixed inset-4 z-10 flex items-center justify-center rounded-card border-2 border-dashed border-marigold bg-veil font-headline text-title text-on-film">
            Drop your file to use it
          </p>
        )}
      </main>
    </EditorContext>
  )
}

function Announcements({ model }: { model: EditorModel }) {
  const words = useObservable(model.announcement)
  return (
    <p role="status" className="sr-only">
      {words}
    </p>
  )
}

/** Puts a file where it was dropped, else into the selected field, else into the first empty one that takes its kind. */
function usePutFile(model: EditorModel) {
  const showToast = useToast()
  return (file: File, wanted?: string) => {
    const kind = kindOf(file)
    const takes = (field: Field | undefined) =>
      field?.type === 'audio'
        ? kind === 'audio'
        : field?.type === 'media' && kind !== 'audio' && kind !== undefined && field.accept.includes(kind)
    const { fields } = model.document
    const byId = (id: string | undefined) => fields.find((field) => field.id === id)
    const fitting = fields.filter(takes)
    const field =
      [byId(wanted), byId(model.selection.get()?.fieldId)].find(takes) ??
      fitting.find(({ id }) => model.store.getContent().values[id] === undefined) ??
      fitting[0]
    if (!field)
      return showToast(
        'error',
        `This template has no place for ${kind === undefined ? 'a file of this kind' : `this ${kind}`}.`,
      )
    const problem = model.putFile(field.id, file)
    if (problem) showToast('error', problem)
  }
}

function usePaste(putFile: (file: File) => void) {
  const latest = useRef(putFile)
  latest.current = putFile
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const file = event.clipboardData?.files[0]
      if (!file) return
      event.preventDefault()
      latest.current(file)
    }
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [])
}

/** Keys that belong to whatever has the focus stay there; undo works everywhere. */
function useKeys(model: EditorModel) {
  useEffect(() => {
    const { player } = model
    const actions: Record<string, () => void> = {
      ' ': player.toggle,
      ArrowLeft: () => step(-1),
      ArrowRight: () => step(1),
      Home: () => player.seek(0),
      End: () => player.seek(player.durationFrames - 1),
    }
    const step = (frames: number) => {
      player.pause()
      player.seek(player.getFrame() + frames)
    }
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || document.querySelector('dialog:modal')) return
      const isCommand = event.ctrlKey || event.metaKey
      const key = event.key.toLowerCase()
      if (isCommand && (key === 'z' || key === 'y')) {
        event.preventDefault()
        if (key === 'y' || event.shiftKey) model.redo()
        else model.undo()
        return
      }
      const isBusy =
        event.target instanceof Element && event.target.closest('input, textarea, select, button, a, [role=switch]')
      const action = actions[event.key]
      if (isCommand || isBusy || !action) return
      event.preventDefault()
      action()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [model])
}

/** Saves when the page is hidden, and asks before it is closed with something unsaved. */
function useLeaving(model: EditorModel) {
  useEffect(() => {
    const { autosave, uploads } = model
    const save = () => {
      const { status } = autosave.getState()
      if (status === 'unsaved' || status === 'offline') void autosave.flush()
    }
    const hide = () => {
      if (document.visibilityState === 'hidden') save()
    }
    const ask = (event: BeforeUnloadEvent) => {
      const isSaved = autosave.getState().status === 'saved' && uploads.list().every(({ error }) => error !== undefined)
      if (!isSaved) event.preventDefault()
    }
    document.addEventListener('visibilitychange', hide)
    window.addEventListener('online', save)
    window.addEventListener('beforeunload', ask)
    return () => {
      document.removeEventListener('visibilitychange', hide)
      window.removeEventListener('online', save)
      window.removeEventListener('beforeunload', ask)
    }
  }, [model])
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

/** A phone's keyboard covers the page without telling it: the editor is as high as what is left. */
function useVisibleHeight(grid: { current: HTMLElement | null }) {
  useEffect(() => {
    const visible = window.visualViewport
    if (!visible) return
    const fit = () => {
      grid.current?.style.setProperty('--editor-height', `${visible.height}px`)
      // The browser scrolls the focused control into view by moving the page; the sheet has done so already.
      if (visible.offsetTop > 0) window.scrollTo(0, 0)
    }
    fit()
    visible.addEventListener('resize', fit)
    return () => visible.removeEventListener('resize', fit)
  }, [grid])
}
