// Drag and drop of files, and of items from the editor's own panels.
import { type DragEvent, type ReactNode, useState } from 'react'
import { classNames } from '../../ui/class-names.ts'

interface FileDrop {
  /** Whether drags without files are accepted too. */
  takes?: (event: DragEvent) => boolean
  /** Called during a drag; returns whether to show the overlay for files. */
  onOver?: (event: DragEvent) => boolean
  /** The drag has left or ended, even if another handler took the drop. */
  onEnd?: () => void
  onDrop: (event: DragEvent) => void
}

/** Handlers for the drop target, and whether files are dragged over it. */
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
      // By default the browser would navigate to the file.
      event.preventDefault()
      const isShown = onOver(event)
      setIsDragging(hasFiles(event) && isShown)
    },
    onDragLeave(event: DragEvent) {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) end()
    },
    // Closes the overlay even when the stage handles the drop.
    onDropCapture: end,
    onDrop(event: DragEvent) {
      const isEmpty = event.dataTransfer.files.length === 0 && takes?.(event) !== true
      if (event.defaultPrevented || isEmpty) return
      event.preventDefault()
      onDrop(event)
    },
  }
}

/** The overlay of an editor while files are dragged over it. `area`: the position classes; the whole window by default. */
export function DropOverlay({ area = 'inset-4', children }: { area?: string; children: ReactNode }) {
  return (
    <p
      className={classNames(
        'pointer-events-none fixed z-10 flex items-center justify-center rounded-card border-2 border-dashed border-marigold bg-veil px-4 text-center font-headline text-title text-on-dark',
        area,
      )}
    >
      {children}
    </p>
  )
}
