// Explains that the session ends with the page when the browser has no storage.
import { t } from '@lingui/core/macro'
import { useEffect } from 'react'
import { useObservable } from '../api/observable.ts'
import { isSessionUnstored } from '../api/token.ts'
import { useToast } from '../ui/toast.tsx'

export function UnstoredSession() {
  const isUnstored = useObservable(isSessionUnstored)
  const showToast = useToast()
  useEffect(() => {
    if (isUnstored) showToast('error', unstoredText(), { durationMs: 20_000 })
  }, [isUnstored, showToast])
  return null
}

const unstoredText = () =>
  t`Your browser doesn’t let this store save anything. You are signed in, but only in this tab and until you reload or close it. Free some space or allow site data to stay signed in.`
