// Who works on a project in this browser: an open editor, or the move of a visitor's work into the account.

/** Projects that are open in this tab, with the number of their editors. */
const openHere = new Map<string, number>()
/** Web Locks exist on secure pages only; without them other tabs are not known, and meet as two devices would. */
const locks = typeof navigator === 'undefined' ? undefined : (navigator.locks as LockManager | undefined)
const toLockName = (projectId: string) => `vitrine-project ${projectId}`

/**
 * Holds the project for an open editor, and stops a move that is at it. `onTaken` is called when an editor in another tab opens
 * the project: two tabs share one draft, so that only one may go on. Returns how to give it back.
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
 * Runs `work` unless an editor has the project; its signal ends when one opens. Resolves with whether the work ran to its
 * end; rejects with its error.
 */
export async function whileNobodyEdits(
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
