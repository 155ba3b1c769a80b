// Listens for keys on the window, so that a shortcut works wherever the focus is, even after the focused element was
// removed. The capture phase is for the few keys that the focused control would otherwise use first.
import { useEffect, useRef } from 'react'

/**
 * Runs what `find` returns for a key press, unless a dialog is open or an IME is composing. Keys that `isFirst`
 * accepts are handled in the capture phase.
 */
export function useShortcuts(
  find: (event: KeyboardEvent) => (() => void) | undefined,
  isFirst: (event: KeyboardEvent) => boolean = () => false,
): void {
  const latest = useRef({ find, isFirst })
  latest.current = { find, isFirst }
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || document.querySelector('dialog:modal')) return
      const run = latest.current.find(event)
      if (!run) return
      event.preventDefault()
      if (latest.current.isFirst(event)) event.stopImmediatePropagation()
      run()
    }
    const pressFirst = (event: KeyboardEvent) => {
      if (latest.current.isFirst(event)) press(event)
    }
    window.addEventListener('keydown', pressFirst, { capture: true })
    window.addEventListener('keydown', press)
    return () => {
      window.removeEventListener('keydown', pressFirst, { capture: true })
      window.removeEventListener('keydown', press)
    }
  }, [])
}
