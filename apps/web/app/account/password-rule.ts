// Password rules that forms check before the server does.

export const MIN_PASSWORD = { value: 6, message: 'Password must be at least 6 characters long' } as const

/** What is wrong with a new password and its repetition, in the specification's words; undefined when nothing is. */
export function findPasswordProblem(password: string, confirmation: string): string | undefined {
  if (password === '' || confirmation === '') return 'Please fill in both password fields'
  if (password !== confirmation) return 'Passwords do not match'
  return MIN_PASSWORD.value > password.length ? MIN_PASSWORD.message : undefined
}
