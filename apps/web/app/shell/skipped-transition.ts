// Ignores the error of a view transition that a newer navigation skipped.
import { useEffect } from 'react'

/** Whether a promise was rejected because its view transition was skipped, in the terms of the CSS View Transitions draft. */
export function isSkippedTransition(reason: unknown): boolean {
  return reason instanceof DOMException && reason.name === 'AbortError' && /transition/i.test(reason.message)
}

/**
 * Keeps overtaken transitions out of the console. The router starts them and listens to their end only, so nobody else has the
 * promise that rejects; any other rejection passes.
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
