// Asks at sign-out what to do with the customer's files on this device. Loaded when needed.

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { deleteDeviceWork } from '../../api/device-work.ts'
import { findTokenRecord } from '../../api/token.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useToast } from '../../ui/toast.tsx'
import { signOutQuestion, useLeave } from './sign-out.ts'

export default function SignOutDialog() {
  const leave = useLeave()
  const showToast = useToast()
  // A device without “remember me” is often shared.
  const [isDeleting, setIsDeleting] = useState(() => findTokenRecord()?.rememberMe !== true)
  const close = () => signOutQuestion.set(false)
  const signOut = async () => {
    // Editors in other tabs end with the session, and only then release their files.
    await leave()
    if (isDeleting) {
      await deleteDeviceWork()
      showToast('success', t`Your files were deleted from this device`)
    }
    close()
  }
  return (
    <Dialog
      isOpen
      onClose={close}
      title={t`Sign out?`}
      description={t`Photos, clips and drafts that you have not uploaded are on this device only. Others who use it could see them.`}
    >
      <label className="flex min-h-11 cursor-pointer items-center gap-3">
        <input
          type="checkbox"
          checked={isDeleting}
          onChange={({ target }) => setIsDeleting(target.checked)}
          className="size-5 shrink-0 accent-marigold"
        />
        <span>
          <Trans>Delete my files from this device</Trans>
        </span>
      </label>
      <div className="flex flex-wrap gap-2">
        <Button onClick={signOut}>
          <Trans>Sign Out</Trans>
        </Button>
        <Button variant="secondary" onClick={close}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </Dialog>
  )
}
