// The page of the link in an email with a code. Nothing happens until the button is pressed, because mail scanners open
// links, too.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { ApiResponseError } from '../../api/api.ts'
import { errorText } from '../../api/error-text.ts'
import { api } from '../../api/member-api.ts'
import { loginPath } from '../../api/return-path.ts'
import { useStoreBrand } from '../../api/root-data.ts'
import { beginSession, refreshProfile } from '../../api/session.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { FormError } from '../../ui/field.tsx'
import { startsAtOnce } from '../../ui/late-start.ts'
import { type MetaMatches, pageMeta } from '../../ui/page-meta.ts'
import { useToast } from '../../ui/toast.tsx'
import { NewPasswordForm } from './forgot-password.tsx'
import { showWelcome } from './welcome.ts'

export const handle = startsAtOnce

/** The page after signing in by password. */
const target = '/templates-list'

export function meta({ matches }: MetaMatches) {
  return pageMeta({ matches, title: t`Sign in`, description: t`Signs in by the link of an email.`, isPrivate: true })
}

export default function SignInLink() {
  const [resetOf, setResetOf] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const navigate = useNavigate()
  const showToast = useToast()
  return (
    <main className="page-width flex justify-center py-12 md:py-20">
      <div className="flex w-full max-w-[30rem] flex-col gap-6">
        {resetOf === undefined ? (
          <OpenLink problem={problem} onProblem={setProblem} onReset={setResetOf} />
        ) : (
          <>
            <h1 className="font-headline text-headline">
              <Trans>Reset your password</Trans>
            </h1>
            <NewPasswordForm
              email={resetOf}
              onExpired={(problem) => {
                setResetOf(undefined)
                setProblem(problem)
              }}
              onDone={async () => {
                showToast('success', t`Password reset successfully! Please log in with your new password.`)
                await refreshProfile()
                await navigate(loginPath(target))
              }}
            />
          </>
        )}
      </div>
    </main>
  )
}

type OpenLinkProps = {
  problem: string | undefined
  onProblem: (problem: string | undefined) => void
  /** The link was for a new password of this address. */
  onReset: (email: string) => void
}

function OpenLink({ problem, onProblem, onReset }: OpenLinkProps) {
  const { name } = useStoreBrand()
  const { hash } = useLocation()
  const [isBusy, setIsBusy] = useState(false)
  const navigate = useNavigate()
  const showToast = useToast()
  const open = async () => {
    setIsBusy(true)
    onProblem(undefined)
    try {
      const { email, session } = await api.openSignInLink(hash.slice(1))
      if (!session) return onReset(email)
      if (session.isNewUser) showWelcome(showToast, name, session.user)
      beginSession(session, true)
      await navigate(target)
    } catch (failure) {
      const isOver = failure instanceof ApiResponseError && failure.status === 400
      onProblem(
        isOver
          ? t`This link was used before, or it is too old. Please ask for a new code.`
          : errorText(failure, t`The link could not be opened. Please try again.`),
      )
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <>
      <div className="flex flex-col gap-2">
        <h1 className="font-headline text-headline">
          <Trans>Continue with {name}</Trans>
        </h1>
        <p className="text-muted">
          <Trans>
            You opened the link of an email with a code. Go on here, on this device, without typing the code.
          </Trans>
        </p>
      </div>
      <FormError>{problem}</FormError>
      <div className="flex flex-wrap gap-3">
        <Button isBusy={isBusy} onClick={() => void open()}>
          <Trans>Continue</Trans>
        </Button>
        {problem !== undefined && (
          <LinkButton to={loginPath(target)} variant="secondary">
            <Trans>Sign in</Trans>
          </LinkButton>
        )}
      </div>
    </>
  )
}
