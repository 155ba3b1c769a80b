// Files, and items of our own panels, that are dragged over an editor and dropped on it.
import { type DragEvent, useState } from 'react'

interface FileDrop {
  /** Whether drags without files are accepted, too. */
  takes?: (event: DragEvent) => boolean
  /** Follows the drag; answers whether the overlay for files is to be shown. */
  onOver?: (event: DragEvent) => boolean
  /** The drag has left or ended, whoever handled the drop. */
  onEnd?: () => void
  onDrop: (event: DragEvent) => void
}

/** Handlers for the element that takes drops, and whether files are dragged over it. */
export function useFileDrop({ takes, onOver = () => true, onEnd, onDrop }: FileDrop) {
  const [isDragging, setIsDragging] = useState(false)
  const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')
  const isOurs = (event: DragEvent) => hasFiles(event) || takes?.(event) === true
  const end = () => {
    setIsDragging(false)
    onEnd?.()
  }
  return {
    isDragging,
    onDragOver(event: DragEvent) {
      if (!isOurs(event)) return
      // Without this the browser would leave the page for the file.
      event.preventDefault()
      const isShown = onOver(event)
      setIsDragging(hasFiles(event) && isShown)
    },
    onDragLeave(event: DragEvent) {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) end()
    },
    // The stage may handle the drop; the drop overlay closes all the same.
    onDropCapture: end,
    onDrop(event: DragEvent) {
      const isEmpty = event.dataTransfer.files.length === 0 && takes?.(event) !== true
      if (event.defaultPrevented || isEmpty) return
      event.preventDefault()
      onDrop(event)
    },
  }
}
