// The hidden input that opens the device's file picker.
import { type ReactElement, useRef } from 'react'

const types = {
  image: 'image/*,.heic,.heif',
  video: 'video/*',
  audio: 'audio/*',
}

export type PickedKind = keyof typeof types

interface FileInputOptions {
  accept: readonly PickedKind[]
  /** Distinguishes several inputs of a page; it is never shown. */
  label?: string
  /** Accepts one file instead of several. */
  isSingle?: boolean
  onFiles: (files: readonly File[]) => void
}

/** `input` must be rendered next to the button that calls `open`. */
export function useFileInput(options: FileInputOptions): { input: ReactElement; open: () => void } {
  const { accept, label, isSingle, onFiles } = options
  const element = useRef<HTMLInputElement>(null)
  const input = (
    <input
      ref={element}
      type="file"
      multiple={!isSingle}
      accept={accept.map((kind) => types[kind]).join()}
      hidden
      aria-label={label}
      onChange={(event) => {
        const files = [...(event.currentTarget.files ?? [])]
        // Otherwise choosing the same file again would fire no event.
        event.currentTarget.value = ''
        if (files.length > 0) onFiles(files)
      }}
    />
  )
  return { input, open: () => element.current?.click() }
}
