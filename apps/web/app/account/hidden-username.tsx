// Owns the address that password managers keep a new password under, in forms that do not ask for it. It must be a text
// input: what is `type="hidden"` they do not look at.

export function HiddenUsername({ email }: { email: string }) {
  return <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
}
