// Photo and video fields: choose, upload, crop and reset.

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Crop, MediaField, MediaValue } from '@vitrine/document/field'
import { fieldValue as valueOfField } from '@vitrine/project/resolve'
import { useEffect, useState } from 'react'
import { useObservable } from '../../api/observable.ts'
import { type Framing, limitCrop } from '../cropper/crop.ts'
import { Cropper, CropTools } from '../cropper/cropper.tsx'
import { useEditor, useFieldValue, useIsChanged, useLibraryVersion, useUploads } from '../model/editor-context.tsx'
import { isAnimated } from '../preview/photo-file.ts'
import { hasFirstPicture } from '../preview/stage-state.ts'
import { gesturePrefix } from '../project/project-store.ts'
import { acceptLabel } from '../project/uploads.ts'
import { CutoutTools } from './cutout-tools.tsx'
import { controlId, descriptionId, FieldFrame, type FieldNotice } from './field-frame.tsx'
import { FileButtons, UploadProgress } from './file-buttons.tsx'
import { computeFraming, faultNotice, mediaNotices, shownSeconds } from './media-check.ts'
import { TrimTools } from './trim-tools.tsx'

export function MediaControl({ field }: { field: MediaField }) {
  const model = useEditor()
  const value = useFieldValue(field) as MediaValue | undefined
  const isOwn = useIsChanged(field.id)
  const [problem, setProblem] = useState<string>()
  const isGuest = useObservable(model.isGuest)
  const { framing, crop, designerCrop, asset, source, shown, fault } = usePicture(field, value)
  const upload = useUploads().find(({ assetId }) => assetId === value?.asset)
  const isAnimatedFile = useIsAnimated(asset?.kind === 'image' ? asset.file : undefined)
  const attach = (files: readonly File[]) =>
    void model.attachFiles(files, field.id).then((problems) => setProblem(problems.join(' ') || undefined))
  const notices: FieldNotice[] = [
    ...(problem ? [{ tone: 'bad' as const, text: problem }] : []),
    ...(fault && !upload ? [faultNotice(fault, isGuest)] : []),
    ...(isAnimatedFile
      ? [{ tone: 'note' as const, text: t`This picture is animated. Only its first frame is used.` }]
      : []),
    // The designer chose this picture, so the customer gets no warning about it.
    ...(isOwn || !value ? mediaNotices(field, value && crop ? { ...value, crop } : value, asset, framing, shown) : []),
  ]
  const change = (next: Partial<MediaValue>, group?: string) => {
    if (value) model.change(field.id, { ...value, ...next }, group)
  }
  const choose = acceptLabel(field.accept)
  return (
    <FieldFrame field={field} isGroup notices={notices}>
      {value && framing && source ? (
        <PictureCropper
          field={field}
          framing={framing}
          crop={crop}
          designerCrop={designerCrop}
          source={source}
          onCrop={(next, group) => change({ crop: next }, group)}
        />
      ) : (
        value && !fault && <div className="h-40 animate-breathe rounded-card bg-well" />
      )}
      {value && (
        <CutoutTools
          value={value}
          findValue={() => valueOfField(field, model.store.getContent().values) as MediaValue | undefined}
          onChange={(next) => model.change(field.id, next)}
        />
      )}
      {value && asset?.kind === 'video' && (
        <TrimTools
          fieldId={field.id}
          label={field.label}
          value={value}
          durationSeconds={asset.durationSeconds}
          canTrim={field.edit === undefined || field.edit.includes('trim')}
          canMute={field.edit === undefined || field.edit.includes('mute')}
          onChange={change}
        />
      )}
      {upload && <UploadProgress upload={upload} />}
      <FileButtons
        kinds={field.accept}
        label={isOwn ? t`Replace` : t`Choose a file`}
        id={value && framing && source ? undefined : controlId(field.id)}
        describedBy={descriptionId(field.id)}
        onFiles={attach}
        onAsset={(assetId) => {
          setProblem(undefined)
          model.change(field.id, { asset: assetId })
          model.select(field.id, 'control')
        }}
      />
      {!isOwn && (
        <p className="text-caption text-muted">
          <Trans>You can also drop {choose} here or paste it.</Trans>
        </p>
      )}
    </FieldFrame>
  )
}

/** Whether a chosen file is an animation, which is shown as a still. */
function useIsAnimated(file: File | undefined): boolean {
  const [moving, setMoving] = useState<File>()
  useEffect(() => {
    if (file) void isAnimated(file).then((found) => setMoving(found ? file : undefined))
  }, [file])
  return file !== undefined && moving === file
}

/** The asset, crop and pixels of the picture in a field, as far as they have loaded. */
function usePicture(field: MediaField, value: MediaValue | undefined) {
  const model = useEditor()
  useLibraryVersion()
  useObservable(model.pictureVersion)
  const preview = useObservable(model.preview)
  // Photos on the stage load first.
  const isWaiting = !hasFirstPicture(useObservable(model.stage))
  const asset = value ? model.library.find(value.asset) : undefined
  const places = preview.status === 'ready' && !isWaiting ? preview.painting.getPlaces() : []
  const placed = computeFraming(field, asset, places)
  // A video's thumbnail is the frame in the preview, so reading it does not seek.
  const findPicture = asset?.kind === 'video' ? model.pictures.findVideo : model.pictures.findPhoto
  const picture = value && !isWaiting ? findPicture(value.asset) : undefined
  return {
    asset,
    framing: placed?.framing,
    crop: placed && limitCrop(placed.framing, value?.crop ?? placed.crop),
    designerCrop: placed?.crop,
    source: picture?.source as CanvasImageSource | undefined,
    shown: shownSeconds(places, field.id, model.player.framesPerSecond),
    fault: value && model.pictures.findFault(value.asset),
  }
}

type PictureCropperProps = {
  field: MediaField
  framing: Framing
  crop: Crop | undefined
  designerCrop: Crop | undefined
  source: CanvasImageSource
  onCrop: (crop: Crop, group?: string) => void
}

function PictureCropper({ field, framing, crop, designerCrop, source, onCrop }: PictureCropperProps) {
  const { store } = useEditor()
  const allows = (tool: 'crop' | 'zoom' | 'rotate') => field.edit === undefined || field.edit.includes(tool)
  if (!crop || !designerCrop) return null
  const group = `crop:${field.id}`
  const held = `${gesturePrefix}${group}`
  return (
    <>
      <Cropper
        framing={framing}
        crop={crop}
        source={source}
        label={field.label}
        controlId={controlId(field.id)}
        describedBy={descriptionId(field.id)}
        onCrop={(next, isHeld) => onCrop(next, isHeld ? held : group)}
        onEnd={store.endGroup}
        onCancel={store.cancelGesture}
      />
      <CropTools
        framing={framing}
        crop={crop}
        designerCrop={designerCrop}
        label={field.label}
        canZoom={allows('zoom') || allows('crop')}
        canRotate={allows('rotate')}
        onCrop={(next, isOnce) => onCrop(next, isOnce ? undefined : held)}
        onEnd={store.endGroup}
      />
    </>
  )
}
