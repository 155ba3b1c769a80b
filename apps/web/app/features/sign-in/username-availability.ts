// The availability of a username while it is edited: requested after a pause in typing, only for a changed name.
import { t } from '@lingui/core/macro'
import { useEffect, useState } from 'react'
import { api } from '../../api/member-api.ts'
import { findUsernameProblem } from './username-rule.ts'

const checkPauseMs = 500

export type Availability = {
  error?: string
  success?: string
  hint?: string
  /** A name that is taken, according to the server. */
  taken?: string
  /** Checks again; set only when the server could not be reached. */
  retry?: () => void
}

/** `present` is the current name. An empty name, as in a new registration, is not reported as a problem. */
export function useUsernameAvailability(present: string, typed: string): Availability {
  const [answer, setAnswer] = useState<Availability & { username: string }>()
  const [round, setRound] = useState(0)
  const problem = typed === '' && present === '' ? undefined : findUsernameProblem(typed)
  const isRequested = typed !== present && problem === undefined
  useEffect(() => {
    if (!isRequested) return
    const stop = new AbortController()
    const timer = setTimeout(async () => {
      try {
        const { available } = await api.checkUsername(typed, stop.signal)
        const taken = { error: t`Username is already taken`, taken: typed }
        setAnswer({ username: typed, ...(available ? { success: t`Username is available` } : taken) })
      } catch {
        if (stop.signal.aborted) return
        const retry = () => {
          setAnswer(undefined)
          setRound(round + 1)
        }
        setAnswer({ username: typed, error: t`Unable to verify username availability`, retry })
      }
    }, checkPauseMs)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [isRequested, typed, round])
  if (problem) return { error: problem }
  if (!isRequested) return {}
  return answer?.username === typed ? answer : { hint: t`Checking...` }
}
