// Inputs of one line.
import { toPlainLine } from '@vitrine/contract/input'
import type { ClipboardEvent, ComponentProps } from 'react'

/** Browsers drop the line breaks of text pasted into one line, which joins “Raj⏎Simran”: they become blanks instead. */
function pasteAsLine(event: ClipboardEvent<HTMLInputElement>): void {
  const pasted = event.clipboardData.getData('text/plain')
  if (!/[\r\n\u2028\u2029]/.test(pasted)) return
  event.preventDefault()
  // The only way that keeps the browser's undo and fires an input event.
  document.execCommand('insertText', false, toPlainLine(pasted))
}

/** An input for names and words. */
export function LineInput(props: ComponentProps<'input'>) {
  return <input type="text" onPaste={pasteAsLine} {...props} />
}
