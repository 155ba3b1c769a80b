// Ignores the error of a view transition that a newer navigation skipped.
import { useEffect } from 'react'

/** Whether a promise was rejected because its view transition was skipped, in the terms of the CSS View Transitions draft. */
export function isSkippedTransition(reason: unknown): boolean {
  return reason instanceof DOMException && reason.name === 'AbortError' && /transition/i.test(reason.message)
}

/**
 * Keeps skipped transitions out of the console. The router ignores the promise that rejects, so it is handled here;
 * other rejections pass.
 */
export function useSkippedTransitions(): void {
  useEffect(() => {
    const pass = (event: PromiseRejectionEvent) => {
      if (isSkippedTransition(event.reason)) event.preventDefault()
    }
    addEventListener('unhandledrejection', pass)
    return () => removeEventListener('unhandledrejection', pass)
  }, [])
}
