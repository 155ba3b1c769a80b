// A form of the settings while it is edited: what was typed, what is wrong with it, saving it and taking the last change back.
import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { ApiResponseError } from '../../api/api.ts'
import { errorText } from '../../store/error-text.ts'

export type SaveState = { status: 'idle' | 'saving' | 'saved' } | { status: 'failed'; message: string }

/** What the bar below a form needs. */
export type SavedForm = {
  isChanged: boolean
  state: SaveState
  /** Resolves with whether it is saved. */
  save: () => Promise<boolean>
  /** Takes back what was typed since the last save. */
  reset: () => void
  /** Saves what was there before the last save; undefined when nothing was saved here. */
  undo: (() => Promise<boolean>) | undefined
}

export type SavedFormOf<Value> = SavedForm & {
  value: Value
  /** What is wrong with a field, by its path such as `packs.1.credits`. */
  problemOf: (path: string) => string | undefined
  change: (changes: Partial<Value>) => void
}

type Source<Value> = {
  /** The latest state from the server. */
  stored: Value
  /** Saves a value and makes `stored` the answer. Rejects with the API's error. */
  send: (wanted: Value) => Promise<unknown>
  /** Loads `stored` again. */
  reload: () => Promise<unknown>
}

export function useSavedForm<Value extends object>({ stored, send, reload }: Source<Value>): SavedFormOf<Value> {
  const [changes, setChanges] = useState<Partial<Value>>({})
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const [state, setState] = useState<SaveState>({ status: 'idle' })
  const [before, setBefore] = useState<Value>()
  const value = { ...stored, ...changes }
  const isChanged = JSON.stringify(value) !== JSON.stringify(stored)

  const save = async (wanted: Value) => {
    setState({ status: 'saving' })
    setProblems({})
    try {
      await send(wanted)
      // What was typed meanwhile stays.
      setChanges((typed) => withoutEqual(typed, changes))
      setBefore(stored)
      setState({ status: 'saved' })
      return true
    } catch (error) {
      const found = problemsOf(error)
      setProblems(found)
      if (error instanceof ApiResponseError && error.code === 'settings-changed') {
        await reload()
        const message = t`Somebody else changed this in the meantime. Their changes are shown and yours are kept: please check, and save again.`
        setState({ status: 'failed', message })
        return false
      }
      const message =
        Object.keys(found).length > 0
          ? t`Please check the marked fields.`
          : errorText(error, t`The changes could not be saved.`)
      setState({ status: 'failed', message })
      return false
    }
  }
  return {
    value,
    problemOf: (path) => problems[path],
    isChanged,
    state,
    change(more) {
      // Not of `changes`: a file may come long after the render that asked for it.
      setChanges((typed) => ({ ...typed, ...more }))
      if (state.status !== 'saving') setState({ status: 'idle' })
    },
    save: () => save(value),
    reset() {
      setChanges({})
      setProblems({})
      setState({ status: 'idle' })
    },
    undo: before && state.status === 'saved' && !isChanged ? () => save(before) : undefined,
  }
}

/** The fields of `typed` that are not as they are in `sent`. */
function withoutEqual<Value extends object>(typed: Partial<Value>, sent: Partial<Value>): Partial<Value> {
  const fields = Object.keys(typed) as (keyof Value)[]
  const later = fields.filter((field) => typed[field] !== sent[field]).map((field) => [field, typed[field]])
  return Object.fromEntries(later) as Partial<Value>
}

function problemsOf(error: unknown): Record<string, string> {
  if (!(error instanceof ApiResponseError) || error.code !== 'invalid-input') return {}
  const { issues } = error.details as { issues?: readonly { path: string; message: string }[] }
  return Object.fromEntries((issues ?? []).map(({ path, message }) => [path, message]))
}
