// The profile picture, which can be changed and removed.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Profile } from '@vitrine/contract/accounts'
import { Suspense, useRef, useState } from 'react'
import { errorText } from '../../api/error-text.ts'
import { api } from '../../api/member-api.ts'
import { showProfile } from '../../api/session.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { lazyScreen } from '../../ui/lazy-screen.ts'
import { useToast } from '../../ui/toast.tsx'

// The cropper and the upload protocol are fetched with the first picture.
const PictureCropper = lazyScreen(
  'picture-cropper',
  () => import('../../editor/modes/profile-picture/picture-cropper.tsx'),
)

const types = 'image/jpeg,image/png,image/webp,image/avif,image/gif,image/heic,image/heif'

export function ProfilePicture({ profile }: { profile: Profile }) {
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File>()
  const [isRemoving, setIsRemoving] = useState(false)
  const showToast = useToast()
  const remove = async () => {
    setIsRemoving(true)
    try {
      const { user } = await api.removePicture()
      showProfile(user)
    } catch (failure) {
      showToast('error', errorText(failure, t`The picture could not be removed. Please try again.`))
    }
    setIsRemoving(false)
  }
  return (
    <div className="flex items-center gap-5">
      <Avatar name={profile.actualName || profile.username} picture={profile.profilePicture} size="large" />
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" size="small" onClick={() => input.current?.click()}>
          {profile.profilePicture ? t`Change picture` : t`Add a picture`}
        </Button>
        {profile.profilePicture && (
          <Button variant="quiet" size="small" isBusy={isRemoving} onClick={remove}>
            <Trans>Remove</Trans>
          </Button>
        )}
        <input
          ref={input}
          type="file"
          accept={types}
          hidden
          aria-label={t`Profile picture`}
          onChange={({ target }) => {
            setFile(target.files?.[0])
            // Otherwise choosing the same file again would fire no event.
            target.value = ''
          }}
        />
      </div>
      <Dialog isOpen={file !== undefined} onClose={() => setFile(undefined)} title={t`Your picture`}>
        {file && (
          <Suspense
            fallback={
              <p role="status">
                <Trans>Loading...</Trans>
              </p>
            }
          >
            <PictureCropper file={file} onDone={() => setFile(undefined)} />
          </Suspense>
        )}
      </Dialog>
    </div>
  )
}
