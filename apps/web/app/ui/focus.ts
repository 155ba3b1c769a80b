// Moves the focus when one element replaces another, so that keyboard users are not sent back to the top of the page.
import { useEffect, useRef } from 'react'

/** A `ref` for what appears in place of the button that was pressed. Give it `tabIndex={-1}`. */
function takeFocus(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true })
}

/** The same, but only where the focus was lost with what went away. */
export function catchFocus(element: HTMLElement | null): void {
  if (document.activeElement === document.body) takeFocus(element)
}

/** A `ref` for a button whose place something else takes while `isOpen`: it has the focus again afterwards. */
export function useFocusReturn(isOpen: boolean) {
  const button = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !isOpen) takeFocus(button.current)
    wasOpen.current = isOpen
  }, [isOpen])
  return button
}
