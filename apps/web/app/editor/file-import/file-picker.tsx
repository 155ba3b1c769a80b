// A button that opens the device's file picker.
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { type PickedKind, useFileInput } from './file-input.tsx'

type FilePickerProps = {
  accept: readonly PickedKind[]
  id?: string | undefined
  describedBy?: string
  size?: 'small'
  /** With more than one file, the others go where there is room. */
  onFiles: (files: readonly File[]) => void
  children: ReactNode
}

export function FilePicker({ accept, id, describedBy, size, onFiles, children }: FilePickerProps) {
  const { input, open } = useFileInput({ accept, onFiles })
  return (
    <>
      <Button id={id} variant="secondary" {...(size && { size })} aria-describedby={describedBy} onClick={open}>
        {children}
      </Button>
      {input}
    </>
  )
}
