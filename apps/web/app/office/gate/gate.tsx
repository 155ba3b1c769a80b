// Owns the gate in front of the owner's office: one password, checked by the server.
import { type FormEvent, useState } from 'react'
import { errorText } from '../../account/error-text.ts'
import { FormError } from '../../account/form-error.tsx'
import { Logo } from '../../shell/logo.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { PasswordField } from '../../ui/field.tsx'
import { openOffice } from '../office-api.ts'
import { setOfficeFlag } from './office-flag.ts'

/** How long `Verifying...` is shown at least. */
const verifyDelayMs = 500

export function Gate() {
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
      // Settled, so that a refusal too comes only after the delay.
      const [opened] = await Promise.allSettled([openOffice({ password }), delay])
      if (opened.status === 'rejected') throw opened.reason
      setOfficeFlag(true)
    } catch (error) {
      setProblem(errorText(error, 'The password could not be checked. Please try again.'))
      setPassword('')
    } finally {
      setIsVerifying(false)
    }
  }
  return (
    <main className="flex min-h-dvh items-center justify-center px-4 py-12">
      <title>Internal Access · Vitrine</title>
      <div className="flex w-full max-w-[25rem] flex-col gap-8">
        <Logo />
        <div className="flex flex-col gap-2">
          <h1 className="font-headline text-headline">Internal Access</h1>
          <p className="text-muted">Enter password to continue</p>
        </div>
        <form method="post" onSubmit={enter} noValidate className="flex flex-col gap-5">
          <PasswordField
            label="Password"
            name="password"
            autoComplete="current-password"
            required
            autoFocus
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
          <FormError>{problem}</FormError>
          <Button type="submit" isBusy={isVerifying} disabled={password === '' || isVerifying}>
            {isVerifying ? 'Verifying...' : 'Access Dashboard'}
          </Button>
        </form>
        <LinkButton to="/" variant="quiet" className="self-center">
          Back to Main Site
        </LinkButton>
      </div>
    </main>
  )
}
