// The form of the admin password, with `Verifying...` while the server checks it.
import { t } from '@lingui/core/macro'
import { type FormEvent, useState } from 'react'
import { FormError } from '../account/form-error.tsx'
import { errorText } from '../store/error-text.ts'
import { Button } from '../ui/button.tsx'
import { PasswordField } from '../ui/field.tsx'
import { signInAsAdmin } from './admin-api.ts'

/** How long `Verifying...` is shown at least. */
const verifyDelayMs = 500

export function PasswordForm({ onOpened }: { onOpened: () => void }) {
  const [password, setPassword] = useState('')
  const [isVerifying, setIsVerifying] = useState(false)
  const [problem, setProblem] = useState<string>()
  const enter = async (event: FormEvent) => {
    event.preventDefault()
    if (password === '' || isVerifying) return
    setIsVerifying(true)
    setProblem(undefined)
    const delay = new Promise((resolve) => setTimeout(resolve, verifyDelayMs))
    try {
      // Settled, so that an error too comes only after the delay.
      const [opened] = await Promise.allSettled([signInAsAdmin({ password }), delay])
      if (opened.status === 'rejected') throw opened.reason
      onOpened()
    } catch (error) {
      setProblem(errorText(error, t`The password could not be checked. Please try again.`))
      setPassword('')
    } finally {
      setIsVerifying(false)
    }
  }
  return (
    <form method="post" onSubmit={enter} noValidate className="flex flex-col gap-5">
      <PasswordField
        label={t`Password`}
        name="password"
        autoComplete="current-password"
        required
        autoFocus
        data-autofocus
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <FormError>{problem}</FormError>
      <Button type="submit" isBusy={isVerifying} disabled={password === ''}>
        {isVerifying ? t`Verifying...` : t`Access Dashboard`}
      </Button>
    </form>
  )
}
