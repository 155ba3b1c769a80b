// Asks for the password or second factor in a dialog when the session ends during work, or when a change asks for a sign-in that
// is not old, so that nothing typed is lost.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { loginPath } from '../store/return-path.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { type EndedCause, onSessionEnded } from './admin-api.ts'
import { EntryForms, useEntry } from './entry-forms.tsx'
import { adminPath } from './sections.ts'

export function SessionEndedDialog() {
  const [cause, setCause] = useState<EndedCause>()
  const queries = useQueryClient()
  useEffect(() => onSessionEnded(setCause), [])
  const close = () => setCause(undefined)
  const goOn = () => {
    close()
    // What failed to load behind the dialog is there again.
    void queries.invalidateQueries({ queryKey: ['admin'] })
  }
  return (
    <Dialog
      isOpen={cause !== undefined}
      onClose={close}
      title={cause === 'old' ? t`Please confirm that it is you` : t`Your admin session has ended`}
      description={
        cause === 'old'
          ? t`You signed in to the admin area more than 15 minutes ago, which is too long for this change. Sign in again, then repeat it.`
          : t`Your change was not made. What you typed is still here: enter the password and try again.`
      }
    >
      <Ways onOpened={goOn} />
      <p className="text-caption text-muted">
        <Trans>
          If you were signed out as well,{' '}
          <a
            href={loginPath(adminPath)}
            target="_blank"
            rel="noreferrer"
            className="rounded-control text-plum underline underline-offset-4"
          >
            log in on the main site
          </a>{' '}
          first, in another tab.
        </Trans>
      </p>
    </Dialog>
  )
}

function Ways({ onOpened }: { onOpened: () => void }) {
  const { entry } = useEntry()
  return entry ? <EntryForms entry={entry} onOpened={onOpened} /> : <Skeleton className="h-32" />
}
