// Makes the browser ask before a page is closed or reloaded.

/**
 * Has the browser ask while `isHolding` answers that something would be lost. The function returned ends that. Nothing else
 * is asked: for links within the store see `LeaveGuard`.
 */
export function askBeforeClosing(isHolding: () => boolean): () => void {
  const ask = (event: BeforeUnloadEvent) => {
    if (isHolding()) event.preventDefault()
  }
  window.addEventListener('beforeunload', ask)
  return () => window.removeEventListener('beforeunload', ask)
}
