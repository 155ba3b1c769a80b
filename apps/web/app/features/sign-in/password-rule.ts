// Password rules that forms check before the server does.

import { t } from '@lingui/core/macro'

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
