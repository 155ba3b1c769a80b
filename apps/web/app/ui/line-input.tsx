// Inputs of one line.
import { toPlainLine } from '@vitrine/contract/input'
import type { ClipboardEvent, ComponentProps } from 'react'

/** Browsers drop the line breaks of what is pasted into one line, which glues “Raj⏎Simran” together: a blank stands there instead. */
function pasteAsLine(event: ClipboardEvent<HTMLInputElement>): void {
  const pasted = event.clipboardData.getData('text/plain')
  if (!/[\r\n\u2028\u2029]/.test(pasted)) return
  event.preventDefault()
  // The only way that keeps the browser's undo and tells the page of the change.
  document.execCommand('insertText', false, toPlainLine(pasted))
}

/** An input for names and words. */
export function LineInput(props: ComponentProps<'input'>) {
  return <input type="text" onPaste={pasteAsLine} {...props} />
}
