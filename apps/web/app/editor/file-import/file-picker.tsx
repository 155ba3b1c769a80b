// Choosing files on the device, and the problems of those that cannot be used.

import { t } from '@lingui/core/macro'
import { type ReactElement, type ReactNode, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import type { ShowToast, ToastOptions } from '../../ui/toast.tsx'

type FilePickerProps = {
  accept: readonly PickedKind[]
  id?: string | undefined
  describedBy?: string
  size?: 'small'
  /** With more than one file, the others go where there is room. */
  onFiles: (files: readonly File[]) => void
  children: ReactNode
}

/** A button that opens the device's file picker. */
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

const types = {
  image: 'image/*,.heic,.heif',
  video: 'video/*',
  audio: 'audio/*',
}

type PickedKind = keyof typeof types

interface FileInputOptions {
  accept: readonly PickedKind[]
  /** Distinguishes several inputs of a page; it is never shown. */
  label?: string
  /** Accepts one file instead of several. */
  isSingle?: boolean
  onFiles: (files: readonly File[]) => void
}

/** The hidden input of the device's file picker. `input` must be rendered next to the button that calls `open`. */
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

const maxShown = 2

/** The problems of several files as one toast. */
export function showProblems(showToast: ShowToast, problems: readonly string[], options?: ToastOptions): void {
  if (problems.length === 0) return
  const shown = problems.slice(0, maxShown).join(' ')
  const more = problems.length - maxShown
  showToast('error', more > 0 ? t`${shown} There is also a problem with ${more} more.` : shown, options)
}
