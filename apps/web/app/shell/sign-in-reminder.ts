// When the sign-in popup may open again: a day after it was closed.

const storageKey = 'vitrine-sign-in-popup'
const restMs = 24 * 60 * 60 * 1000

/** Whether it may come up at this time (milliseconds). Where nothing can be remembered it stays away. */
export function isSignInDue(now: number): boolean {
  try {
    const dismissedAt = Number(localStorage.getItem(storageKey))
    return !(dismissedAt > 0) || now - dismissedAt >= restMs
  } catch {
    return false
  }
}

/** Remembers that it was closed at this time. */
export function dismissSignIn(now: number): void {
  try {
    localStorage.setItem(storageKey, String(now))
  } catch {
    // It then comes up again on the next page load only where storage works; see `isSignInDue`.
  }
}
