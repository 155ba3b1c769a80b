// The controls of clips and sounds that are no single value: replacing a file, speeds, the crop, the chroma key and the
// transition.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ChromaKey, Clip } from '@vitrine/document/clip'
import type { Crop } from '@vitrine/document/field'
import type { Layer } from '@vitrine/document/layer'
import { findMainPlaces } from '@vitrine/document/main-place'
import { findScreenColor } from '@vitrine/document/pixels'
import type { LayerEdit } from '@vitrine/project/edit'
import { applyVariant } from '@vitrine/project/variant'
import Pipette from 'lucide-react/icons/pipette'
import Replace from 'lucide-react/icons/replace'
import Unlink from 'lucide-react/icons/unlink'
import { useId, useState, useSyncExternalStore } from 'react'
import { Button, IconButton } from '../../../../ui/button.tsx'
import { useToast } from '../../../../ui/toast.tsx'
import { limitCrop, restingCrop } from '../../../cropper/crop.ts'
import { Cropper, CropTools } from '../../../cropper/cropper.tsx'
import { showProblems, useFileInput } from '../../../file-import/file-picker.tsx'
import { changeClip, setSpeed, setTransitions } from '../../../project/timeline-edit.ts'
import { takeFromScreen } from '../../canvas/properties/color-box.tsx'
import { Switch } from '../../canvas/properties/control.tsx'
import { useDrag } from '../../canvas/properties/property.ts'
import type { TimelineMedia } from '../drawing/draw-timeline.ts'
import { useTimeline, useVideo } from '../model/video-context.tsx'
import { detachClipSound, putInPlace } from '../model/video-edits.ts'

export function SpeedButtons({ item: { id, speed = 1 } }: { item: Clip }) {
  const { model } = useVideo()
  return (
    <div className="-mt-3 flex gap-2">
      {[0.5, 1, 1.5, 2].map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={speed === one}
          onClick={() => model.change(setSpeed(model.getTimeline(), id, one), { label: t`Speed` })}
          className="h-9 flex-1 rounded-control border border-line text-caption transition-colors hover:border-edge aria-pressed:border-marigold aria-pressed:text-marigold-bright"
        >
          <bdi translate="no" dir="ltr">{`${one}×`}</bdi>
        </button>
      ))}
    </div>
  )
}

export function DetachButton({ item: { id } }: { item: { id: string } }) {
  const { model } = useVideo()
  return (
    <Button variant="secondary" size="small" onClick={() => detachClipSound(model, id)}>
      <Unlink aria-hidden="true" size={16} /> <Trans>Detach audio</Trans>
    </Button>
  )
}

export function ReplaceButton({ item: { id } }: { item: { id: string } }) {
  const { model, files } = useVideo()
  const showToast = useToast()
  const [isBusy, setIsBusy] = useState(false)
  const replace = async (file: File) => {
    setIsBusy(true)
    const { assetIds, problems, notes } = await files.add([{ file }])
    setIsBusy(false)
    const [assetId] = assetIds
    const note = assetId && putInPlace(model, id, assetId)
    showProblems(showToast, problems)
    for (const text of [...notes, ...(note ? [note] : [])]) showToast('success', text, { durationMs: 10_000 })
    const { name } = file
    if (assetId) model.editor.announcement.set(t`Replaced with ${name}.`)
  }
  const { input, open } = useFileInput({
    accept: ['video', 'image'],
    label: t`A video or photo to replace this clip`,
    isSingle: true,
    onFiles: ([file]) => file && void replace(file),
  })
  return (
    <>
      <Button variant="secondary" size="small" isBusy={isBusy} onClick={open}>
        <Replace aria-hidden="true" size={16} /> <Trans>Replace</Trans>
      </Button>
      {input}
    </>
  )
}

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
        designerCrop={restingCrop}
        label={t`Crop of the clip`}
        canZoom
        canRotate
        onCrop={put}
        onEnd={store.endGroup}
      />
    </>
  )
}

