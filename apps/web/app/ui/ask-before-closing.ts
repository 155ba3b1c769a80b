// Makes the browser ask before a page is closed or reloaded.

/**
 * Shows the browser's warning on leaving while `isHolding` returns true. Returns a function that ends this. For links
 * within the store see `LeaveGuard`.
 */
export function askBeforeClosing(isHolding: () => boolean): () => void {
  const ask = (event: BeforeUnloadEvent) => {
    if (isHolding()) event.preventDefault()
  }
  window.addEventListener('beforeunload', ask)
  return () => window.removeEventListener('beforeunload', ask)
}
