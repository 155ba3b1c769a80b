// Copy, cut and paste in an editor, outside its dialogs. The document listens, because browsers send these events to
// the body when no text field is focused.
import { useEffect, useRef } from 'react'
import { findKeyFocus } from '../actions/shortcut.ts'

export interface Pasted {
  readonly files: readonly File[]
  readonly data: DataTransfer | null
  /** A text field has the focus. */
  readonly isWriting: boolean
}

interface ClipboardUse {
  /**
   * Puts the selection on the clipboard; returns whether there was one. Not called while text is edited or selected.
   */
  copy?: (data: DataTransfer | null) => boolean
  /** Removes the selection after a cut. */
  remove?: () => void
  /** Inserts the pasted content; returns whether it was used. */
  paste: (pasted: Pasted) => boolean
}

export function useClipboard(use: ClipboardUse): void {
  const latest = useRef(use)
  latest.current = use
  useEffect(() => {
    const hasDialog = () => document.querySelector('dialog:modal') !== null
    const isWriting = ({ target }: Event) => findKeyFocus(target) === 'text'
    const putOn = (event: ClipboardEvent) => {
      if (hasDialog() || isWriting(event)) return false
      const isCopied = latest.current.copy?.(event.clipboardData) === true
      if (isCopied) event.preventDefault()
      return isCopied
    }
    const copy = (event: ClipboardEvent) => {
      // Selected text of the page takes precedence.
      if (String(document.getSelection()) === '') putOn(event)
    }
    const cut = (event: ClipboardEvent) => {
      if (putOn(event)) latest.current.remove?.()
    }
    const paste = (event: ClipboardEvent) => {
      if (hasDialog()) return
      const { clipboardData: data } = event
      const pasted = { files: [...(data?.files ?? [])], data, isWriting: isWriting(event) }
      if (latest.current.paste(pasted)) event.preventDefault()
    }
    const abort = new AbortController()
    document.addEventListener('copy', copy, { signal: abort.signal })
    document.addEventListener('cut', cut, { signal: abort.signal })
    document.addEventListener('paste', paste, { signal: abort.signal })
    return () => abort.abort()
  }, [])
}
