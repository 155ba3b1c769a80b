// Asks for the admin password in a dialog when the session ends during work, so that nothing typed is lost.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { loginPath } from '../store/return-path.ts'
import { Dialog } from '../ui/dialog.tsx'
import { onSessionEnded } from './admin-api.ts'
import { PasswordForm } from './password-form.tsx'
import { adminPath } from './sections.ts'

export function SessionEndedDialog() {
  const [isClosed, setIsClosed] = useState(false)
  const queries = useQueryClient()
  useEffect(() => onSessionEnded(() => setIsClosed(true)), [])
  const goOn = () => {
    setIsClosed(false)
    // What failed to load behind the dialog is there again.
    void queries.invalidateQueries({ queryKey: ['admin'] })
  }
  return (
    <Dialog
      isOpen={isClosed}
      onClose={() => setIsClosed(false)}
      title="Your admin session has ended"
      description="Your change was not made. What you typed is still here: enter the password and try again."
    >
      <PasswordForm onOpened={goOn} />
      <p className="text-caption text-muted">
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
      </p>
    </Dialog>
  )
}
