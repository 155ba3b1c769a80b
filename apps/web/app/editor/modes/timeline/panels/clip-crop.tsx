// The crop of a clip: moved, zoomed, rotated and flipped.

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Clip } from '@vitrine/document/clip'
import type { Crop } from '@vitrine/document/field'
import { findMainPlaces } from '@vitrine/document/main-place'
import { applyVariant } from '@vitrine/project/variant'
import { useId } from 'react'
import { limitCrop, restingCrop } from '../../../cropper/crop.ts'
import { Cropper, CropTools } from '../../../cropper/cropper.tsx'
import { changeClip } from '../../../project/timeline-edit.ts'
import { useVideo } from '../model/video-context.tsx'

export function ClipCrop({ item: clip }: { item: Clip }) {
  const { model, media } = useVideo()
  const id = useId()
  const { document, library, store } = model.editor
  const asset = library.find(clip.asset)
  if (!asset?.width || !asset.height) return null
  const shaped = applyVariant(document, store.getContent().aspect ?? undefined)
  const [main] = findMainPlaces(shaped)
  const framing = {
    source: { width: asset.width, height: asset.height },
    frame: main ? { width: main.box[2], height: main.box[3] } : shaped.canvas,
    fit: clip.fit ?? 'cover',
  }
  const crop = limitCrop(framing, clip.crop ?? restingCrop)
  const put = (next: Crop, isOnce: boolean) => {
    model.change(changeClip(model.getTimeline(), clip.id, { crop: next }), {
      label: t`Crop`,
      ...(!isOnce && { group: `crop-${clip.id}` }),
    })
    model.reveal(clip.id)
  }
  return (
    <>
      <p id={`${id}-hint`} className="sr-only">
        <Trans>Drag to move the clip, pinch or use the wheel to zoom.</Trans>
      </p>
      <Cropper
        framing={framing}
        crop={crop}
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
        crop={crop}
        resting={restingCrop}
        label={t`Crop of the clip`}
        canZoom
        canRotate
        onCrop={put}
        onEnd={store.endGroup}
      />
    </>
  )
}
