// Crops a chosen picture to a square and uploads it.
import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { uploadLimits } from '@vitrine/contract/upload-limit'
import { useEffect, useRef, useState } from 'react'
import { errorText } from '../../../api/error-text.ts'
import { api } from '../../../api/member-api.ts'
import { sendFile } from '../../../api/send-file.ts'
import { showProfile } from '../../../api/session.ts'
import { Button } from '../../../ui/button.tsx'
import { FormError } from '../../../ui/form/form-error.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { useToast } from '../../../ui/toast.tsx'
import { restingCrop, type Size } from '../../cropper/crop.ts'
import { CropFrame } from './crop-frame.tsx'
import { isSoft, toPictureCrop } from './square-crop.ts'

/** `unseen`: this browser cannot show the file (HEIC in most of them); the server can, and crops its centre. */
type Chosen = Size | 'loading' | 'unseen'

export default function PictureCropper({ file, onDone }: { file: File; onDone: () => void }) {
  const { name } = file
  const url = useObjectUrl(file)
  const showToast = useToast()
  const [picture, setPicture] = useState<Chosen>('loading')
  const [view, setView] = useState(restingCrop)
  const [percent, setPercent] = useState<number>()
  const [error, setError] = useState(() => findProblem(file))
  const stop = useRef<AbortController>(undefined)
  useEffect(() => () => stop.current?.abort(), [])

  const crop = typeof picture === 'object' ? toPictureCrop(picture, view) : undefined
  const save = async () => {
    stop.current = new AbortController()
    setError(undefined)
    setPercent(0)
    try {
      const uploadId = await sendFile(file, setPercent, stop.current.signal)
      const { user } = await api.setPicture({ uploadId, ...(crop && { crop }) })
      showProfile(user)
      showToast('success', t`Profile updated successfully!`)
      onDone()
    } catch (failure) {
      setError(errorText(failure, t`Failed to update profile. Please try again.`))
      setPercent(undefined)
    }
  }
  return (
    <div className="flex flex-col gap-4">
      {url && picture !== 'unseen' && (
        <CropFrame
          url={url}
          picture={picture === 'loading' ? undefined : picture}
          crop={view}
          onCrop={setView}
          onLoad={(size) => {
            setPicture(size)
            setView(restingCrop)
          }}
          onBroken={() => setPicture('unseen')}
        />
      )}
      {picture === 'unseen' && (
        <p className="text-muted">
          <Trans>This browser can’t show {name}. We can still use it; we’ll crop it to the centre.</Trans>
        </p>
      )}
      {crop && isSoft(crop) && <SoftNote size={crop.size} />}
      {percent !== undefined && <ProgressBar percent={percent} label={t`Uploading your picture`} />}
      <FormError>{error}</FormError>
      <div className="flex justify-end gap-2">
        <Button variant="secondary" onClick={onDone}>
          <Trans>Cancel</Trans>
        </Button>
        <Button
          onClick={save}
          isBusy={percent !== undefined}
          disabled={picture === 'loading' || file.size > uploadLimits.imageBytes}
        >
          <Trans>Use this picture</Trans>
        </Button>
      </div>
    </div>
  )
}

function findProblem(file: File): string | undefined {
  if (file.size <= uploadLimits.imageBytes) return undefined
  const megabytes = uploadLimits.imageBytes / 1024 / 1024
  return t`This picture is too large. The limit is ${megabytes} MB.`
}

/** An object URL for a file, revoked when it is no longer shown. */
function useObjectUrl(file: File): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const created = URL.createObjectURL(file)
    setUrl(created)
    return () => URL.revokeObjectURL(created)
  }, [file])
  return url
}

function SoftNote({ size }: { size: number }) {
  return (
    <p className="text-caption text-warn">
      <Trans>
        Only <Plural value={size} other="# pixels" /> wide, so it will look blurry. Zoom out a little.
      </Trans>
    </p>
  )
}
