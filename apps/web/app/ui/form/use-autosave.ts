// A form that saves itself when typing pauses, and when its page is left.
import { useEffect, useEffectEvent } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { FormOf } from './use-form.ts'

const pauseMs = 700

/** What is wrong stays unsaved and is said at its field; after a failure it is tried again with the next change. */
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
  // What was typed just before leaving is not lost.
  const leave = useEffectEvent(() => void save())
  useEffect(() => {
    if (isAutomatic) return () => leave()
  }, [isAutomatic])
}
