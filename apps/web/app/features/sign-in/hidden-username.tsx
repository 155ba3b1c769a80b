// The address under which password managers store a new password, in forms that do not ask for it. It is a text input
// because password managers ignore `type="hidden"`.

export function HiddenUsername({ email }: { email: string }) {
  return <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
}
