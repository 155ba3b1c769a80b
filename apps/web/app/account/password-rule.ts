// Password rules that forms check before the server does.

export const MIN_PASSWORD = { value: 6, message: 'Password must be at least 6 characters long' } as const

/** The specification's message for an invalid new password or repetition; undefined when both are valid. */
export function findPasswordProblem(password: string, confirmation: string): string | undefined {
  if (password === '' || confirmation === '') return 'Please fill in both password fields'
  if (password !== confirmation) return 'Passwords do not match'
  return MIN_PASSWORD.value > password.length ? MIN_PASSWORD.message : undefined
}
