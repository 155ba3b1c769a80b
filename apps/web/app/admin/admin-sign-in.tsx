// The admin sign-in: one password, checked by the server.
import { Logo } from '../shell/logo.tsx'
import { LinkButton } from '../ui/button.tsx'
import { usePageTitle } from '../ui/root-data.ts'
import { setAdminFlag } from './admin-flag.ts'
import { PasswordForm } from './password-form.tsx'

export function AdminSignIn() {
  const title = usePageTitle('Internal Access')
  return (
    <main className="flex min-h-dvh items-center justify-center px-4 py-12">
      <title>{title}</title>
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
