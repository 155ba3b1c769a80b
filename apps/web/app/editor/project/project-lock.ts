// Locks a project in this browser for an open editor, or for the move of a visitor's work into the account.

/** Projects that are open in this tab, with the number of their editors. */
const openHere = new Map<string, number>()
/** Web Locks exist on secure pages only. Without them, other tabs behave like other devices. */
const locks = typeof navigator === 'undefined' ? undefined : (navigator.locks as LockManager | undefined)
const toLockName = (projectId: string) => `vitrine-project ${projectId}`

/**
 * Locks the project for an open editor, and stops a running move. `onTaken` is called when an editor in another tab
 * opens the project: tabs share one draft, so only one of them may continue. Returns a function that releases the lock.
 */
export function holdProject(projectId: string, onTaken: () => void = () => undefined): () => void {
  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  let isReleased = false
  // Rejects when another editor of the same project takes it over.
  locks
    ?.request(toLockName(projectId), { steal: true }, () => held)
    .catch(() => {
      if (!isReleased) onTaken()
    })
  openHere.set(projectId, (openHere.get(projectId) ?? 0) + 1)
  return () => {
    isReleased = true
    openHere.set(projectId, (openHere.get(projectId) ?? 1) - 1)
    release()
  }
}

/**
 * Runs `work` unless an editor has the project; its signal aborts when one opens. Resolves with whether the work ran to
 * its end; rejects with its error.
 */
export async function runUnlessEdited(
  projectId: string,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<boolean> {
  if ((openHere.get(projectId) ?? 0) > 0) return false
  if (!locks) return work(new AbortController().signal).then(() => true)
  const stop = new AbortController()
  let ran: Promise<void> | undefined
  try {
    return await locks.request(toLockName(projectId), { ifAvailable: true }, async (lock) => {
      if (!lock) return false
      ran = work(stop.signal)
      await ran
      return true
    })
  } catch (error) {
    if (!(error instanceof DOMException) || error.name !== 'AbortError') throw error
    stop.abort()
    await ran?.catch(() => undefined)
    return false
  }
}
