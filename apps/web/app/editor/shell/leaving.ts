// Saves or warns when an open editor is hidden, closed, offline or signed out.
import { t } from '@lingui/core/macro'
import { useEffect } from 'react'
import { findToken, watchToken } from '../../api/token.ts'
import { askForAccount } from '../../features/sign-in/account-request.ts'
import { askBeforeClosing } from '../../ui/ask-before-closing.ts'
import { useToast } from '../../ui/toast.tsx'
import type { EditorModel } from '../model/editor-model.ts'
import type { SaveState } from '../project/autosave.ts'

/** Why a customer is asked to sign in again after the session has ended. */
export const storedWorkReason = (): string => t`Your changes are kept on this device and saved as soon as you sign in.`

/**
 * Saves when the page is hidden, warns before it is closed with unsaved changes, and explains when the session ends:
 * the editor stays open, and saves after the next sign-in.
 */
export function useLeaving(model: EditorModel) {
  const showToast = useToast()
  useEffect(
    () =>
      watchToken(() => {
        if (findToken() !== undefined || model.isGuest.get()) return
        const text = t`You have been signed out. Your changes are kept on this device: sign in to continue.`
        const signIn = { label: t`Sign In`, run: () => void askForAccount(storedWorkReason()) }
        showToast('error', text, { durationMs: 8000, action: signIn })
      }),
    [showToast, model],
  )
  useEffect(() => {
    const { autosave, historyKeeping, uploads } = model
    const online = () => {
      save()
      uploads.retryPassing()
    }
    const save = () => {
      const { status } = autosave.getState()
      if (status === 'unsaved' || status === 'offline') void autosave.flush()
    }
    const hide = () => {
      if (document.visibilityState !== 'hidden') return
      historyKeeping.flush()
      save()
    }
    const isStored = (state: SaveState) =>
      state.status === 'saved' || (state.status === 'on-device' && state.hasDeviceCopy)
    const isSaved = () => isStored(autosave.getState()) && uploads.list().every(({ error }) => error !== undefined)
    document.addEventListener('visibilitychange', hide)
    window.addEventListener('online', online)
    // The next session sends the changes since the last one ended.
    const stopWatching = watchToken(() => {
      if (findToken() !== undefined) online()
    })
    const stopAsking = askBeforeClosing(() => !isSaved())
    return () => {
      document.removeEventListener('visibilitychange', hide)
      window.removeEventListener('online', online)
      stopWatching()
      stopAsking()
    }
  }, [model])
}
