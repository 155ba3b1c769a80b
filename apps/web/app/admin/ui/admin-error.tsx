// The error of admin data: the message, a retry, the link to the sign-in page, and what to do when the session has
// ended.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { isStaff } from '@vitrine/contract/permission'
import CircleAlert from 'lucide-react/icons/circle-alert'
import { useNavigate } from 'react-router'
import { ApiResponseError } from '../../api/api.ts'
import { errorText } from '../../api/error-text.ts'
import { adminPath, loginPath, stayOnPage } from '../../api/return-path.ts'
import { signOut, useSession } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { setAdminFlag } from '../api/admin-flag.ts'

const fixSteps = () => [
  t`Log in on the main site with an account that has admin permissions.`,
  t`Return to the admin panel.`,
  t`Enter the admin password again.`,
]

type AdminErrorProps = { error: unknown; isRetrying: boolean; onRetry: () => unknown }

export function AdminError({ error, isRetrying, onRetry }: AdminErrorProps) {
  const toLogin = useToLogin()
  const isClosed = error instanceof ApiResponseError && error.status === 401
  return (
    <div
      role="alert"
      className="mx-auto flex max-w-[36rem] flex-col gap-6 rounded-card border border-line bg-raised p-6 md:p-8"
    >
      <div className="flex items-start gap-3">
        <CircleAlert aria-hidden="true" size={24} className="mt-1 shrink-0 text-bad" />
        <div className="flex flex-col gap-2">
          <h2 className="font-headline text-title">
            {isClosed ? t`Your admin session has ended` : t`The data could not be loaded`}
          </h2>
          <p className="text-muted">{errorText(error, t`Failed to fetch admin data. Please try again.`)}</p>
        </div>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button isBusy={isRetrying} onClick={() => void onRetry()}>
          <Trans>Try Again</Trans>
        </Button>
        <Button variant="secondary" onClick={() => void toLogin()}>
          <Trans>Go to Login Page</Trans>
        </Button>
      </div>
      <div className="border-t border-line pt-5">
        <h3 className="font-medium">
          <Trans>To fix this</Trans>
        </h3>
        <ol className="mt-2 flex list-decimal flex-col gap-1 ps-5 text-muted">
          {fixSteps().map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </div>
    </div>
  )
}

/**
 * Goes to the sign-in page and from there back to the admin sign-in. A user who is not on the staff is signed out
 * first; staff stay signed in and see the page instead of its redirect.
 */
function useToLogin(): () => Promise<void> {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const session = useSession()
  return async () => {
    // Navigates first: without the flag the admin sign-in would appear here at once.
    await navigate(loginPath(adminPath), { state: stayOnPage })
    setAdminFlag(false)
    queries.removeQueries({ queryKey: ['admin'] })
    if (session.status === 'signed-in' && !isStaff(session.profile.role)) await signOut()
  }
}
