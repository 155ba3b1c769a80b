// The admin sign-in: one password, checked by the server.
import { Logo } from '../shell/logo.tsx'
import { LinkButton } from '../ui/button.tsx'
import { setAdminFlag } from './admin-flag.ts'
import { PasswordForm } from './password-form.tsx'

export function AdminSignIn() {
  return (
    <main className="flex min-h-dvh items-center justify-center px-4 py-12">
      <title>Internal Access · Vitrine</title>
      <div className="flex w-full max-w-[25rem] flex-col gap-8">
        <Logo />
        <div className="flex flex-col gap-2">
          <h1 className="font-headline text-headline">Internal Access</h1>
          <p className="text-muted">Enter password to continue</p>
        </div>
        <PasswordForm onOpened={() => setAdminFlag(true)} />
        <LinkButton to="/" variant="quiet" className="self-center">
          Back to Main Site
        </LinkButton>
      </div>
    </main>
  )
}
