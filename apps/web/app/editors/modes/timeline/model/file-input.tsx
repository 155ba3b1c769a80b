// A hidden file input for the timeline, opened by buttons.
import { type RefObject, useRef } from 'react'
import { useImportFiles } from './import-files.ts'

export interface FileInputControl {
  input: RefObject<HTMLInputElement | null>
  open: () => void
}

export function useFileInput(): FileInputControl {
  const input = useRef<HTMLInputElement>(null)
  return { input, open: () => input.current?.click() }
}

export function FileInput({ control, label }: { control: FileInputControl; label: string }) {
  const importFiles = useImportFiles()
  return (
    <input
      ref={control.input}
      type="file"
      multiple
      accept="video/*,image/*,audio/*"
      aria-label={label}
      className="sr-only"
      tabIndex={-1}
      onChange={(event) => {
        void importFiles([...(event.currentTarget.files ?? [])].map((file) => ({ file })))
        event.currentTarget.value = ''
      }}
    />
  )
}
