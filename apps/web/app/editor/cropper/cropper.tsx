// The cropper: a photo in its frame that can be dragged, pinched, zoomed with the wheel and moved with keys; and the
// buttons and sliders for the same crop.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Crop } from '@vitrine/document/field'
import { isSameJson } from '@vitrine/document/same-json'
import FlipOverHorizontal from 'lucide-react/icons/flip-horizontal-2'
import FlipOverVertical from 'lucide-react/icons/flip-vertical-2'
import Minus from 'lucide-react/icons/minus'
import Plus from 'lucide-react/icons/plus'
import RotateCcw from 'lucide-react/icons/rotate-ccw-square'
import RotateCw from 'lucide-react/icons/rotate-cw-square'
import { useEffect, useRef, useState } from 'react'
import { IconButton, PlainButton } from '../../ui/button.tsx'
import { Slider } from '../slider/slider.tsx'
import {
  computeTilt,
  type Framing,
  flipCrop,
  limitCrop,
  maxZoom,
  minZoom,
  placeInFrame,
  rotateCrop,
  zoomCrop,
} from './crop.ts'
import { type CropGesture, useCropArea } from './use-crop-area.ts'

interface CropperProps {
  framing: Framing
  crop: Crop
  /** A canvas or image source with the whole picture, upright. */
  source: CanvasImageSource | undefined
  label: string
  controlId: string
  describedBy: string
  onCrop: CropGesture['onCrop']
  /** The pointer was released: the next move is a new undo step. */
  onEnd: () => void
  /** The pointer was cancelled: its moves are reverted. */
  onCancel: () => void
}

/** Room around the frame for the rest of the picture, in CSS pixels. */
const margin = 20

export function Cropper({
  framing,
  crop,
  source,
  label,
  controlId,
  describedBy,
  onCrop,
  onEnd,
  onCancel,
}: CropperProps) {
  const latest = useRef<CropGesture>(undefined)
  const { area, handlers } = useCropArea<HTMLButtonElement>(() => latest.current)
  const width = useWidth(area)
  const frame = computeFrameBox(framing, width)
  /** CSS pixels to frame pixels. */
  const scale = framing.frame.width / Math.max(1, frame.width)
  latest.current = {
    framing,
    crop,
    toFrame({ x, y }) {
      const box = area.current?.getBoundingClientRect()
      return { x: (x - (box?.left ?? 0) - frame.left) * scale, y: (y - (box?.top ?? 0) - frame.top) * scale }
    },
    onCrop(next, isHeld) {
      // Another move may come before React renders this one.
      if (latest.current) latest.current = { ...latest.current, crop: next }
      onCrop(next, isHeld)
    },
    onEnd,
    onCancel,
  }
  return (
    <button
      ref={area}
      id={controlId}
      type="button"
      dir="ltr"
      aria-label={t`${label}: move with the arrow keys, zoom with plus and minus, rotate with comma and full stop, flip with M`}
      aria-describedby={describedBy}
      {...handlers}
      className="relative w-full cursor-grab touch-none overflow-hidden rounded-card bg-well active:cursor-grabbing"
      style={{ height: frame.height + margin * 2 }}
    >
      <PictureLayers framing={framing} crop={crop} source={source} frame={frame} />
    </button>
  )
}

type Box = { left: number; top: number; width: number; height: number }

/** The frame's box in the control: full width, at most 240 px high. */
function computeFrameBox({ frame }: Framing, width: number): Box {
  const scale = Math.min((width - margin * 2) / frame.width, 240 / frame.height)
  const size = { width: Math.max(1, frame.width * scale), height: Math.max(1, frame.height * scale) }
  return { left: (width - size.width) / 2, top: margin, ...size }
}

function useWidth(area: { current: HTMLElement | null }): number {
  const [width, setWidth] = useState(320)
  useEffect(() => {
    if (!area.current) return
    const sizes = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 320))
    sizes.observe(area.current)
    return () => sizes.disconnect()
  }, [area])
  return width
}

/**
 * Draws the whole picture faintly and the part inside the frame at full strength: two canvases, moved by CSS.
 */
function PictureLayers({
  framing,
  crop,
  source,
  frame,
}: {
  framing: Framing
  crop: Crop
  source: CanvasImageSource | undefined
  frame: Box
}) {
  const { matrix } = placeInFrame(framing, crop)
  const shrink = frame.width / framing.frame.width
  const [a, b, c, d, e, f] = matrix.map((part) => part * shrink) as [number, number, number, number, number, number]
  const transform = (left: number, top: number) => `matrix(${a},${b},${c},${d},${e + left},${f + top})`
  const { width, height } = framing.source
  return (
    <span aria-hidden="true" className="pointer-events-none">
      <span
        className="absolute top-0 left-0 origin-top-left opacity-25"
        style={{ width, height, transform: transform(frame.left, frame.top) }}
      >
        <PictureCanvas source={source} />
      </span>
      <span
        className="absolute overflow-hidden outline-2 outline-marigold"
        style={{ left: frame.left, top: frame.top, width: frame.width, height: frame.height }}
      >
        <span className="absolute top-0 left-0 origin-top-left" style={{ width, height, transform: transform(0, 0) }}>
          <PictureCanvas source={source} />
        </span>
      </span>
    </span>
  )
}

