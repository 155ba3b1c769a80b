// How files and text come into the editors with fields: dropped, pasted or chosen.
import { type DragEvent, useEffect, useRef, useState } from 'react'
import { useToast } from '../../../ui/toast.tsx'
import type { EditorModel } from '../model/editor-model.ts'
import { findFieldUnder } from '../model/field-under-pointer.ts'
import { takesFile } from '../project/assign-files.ts'

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
