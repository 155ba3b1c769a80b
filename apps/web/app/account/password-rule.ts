// Password rules that forms check before the server does.

import { t } from '@lingui/core/macro'

export const MIN_PASSWORD = {
  value: 6,
  get message() {
    return t`Password must be at least 6 characters long`
  },
} as const

/** The specification's message for an invalid new password or repetition; undefined when both are valid. */
export function findPasswordProblem(password: string, confirmation: string): string | undefined {
  if (password === '' || confirmation === '') return t`Please fill in both password fields`
  if (password !== confirmation) return t`Passwords do not match`
  return MIN_PASSWORD.value > password.length ? MIN_PASSWORD.message : undefined
}
