// The stage of the canvas editor: the design at the zoom and position of the view, its pointer, wheel and drop handlers,
// and the overlays.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { placePicture } from '@vitrine/painter/picture'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { createObservable, useObservable } from '../../../../api/observable.ts'
import { Button } from '../../../../ui/button.tsx'
import type { Point, Size } from '../../../cropper/crop.ts'
import { type CropGesture, useCropArea } from '../../../cropper/use-crop-area.ts'
import { mediaFields } from '../../../fields/media-check.ts'
import { previewSize } from '../../../preview/painting.ts'
import { Outline, StageCanvas } from '../../../stage/stage.tsx'
import { VersionBanner } from '../../../versions/version-list.tsx'
import { focusStage, useCanvas } from '../model/canvas-context.tsx'
import type { DragFeedback } from '../model/gesture.ts'
import { findWholePhoto, gripOnPhoto } from '../model/layer-content.ts'
import { createStagePointer } from '../model/stage-pointer.ts'
import { fromScreen, getViewScale, toCssMatrix } from '../model/view.ts'
import { LayerMenu } from './layer-menu.tsx'
import { Overlay } from './overlay.tsx'
import { Rulers } from './rulers.tsx'
import {
  fromMiddle,
  pressPhotoKey,
  useDrops,
  useEscape,
  useFit,
  useMeasuring,
  useMenu,
  usePointers,
  useSpace,
  useWheel,
} from './stage-input.ts'
import { TextEditing } from './text-editing.tsx'

export function CanvasStage() {
  const canvas = useCanvas()
  const { editor, keepsDesign } = canvas
  const movesPhoto = keepsDesign && mediaFields(editor).length > 0
  const area = useRef<HTMLElement>(null)
  const [feedback] = useState(() => createObservable<DragFeedback>({}))
  const [hovered] = useState(() => createObservable<string | undefined>(undefined))
  const [controller] = useState(() =>
    createStagePointer(canvas, feedback, () => ({
      width: area.current?.clientWidth ?? 1,
      height: area.current?.clientHeight ?? 1,
    })),
  )
  const isSpaceHeld = useSpace(area)
  const tool = useObservable(canvas.tool)
  const pointers = usePointers(canvas, area, controller, hovered, isSpaceHeld)
  const drops = useDrops(canvas, area)
  const { menu, closeMenu, menuEvents } = useMenu(canvas, area, controller)
  const isMeasuring = useMeasuring()
  useFit(canvas, area)
  useWheel(canvas, area)
  useEscape(controller)
  return (
    <section
      aria-label={t`Stage`}
      className="relative flex min-h-0 min-w-0 flex-col overflow-hidden bg-well [grid-area:stage]"
    >
      <VersionBanner />
      <section
        ref={area}
        dir="ltr"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: an application takes the keys itself; its help lists them.
        tabIndex={0}
        role="application"
        data-canvas-stage
        aria-label={
          movesPhoto
            ? t`Photo on the image: move with the arrow keys, zoom with plus and minus, rotate with comma and full stop, flip with M`
            : t`Canvas. Page Down and Page Up select the next and previous layer, arrow keys move the selection, and the question mark key lists all shortcuts.`
        }
        className={`relative min-h-0 flex-1 touch-none overflow-hidden -outline-offset-2 select-none data-pointed:outline-none ${tool === 'hand' || movesPhoto ? 'cursor-grab active:cursor-grabbing' : ''}`}
        {...pointers}
        onKeyDown={(event) => {
          pointers.onKeyDown()
          pressPhotoKey(canvas, event)
        }}
        {...drops}
        {...menuEvents}
      >
        <Picture />
        <Overlay feedback={feedback} hovered={hovered} isMeasuring={isMeasuring} />
        <Rulers area={area} />
        <Editing area={area} />
      </section>
      {menu && <LayerMenu menu={menu} onClose={closeMenu} />}
    </section>
  )
}

/** The text or crop that is edited on the stage itself. */
function Editing({ area }: { area: { current: HTMLElement | null } }) {
  const canvas = useCanvas()
  const editing = useObservable(canvas.editing)
  const toMiddle = ({ x, y }: Point) =>
    area.current ? fromMiddle(area.current, { clientX: x, clientY: y }) : { x: 0, y: 0 }
  if (!editing) return null
  return editing.kind === 'text' ? (
    <TextEditing key={editing.layerId} layerId={editing.layerId} />
  ) : (
    <CropEditing key={editing.layerId} layerId={editing.layerId} toMiddle={toMiddle} />
  )
}

/** The picture at the size of the view. Its canvas keeps its pixels while the view moves. */
function Picture() {
  const canvas = useCanvas()
  const place = useRef<HTMLDivElement>(null)
  const isStill = canvas.editor.document.canvas.duration === 1
  useEffect(() => {
    const put = () => {
      if (!place.current) return
      const { width, height } = canvas.getSize()
      const view = canvas.view.get()
      const scale = getViewScale(view)
      place.current.style.width = `${width * scale}px`
      place.current.style.height = `${height * scale}px`
      place.current.style.transform = `translate(calc(-50% + ${view.panX}px), calc(-50% + ${view.panY}px))`
    }
    put()
    const ends = [canvas.view.subscribe(put), canvas.editor.shape.subscribe(put)]
    return () => {
      for (const end of ends) end()
    }
  }, [canvas])
  return (
    <div ref={place} className="absolute top-1/2 left-1/2 shadow-float">
      <StageCanvas
        pixelsOf={isStill ? stillSize : videoSize}
        failure={t`The design could not be loaded. Your changes are safe.`}
        canvas={{ className: 'block' }}
      >
        {canvas.keepsDesign && <Outline />}
      </StageCanvas>
    </div>
  )
}

/** The limit of pixels that are repainted after every change, just enough for a printed A5 card. */
const maxPixels = 4_500_000

/** A still is painted at full size, whatever the zoom, because fine textures look different when painted smaller. */
function stillSize({ width, height }: Size): Size {
  const scale = Math.min(1, Math.sqrt(maxPixels / (width * height)))
  return { width: Math.round(width * scale), height: Math.round(height * scale) }
}

/** A video is painted at the size of the screen, in steps, so that zooming seldom resizes its canvas. */
function videoSize(video: Size, shown: Size): Size {
  const targetScale = (shown.width / video.width) * window.devicePixelRatio
  const step = 2 ** (Math.ceil(Math.log2(Math.max(targetScale, 0.05)) * 2) / 2)
  return previewSize(video, { width: video.width * step, height: video.height * step }, 1)
}

/**
 * Cropping on the stage: the photo of a frame can be dragged until another layer is selected. Covers the frame exactly,
 * including its rotation. `toMiddle` maps the window to the centre of the stage.
 */
function CropEditing({ layerId, toMiddle }: { layerId: string; toMiddle: (point: Point) => Point }) {
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

type WholePhotoProps = { photo: File | string | undefined; grip: CropGesture | undefined; frame: string }

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