/** A well-lit studio screen. */
const usualKey: ChromaKey = { color: '#00b140', tolerance: 40, softness: 20, spill: 60 }

/** The colour of the screen in the clip, else the usual one. */
export function suggestKey(clip: Clip, media: TimelineMedia): ChromaKey {
  const found = media.findThumbnail(clip.asset, clip.startSeconds)
  const canvas = new OffscreenCanvas(found?.width ?? 1, found?.height ?? 1)
  const ctx = canvas.getContext('2d')
  if (!found || !ctx) return usualKey
  ctx.drawImage(found.picture, 0, 0)
  const color = findScreenColor(ctx.getImageData(0, 0, canvas.width, canvas.height).data)
  if (!color) return usualKey
  const hex = color.map((part) => part.toString(16).padStart(2, '0')).join('')
  return { ...usualKey, color: `#${hex}` as ChromaKey['color'] }
}

export function KeyColor({ item: clip }: { item: Clip }) {
  const { model } = useVideo()
  const { drag, endDrag } = useDrag(model.editor.store)
  const id = useId()
  const { key } = clip
  if (!key) return null
  const put = (color: string, group?: string) => {
    const next = { ...key, color: color as ChromaKey['color'] }
    model.change(changeClip(model.getTimeline(), clip.id, { key: next }), {
      label: t`Green screen`,
      ...(group !== undefined && { group }),
    })
    model.reveal(clip.id)
  }
  const pick = async () => {
    const picked = await takeFromScreen()
    if (picked) put(picked)
  }
  return (
    <div className="flex items-center gap-2">
      <label htmlFor={id} className="flex-1 text-caption">
        <Trans>Key colour</Trans>
      </label>
      <input
        id={id}
        type="color"
        value={typeof key.color === 'string' ? key.color.slice(0, 7) : '#00b140'}
        onChange={(event) => put(event.currentTarget.value, drag())}
        onPointerDown={endDrag}
        onBlur={endDrag}
        className="size-11 cursor-pointer rounded-control border border-line bg-raised p-1"
      />
      {window.EyeDropper && (
        <IconButton label={t`Pick the colour from the video`} onClick={() => void pick()}>
          <Pipette aria-hidden="true" size={18} />
        </IconButton>
      )}
    </div>
  )
}

/**
 * Whether the template's music plays together with the customer's. Renders nothing unless both have music: two songs at
 * once are rarely intended.
 */
export function TemplateSound() {
  const { canvas, editor } = useVideo().model
  const { sounds } = useTimeline()
  useSyncExternalStore(editor.store.subscribe, editor.store.getContent, editor.store.getContent)
  const songs = canvas.getDocument().layers.filter((layer) => layer.type === 'audio' && !layer.id.startsWith('sound-'))
  if (sounds.length === 0 || songs.length === 0) return null
  const isHeard = (layer: Layer) => layer.visible !== false
  const put = (heard: boolean) =>
    canvas.run(
      songs.map(({ id }): LayerEdit => ({ op: 'hide', layer: id, hidden: !heard })),
      { label: heard ? t`Keep template music` : t`Mute template music` },
    )
  return <Switch label={t`Keep template music`} isOn={songs.some(isHeard)} onChange={put} />
}

export function NoTransition() {
  return (
    <p className="text-caption text-muted">
      <Trans>The clips are too short for a transition.</Trans>
    </p>
  )
}

export function TransitionButton({ item: { transition } }: { item: Clip }) {
  const { model } = useVideo()
  return (
    <Button
      variant="secondary"
      size="small"
      onClick={() => {
        model.change(setTransitions(model.getTimeline(), transition), { label: t`Transitions` })
        model.editor.announcement.set(transition ? t`Applied to all cuts.` : t`All transitions removed.`)
      }}
    >
      {transition ? t`Apply to all` : t`Remove all`}
    </Button>
  )
}
