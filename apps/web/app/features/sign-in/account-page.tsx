// The frame of the sign-in and registration pages, and the redirect after signing in.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type ReactElement, useEffect, useRef, useState } from 'react'
import { type ActionFunctionArgs, Link, redirect, useLocation, useNavigate, useSearchParams } from 'react-router'
import { readPageAddress } from '../../api/page-request.ts'
import { findReturnPath, type stayOnPage } from '../../api/return-path.ts'
import { useServices } from '../../api/root-data.ts'
import { useSession } from '../../api/session.ts'
import { findToken } from '../../api/token.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { CodeSignIn } from './code-sign-in.tsx'
import { ForgotPasswordDialog } from './forgot-password.tsx'
import type { GoogleButtonText } from './google-library.ts'
import { GoogleSignIn } from './google-sign-in.tsx'

/** The page after a sign-in with Google, unless the address names another. */
const socialTarget = '/profile'

type AccountPageProps = {
  title: string
  lead: string
  /** The page after signing in, unless the address names another. */
  target: string
  googleText: GoogleButtonText
  isRemembered: () => boolean
  /** A function receives a callback that opens the dialog for a forgotten password, with the address typed so far. */
  children: ReactElement | ReactElement[] | ((openForgotPassword: (email: string) => void) => ReactElement)
}

export function AccountPage({ title, lead, target, googleText, isRemembered, children }: AccountPageProps) {
  const navigate = useNavigate()
  const [address] = useSearchParams()
  const [forgottenBy, setForgottenBy] = useState<string>()
  const session = useSession()
  const isSignedIn = session.status === 'signed-in'
  const staysOnPage = (useLocation().state as Partial<typeof stayOnPage> | null)?.staysOnPage === true
  const [tokenBefore] = useState(() => (staysOnPage ? findToken() : undefined))
  // Sign-in on this page redirects, whichever account signs in.
  const isExpected = staysOnPage && tokenBefore !== undefined && findToken() === tokenBefore
  // A ref and not state: it must be set at the very moment the session begins.
  const isSocial = useRef(false)
  const requested = findReturnPath(address)
  useEffect(() => {
    if (isSignedIn && !isExpected) {
      void navigate(requested ?? (isSocial.current ? socialTarget : target), { replace: true })
    }
  }, [isSignedIn, isExpected, navigate, requested, target])
  const { hasGoogle } = useServices()
  const terms = (
    <Link to="/terms" className="text-plum underline underline-offset-4">
      <Trans>Terms</Trans>
    </Link>
  )
  const privacy = (
    <Link to="/privacy" className="text-plum underline underline-offset-4">
      <Trans>Privacy Policy</Trans>
    </Link>
  )
  return (
    <main className="page-width flex justify-center py-12 md:py-20">
      <div className="flex w-full max-w-[25rem] flex-col gap-8">
        <div className="flex flex-col gap-2">
          <h1 className="font-headline text-headline">{title}</h1>
          <p className="text-muted">{lead}</p>
        </div>
        {isExpected && session.status === 'signed-in' && (
          <div className="flex flex-col items-start gap-3 rounded-card border border-line bg-raised p-4">
            <p className="wrap-anywhere">
              <SignedInAs email={session.profile.email} />
            </p>
            <LinkButton to={requested ?? target} variant="secondary" replace>
              <Trans>Continue</Trans>
            </LinkButton>
          </div>
        )}
        {hasGoogle && (
          <>
            <GoogleSignIn
              text={googleText}
              isRemembered={isRemembered}
              onSignedIn={() => {
                isSocial.current = true
              }}
              onForgotPassword={setForgottenBy}
              instead={<CodeButton />}
            />
            <p className="flex items-center gap-4 text-caption text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
              <Trans>or with your email</Trans>
            </p>
          </>
        )}
        {typeof children === 'function' ? children(setForgottenBy) : children}
        <p className="text-caption text-muted">
          {hasGoogle ? (
            <Trans>
              By creating an account or signing in with Google for the first time, you agree to our {terms} and{' '}
              {privacy}.
            </Trans>
          ) : (
            <Trans>
              By creating an account, you agree to our {terms} and {privacy}.
            </Trans>
          )}
        </p>
      </div>
      <ForgotPasswordDialog
        isOpen={forgottenBy !== undefined}
        onClose={() => setForgottenBy(undefined)}
        email={forgottenBy ?? ''}
      />
    </main>
  )
}

/** Signing in or up by a code instead of Google. */
function CodeButton() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="secondary" onClick={() => setIsOpen(true)}>
        <Trans>Email me a code</Trans>
      </Button>
      <Dialog isOpen={isOpen} onClose={() => setIsOpen(false)} title={t`Continue with a code`}>
        <CodeSignIn />
      </Dialog>
    </>
  )
}

function SignedInAs({ email }: { email: string }) {
  return <Trans>You are signed in as {email}.</Trans>
}

/**
 * The action of these pages: shows a form again that was sent before its script had loaded. Such forms use POST,
 * because a GET would put the password into the address.
 */
export function reloadForm(sent: ActionFunctionArgs) {
  return redirect(readPageAddress(sent))
}