/** Longest edge of the canvas in pixels, enough for any screen at this size. */
const maxCanvasEdge = 900

function PictureCanvas({ source }: { source: CanvasImageSource | undefined }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const target = canvas.current
    if (!target || !source) return
    const size = readSourceSize(source)
    const scale = Math.min(1, maxCanvasEdge / Math.max(size.width, size.height, 1))
    target.width = Math.max(1, Math.round(size.width * scale))
    target.height = Math.max(1, Math.round(size.height * scale))
    target.getContext('2d')?.drawImage(source, 0, 0, target.width, target.height)
  }, [source])
  return <canvas ref={canvas} className="block size-full max-w-none" />
}

function readSourceSize(source: CanvasImageSource): { width: number; height: number } {
  if (source instanceof HTMLVideoElement) return { width: source.videoWidth, height: source.videoHeight }
  return { width: Number((source as ImageBitmap).width), height: Number((source as ImageBitmap).height) }
}

// Buttons and sliders for a crop: a keyboard and screen-reader alternative to dragging.

interface CropToolsProps {
  framing: Framing
  crop: Crop
  /** The designer's crop, which a reset restores. */
  designerCrop: Crop
  label: string
  /** Which of the tools the designer allows. */
  canZoom: boolean
  canRotate: boolean
  /** `isOnce`: a single button press rather than part of a drag. */
  onCrop: (crop: Crop, isOnce: boolean) => void
  onEnd: () => void
}

/** The slider is logarithmic, because zooming is perceived as a factor. */
const zoomSteps = 100
const toSlider = (zoom: number, min: number) => (Math.log(zoom / min) / Math.log(maxZoom / min)) * zoomSteps
const fromSlider = (step: number, min: number) => min * (maxZoom / min) ** (step / zoomSteps)

export function CropTools({ framing, crop, designerCrop, label, canZoom, canRotate, onCrop, onEnd }: CropToolsProps) {
  const min = minZoom(framing)
  const quarter = (sign: 1 | -1) => onCrop(rotateCrop(framing, crop, crop.rotate + sign * 90), true)
  const tilt = computeTilt(crop.rotate)
  return (
    <div className="flex flex-col">
      {canZoom && (
        <Slider
          layout="row"
          label={t`${label}: zoom`}
          min={0}
          max={zoomSteps}
          step={1}
          value={toSlider(crop.zoom, min)}
          text={`${Math.round(crop.zoom * 100)}%`}
          onValue={(step) =>
            onCrop(limitCrop(framing, zoomCrop(framing, crop, fromSlider(step, min) / crop.zoom)), false)
          }
          onEnd={onEnd}
          before={
            <IconButton label={t`Zoom out`} onClick={() => onCrop(zoomCrop(framing, crop, 1 / 1.2), true)}>
              <Minus aria-hidden="true" size={18} />
            </IconButton>
          }
          after={
            <IconButton label={t`Zoom in`} onClick={() => onCrop(zoomCrop(framing, crop, 1.2), true)}>
              <Plus aria-hidden="true" size={18} />
            </IconButton>
          }
        />
      )}
      {canRotate && (
        <Slider
          layout="row"
          label={t`${label}: straighten`}
          min={-45}
          max={45}
          step={0.5}
          value={tilt}
          text={`${Math.round(tilt * 10) / 10}°`}
          onValue={(degrees) => onCrop(rotateCrop(framing, crop, crop.rotate - tilt + degrees), false)}
          onEnd={onEnd}
          before={
            <IconButton label={t`Rotate left`} onClick={() => quarter(-1)}>
              <RotateCcw aria-hidden="true" size={18} />
            </IconButton>
          }
          after={
            <IconButton label={t`Rotate right`} onClick={() => quarter(1)}>
              <RotateCw aria-hidden="true" size={18} />
            </IconButton>
          }
        />
      )}
      <div className="flex flex-wrap items-center">
        {/* Lucide names these icons after the axis of the reflection. */}
        <IconButton label={t`Flip horizontal`} onClick={() => onCrop(flipCrop(crop, 'horizontal'), true)}>
          <FlipOverVertical aria-hidden="true" size={18} />
        </IconButton>
        <IconButton label={t`Flip vertical`} onClick={() => onCrop(flipCrop(crop, 'vertical'), true)}>
          <FlipOverHorizontal aria-hidden="true" size={18} />
        </IconButton>
        {/* Always rendered, so that the controls below it do not move under the finger. */}
        <PlainButton
          disabled={isSameJson(crop, limitCrop(framing, designerCrop))}
          onClick={() => onCrop(limitCrop(framing, designerCrop), true)}
          className="ms-auto h-11 rounded-control px-3 text-caption text-muted underline hover:text-ink disabled:opacity-50"
        >
          <Trans>Reset crop</Trans>
        </PlainButton>
      </div>
    </div>
  )
}
