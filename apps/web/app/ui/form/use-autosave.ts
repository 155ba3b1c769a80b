// A form that saves when typing pauses, and when its page is left.
import { useEffect, useEffectEvent } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { FormOf } from './use-form.ts'

const pauseMs = 700

/** Invalid values stay unsaved and are reported at their fields; after a failure the next change retries. */
export function useAutosave<Values extends FieldValues>(form: FormOf<Values>, isAutomatic: boolean): void {
  const { values, isChanged, isBusy, state } = form
  const hasFailed = state.status === 'failed'
  const save = useEffectEvent(async () => {
    if (isChanged && (await form.trigger())) await form.save()
  })
  useEffect(() => {
    if (!isAutomatic || !isChanged || isBusy || hasFailed) return
    const timer = setTimeout(() => void save(), pauseMs)
    return () => clearTimeout(timer)
  }, [JSON.stringify(values), isAutomatic, isChanged, isBusy, hasFailed])
  // Saves what was typed just before leaving.
  const leave = useEffectEvent(() => void save())
  useEffect(() => {
    if (isAutomatic) return () => leave()
  }, [isAutomatic])
}
