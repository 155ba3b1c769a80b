// Files that this browser has made: saved as a download, and released when they are no longer shown.
import { useEffect } from 'react'

/** Saves a file under its name, as a click on a download link does. */
export function saveFile({ url, name }: { url: string; name: string }): void {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}

interface MadeFile {
  url: string
  /** Deletes the file's storage on this device. */
  discard?: () => unknown
}

/** Releases the memory of a made file when another one takes its place or the editor closes. */
export function useMadeFile(file: MadeFile | undefined): void {
  useEffect(() => {
    if (!file) return
    return () => {
      URL.revokeObjectURL(file.url)
      file.discard?.()
    }
  }, [file])
}
