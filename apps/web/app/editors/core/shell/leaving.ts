// Saves or warns when an open editor is hidden, closed, offline or signed out.
import { t } from '@lingui/core/macro'
import { useEffect } from 'react'
import { findToken, watchToken } from '../../../store/token.ts'
import { askBeforeClosing } from '../../../ui/ask-before-closing.ts'
import { useToast } from '../../../ui/toast.tsx'
import type { EditorModel } from '../model/editor-model.ts'

/**
 * Saves when the page is hidden, asks before it is closed with something unsaved, and says what becomes of the work when the
 * session ends, which leads to the sign-in page.
 */
export function useLeaving(model: EditorModel) {
  const showToast = useToast()
  useEffect(
    () =>
      watchToken(() => {
        if (findToken() !== undefined) return
        const text = t`You have been signed out. Your changes are kept on this device: sign in to continue.`
        showToast('error', text, { durationMs: 8000 })
      }),
    [showToast],
  )
  useEffect(() => {
    const { autosave, uploads } = model
    const online = () => {
      save()
      uploads.retryPassing()
    }
    const save = () => {
      const { status } = autosave.getState()
      if (status === 'unsaved' || status === 'offline') void autosave.flush()
    }
    const hide = () => {
      if (document.visibilityState === 'hidden') save()
    }
    const isSaved = () =>
      autosave.getState().status === 'saved' && uploads.list().every(({ error }) => error !== undefined)
    document.addEventListener('visibilitychange', hide)
    window.addEventListener('online', online)
    const stopAsking = askBeforeClosing(() => !isSaved())
    return () => {
      document.removeEventListener('visibilitychange', hide)
      window.removeEventListener('online', online)
      stopAsking()
    }
  }, [model])
}
