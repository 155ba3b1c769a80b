// Crops a chosen picture to a square and uploads it.
import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { uploadLimits } from '@vitrine/contract/limit'
import type { Crop } from '@vitrine/document/field'
import { useEffect, useRef, useState } from 'react'
import { errorText } from '../../../api/error-text.ts'
import { api } from '../../../api/member-api.ts'
import { sendFile } from '../../../api/send-file.ts'
import { showProfile } from '../../../api/session.ts'
import { Button } from '../../../ui/button.tsx'
import { FormError } from '../../../ui/field.tsx'
import { ProgressBar } from '../../../ui/indicator.tsx'
import { useToast } from '../../../ui/toast.tsx'
import { restingCrop, type Size } from '../../cropper/crop.ts'
import { type CropGesture, useCropArea } from '../../cropper/use-crop-area.ts'
import { Slider } from '../../slider/slider.tsx'
import {
  computeSquare,
  findHighestZoom,
  frameSide,
  isSoft,
  limitSquare,
  squareFraming,
  toPictureCrop,
} from './square-crop.ts'

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

type CropFrameProps = {
  url: string
  /** Undefined until the picture has been read. */
  picture: Size | undefined
  crop: Crop
  onCrop: (crop: Crop) => void
  onLoad: (size: Size) => void
  onBroken: () => void
}

/** The square frame in which a picture is moved and zoomed by mouse, touch, wheel, keyboard or slider. */
function CropFrame({ url, picture, crop, onCrop, onLoad, onBroken }: CropFrameProps) {
  const highestZoom = picture ? findHighestZoom(picture) : 1
  const latest = useRef(crop)
  latest.current = crop
  /** The crop that a cancelled drag restores. */
  const start = useRef(crop)
  const put = (next: Crop) => {
    if (!picture) return
    // Another move may come before React renders this one.
    latest.current = limitSquare(picture, next)
    onCrop(latest.current)
  }
  const find = (): CropGesture | undefined =>
    picture && {
      framing: squareFraming(picture),
      crop: latest.current,
      toFrame({ x, y }) {
        const box = area.current?.getBoundingClientRect() ?? new DOMRect(0, 0, 1, 1)
        return { x: ((x - box.left) / box.width) * frameSide, y: ((y - box.top) / box.height) * frameSide }
      },
      onCrop: put,
      onEnd() {
        start.current = latest.current
      },
      onCancel: () => put(start.current),
    }
  const { area, handlers } = useCropArea<HTMLDivElement>(find)
  return (
    <>
      <div
        ref={area}
        role="application"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: an application is moved by keys, so it must be reachable by them.
        tabIndex={0}
        aria-label={t`Crop area: move the picture with the arrow keys, zoom with plus and minus`}
        {...handlers}
        className="relative mx-auto aspect-square w-full max-w-80 cursor-grab touch-none overflow-hidden rounded-card bg-dark select-none active:cursor-grabbing"
      >
        <img
          src={url}
          alt=""
          draggable={false}
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => onLoad({ width, height })}
          onError={onBroken}
          className="absolute max-w-none"
          style={picture ? placePicture(picture, crop) : { visibility: 'hidden' }}
        />
        {/* The circle of the round picture; the corners stay visible, because some places show the square. */}
        <div
          aria-hidden="true"
          className="absolute inset-0 rounded-full border-2 border-on-dark/80 shadow-[0_0_0_20rem_var(--color-veil)]"
        />
      </div>
      <div className="mx-auto w-full max-w-80">
        <Slider
          label={t`Zoom`}
          min={1}
          max={highestZoom}
          step={0.01}
          value={crop.zoom}
          text={`${Math.round(crop.zoom * 100)}%`}
          isDisabled={highestZoom === 1}
          onValue={(zoom) => put({ ...crop, zoom })}
          onEnd={() => undefined}
        />
      </div>
    </>
  )
}

/** In percent of the frame. */
function placePicture(picture: Size, crop: Crop) {
  const { side, x, y } = computeSquare(picture, crop)
  return {
    width: `${(picture.width / side) * 100}%`,
    left: `${(0.5 - x / side) * 100}%`,
    top: `${(0.5 - y / side) * 100}%`,
  }
}
