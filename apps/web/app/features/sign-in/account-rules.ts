// Rules of email addresses, passwords and usernames that forms check before the server does.
import { t } from '@lingui/core/macro'
import { isEmailAddress, toPlainCharacters } from '@vitrine/contract/input'
import { useEffect, useState } from 'react'
import { api } from '../../api/member-api.ts'

/** The problem of an address in the form of `toEmailAddress`; `missing` for an empty one. */
export function findEmailProblem(email: string, missing = t`Please enter your email address`): string | undefined {
  if (email === '') return missing
  return isEmailAddress(email) ? undefined : t`Please enter a valid email address`
}

export const MIN_PASSWORD = {
  value: 6,
  get message() {
    return t`Password must be at least 6 characters long`
  },
} as const

/** The problem of a missing password. */
export const missingPasswordText = (password: string): string | undefined =>
  password === '' ? t`Please enter your password` : undefined

/** The specification's message for an invalid new password or repetition; undefined when both are valid. */
export function findPasswordProblem(password: string, confirmation: string): string | undefined {
  if (password === '' || confirmation === '') return t`Please fill in both password fields`
  return (
    mismatchText({ password, confirmation }) ??
    (MIN_PASSWORD.value > password.length ? MIN_PASSWORD.message : undefined)
  )
}

/** Whether both inputs of a new password are equal; undefined before it is repeated. */
export function isRepeated({
  password,
  confirmation,
}: {
  password: string
  confirmation: string
}): boolean | undefined {
  return confirmation === '' ? undefined : password === confirmation
}

/** The problem while both inputs differ. */
export function mismatchText(typed: { password: string; confirmation: string }): string | undefined {
  return isRepeated(typed) === false ? t`Passwords do not match` : undefined
}

/**
 * Normalises as the server does: look-alikes such as 𝓡𝓪𝓱𝓾𝓵 become plain letters, because no other letters are
 * allowed.
 */
export const toUsername = toPlainCharacters

/** The specification's message for an invalid username; undefined when it is valid. */
export function findUsernameProblem(username: string): string | undefined {
  const typed = toUsername(username)
  if (typed === '') return t`Username is required`
  if (typed.length < 3) return t`Username must be at least 3 characters long`
  if (typed.length > 30) return t`Username must be at most 30 characters long`
  if (!/^[A-Za-z0-9._-]+$/.test(typed)) {
    return t`Username can only contain letters, numbers, dots, hyphens, and underscores`
  }
  return undefined
}

const checkPauseMs = 500

type Availability = {
  error?: string
  success?: string
  hint?: string
  /** A name that is taken, according to the server. */
  taken?: string
  /** Checks again; set only when the server could not be reached. */
  retry?: () => void
}

/**
 * Whether a username is available, requested after a pause in typing. `present` is the current name. An empty name, as
 * in a new registration, is not reported as a problem.
 */
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
