// Forms wait for files that are still on their way.
import { createContext, use, useEffect, useEffectEvent, useMemo, useState } from 'react'

type PendingFiles = {
  begin: () => void
  end: (isSent: boolean) => void
}

export const PendingFilesContext = createContext<PendingFiles>({ begin: () => undefined, end: () => undefined })

/** The form around a field that sends files. */
export const usePendingFiles = (): PendingFiles => use(PendingFilesContext)

/** Submits a form once the files in it have been sent: a form saved before that would be saved without them. A file that fails stops it. */
export function useSubmitAfterFiles(submit: () => unknown) {
  const [pending, setPending] = useState(0)
  const [isAsked, setIsAsked] = useState(false)
  // With the values that the last file has brought.
  const run = useEffectEvent(submit)
  useEffect(() => {
    if (!isAsked || pending > 0) return
    setIsAsked(false)
    void run()
  }, [isAsked, pending])
  const files = useMemo<PendingFiles>(
    () => ({
      begin: () => setPending((count) => count + 1),
      end(isSent) {
        setPending((count) => count - 1)
        if (!isSent) setIsAsked(false)
      },
    }),
    [],
  )
  return { files, isWaiting: isAsked && pending > 0, submit: () => setIsAsked(true) }
}
