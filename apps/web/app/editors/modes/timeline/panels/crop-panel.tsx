// The crop of a clip: fill or fit, moved, zoomed, rotated and flipped.

import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Clip } from '@vitrine/composition/clip'
import type { Crop } from '@vitrine/composition/field'
import { useId } from 'react'
import { i18n } from '../../../../language/i18n.ts'
import { Chip } from '../../../../ui/chip.tsx'
import { limitCrop, restingCrop, type Size } from '../../../core/cropper/crop.ts'
import { CropTools } from '../../../core/cropper/crop-tools.tsx'
import { Cropper } from '../../../core/cropper/cropper.tsx'
import { changeClip } from '../../../core/project/cut.ts'
import { useVideo } from '../model/video-context.tsx'

const fits = [
  { fit: 'cover', label: msg({ message: 'Fill', context: 'scaling' }) },
  { fit: 'contain', label: msg({ message: 'Fit', context: 'scaling' }) },
] as const

/** @param frame pixels of the place that clips have in the template */
export function CropPanel({ clip, frame }: { clip: Clip; frame: Size }) {
  const { model, media } = useVideo()
  const id = useId()
  const { library, store } = model.editor
  const asset = library.find(clip.asset)
  const change = (next: Partial<Clip>, group?: string) => {
    model.change(changeClip(model.getTimeline(), clip.id, next), {
      label: t`Crop`,
      ...(group !== undefined && { group }),
    })
    model.reveal(clip.id)
  }
  const fit = clip.fit ?? 'cover'
  const framing =
    asset?.width && asset.height ? { source: { width: asset.width, height: asset.height }, frame, fit } : undefined
  const crop = clip.crop ?? restingCrop
  const put = (next: Crop, isOnce: boolean) => change({ crop: next }, isOnce ? undefined : `crop-${clip.id}`)
  return (
    <>
      <div role="radiogroup" aria-label={t`Scaling`} className="flex gap-2">
        {fits.map((one) => (
          <Chip
            key={one.fit}
            name={`${id}-fit`}
            checked={fit === one.fit}
            onChange={() => change({ fit: one.fit })}
            className="h-11 flex-1 text-caption"
          >
            {i18n._(one.label)}
          </Chip>
        ))}
      </div>
      {framing && (
        <>
          <p id={`${id}-hint`} className="sr-only">
            <Trans>Drag to move the clip, pinch or use the wheel to zoom.</Trans>
          </p>
          <Cropper
            framing={framing}
            crop={limitCrop(framing, crop)}
            source={media.findThumbnail(clip.asset, clip.startSeconds)?.picture}
            label={t`Crop of the clip`}
            controlId={`${id}-crop`}
            describedBy={`${id}-hint`}
            onCrop={(next) => put(limitCrop(framing, next), false)}
            onEnd={store.endGroup}
            onCancel={store.cancelGesture}
          />
          <CropTools
            framing={framing}
            crop={limitCrop(framing, crop)}
            resting={restingCrop}
            label={t`Crop of the clip`}
            canZoom
            canRotate
            onCrop={put}
            onEnd={store.endGroup}
          />
        </>
      )}
    </>
  )
}
