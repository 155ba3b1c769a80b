// A button that opens the device's file picker.
import { type ReactNode, useRef } from 'react'
import { Button } from '../../../ui/button.tsx'

const types = {
  image: 'image/*,.heic,.heif',
  video: 'video/*',
  audio: 'audio/*',
}

type FilePickerProps = {
  accept: readonly (keyof typeof types)[]
  id?: string | undefined
  describedBy?: string
  size?: 'small'
  /** More than one: the others go where there is room for them. */
  onFiles: (files: readonly File[]) => void
  children: ReactNode
}

export function FilePicker({ accept, id, describedBy, size, onFiles, children }: FilePickerProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button
        id={id}
        variant="secondary"
        {...(size && { size })}
        aria-describedby={describedBy}
        onClick={() => input.current?.click()}
      >
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={accept.map((kind) => types[kind]).join()}
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])]
          // Choosing the same file again must be heard as well.
          event.currentTarget.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
    </>
  )
}
