// Cropping on the stage: the photo of a frame can be dragged until another layer is selected.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { placePicture } from '@vitrine/painter/picture'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { useObservable } from '../../../../api/observable.ts'
import { Button } from '../../../../ui/button.tsx'
import type { Point } from '../../../cropper/crop.ts'
import { type Grip, useCropArea } from '../../../cropper/use-crop-area.ts'
import { useCanvas } from '../model/canvas-context.tsx'
import { focusStage } from '../model/focus-stage.ts'
import { findWholePhoto, gripOnPhoto } from '../model/photo-value.ts'
import { fromScreen, toCssMatrix } from '../model/view.ts'

/** Covers the frame exactly, including its rotation. `toMiddle` maps the window to the centre of the stage. */
export function CropEditing({ layerId, toMiddle }: { layerId: string; toMiddle: (point: Point) => Point }) {
  const canvas = useCanvas()
  const view = useObservable(canvas.view)
  useObservable(canvas.version)
  const place = canvas.findPlace(layerId)
  const grip = () =>
    gripOnPhoto(canvas, layerId, (point) => fromScreen(canvas.view.get(), canvas.getSize(), toMiddle(point)))
  const { area, handlers } = useCropArea<HTMLButtonElement>(grip)
  useEffect(() => area.current?.focus({ preventScroll: true }), [area])
  const isReady = grip() !== undefined
  useEffect(() => {
    if (isReady) return
    canvas.editing.set(undefined)
    canvas.refuse(t`There is no photo in this frame yet. Drop one on it, or choose one under Edit.`)
  }, [canvas, isReady])
  if (!place?.box || !isReady) return null
  const done = () => {
    canvas.editor.store.endGroup()
    canvas.editing.set(undefined)
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter' || event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      done()
      focusStage()
      return
    }
    handlers.onKeyDown(event)
  }
  const [left, top, right, bottom] = place.box
  const frameMatrix = toCssMatrix(view, canvas.getSize(), place.matrix, { x: left, y: top })
  return (
    <div data-stage-editing>
      <WholePhoto photo={findWholePhoto(canvas, layerId)} grip={grip()} frame={frameMatrix} />
      <button
        ref={area}
        type="button"
        aria-label={t`Photo in its frame: move with the arrow keys, zoom with plus and minus, rotate with comma and full stop, flip with M, Enter when done`}
        {...handlers}
        onKeyDown={press}
        className="absolute top-1/2 left-1/2 origin-top-left cursor-move touch-none outline-2 outline-marigold outline-dashed"
        style={{
          width: right - left,
          height: bottom - top,
          transform: frameMatrix,
        }}
      />
      <div className="absolute inset-x-0 bottom-3 flex justify-center">
        <div
          dir={document.dir}
          className="flex items-center gap-3 rounded-card bg-raised py-1.5 ps-4 pe-1.5 shadow-float"
        >
          <p className="text-caption text-muted">
            <Trans>Drag to move the photo; zoom with the wheel or by pinching.</Trans>
          </p>
          <Button size="small" onClick={done}>
            <Trans>Done</Trans>
          </Button>
        </div>
      </div>
    </div>
  )
}

type WholePhotoProps = { photo: File | string | undefined; grip: Grip | undefined; frame: string }

/** The whole photo, dimmed outside its frame, so that the hidden part can be dragged in. */
function WholePhoto({ photo, grip, frame }: WholePhotoProps) {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (!(photo instanceof File)) return setAddress(photo)
    const created = URL.createObjectURL(photo)
    setAddress(created)
    return () => URL.revokeObjectURL(created)
  }, [photo])
  if (!address || !grip) return null
  const { source, frame: size, fit } = grip.framing
  const { matrix } = placePicture(source, size, fit, grip.crop)
  return (
    <img
      src={address}
      alt=""
      draggable={false}
      className="pointer-events-none absolute top-1/2 left-1/2 max-w-none origin-top-left opacity-40"
      style={{ width: source.width, height: source.height, transform: `${frame} matrix(${matrix.join()})` }}
    />
  )
}
