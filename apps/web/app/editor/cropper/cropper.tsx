// A photo in its frame that can be dragged, pinched, zoomed with the wheel and moved with keys. The part outside the
// frame is shown faintly.
import { t } from '@lingui/core/macro'
import type { Crop } from '@vitrine/document/field'
import { useEffect, useRef, useState } from 'react'
import { type Framing, placeInFrame } from './crop.ts'
import { type Grip, useCropArea } from './use-crop-area.ts'

interface CropperProps {
  framing: Framing
  crop: Crop
  /** A canvas or image source with the whole picture, upright. */
  source: CanvasImageSource | undefined
  label: string
  controlId: string
  describedBy: string
  onCrop: Grip['onCrop']
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
  const latest = useRef<Grip>(undefined)
  const { area, handlers } = useCropArea<HTMLButtonElement>(() => latest.current)
  const width = useWidth(area)
  const frame = shownFrame(framing, width)
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
function shownFrame({ frame }: Framing, width: number): Box {
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
 * Draws the picture twice: faintly in full, and clearly inside the frame. Each copy is one canvas, drawn after a move.
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
        <Copy source={source} />
      </span>
      <span
        className="absolute overflow-hidden outline-2 outline-marigold"
        style={{ left: frame.left, top: frame.top, width: frame.width, height: frame.height }}
      >
        <span className="absolute top-0 left-0 origin-top-left" style={{ width, height, transform: transform(0, 0) }}>
          <Copy source={source} />
        </span>
      </span>
    </span>
  )
}

/** Longest edge of a copy in pixels, enough for any screen at this size. */
const copyEdge = 900

function Copy({ source }: { source: CanvasImageSource | undefined }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const target = canvas.current
    if (!target || !source) return
    const size = readSourceSize(source)
    const scale = Math.min(1, copyEdge / Math.max(size.width, size.height, 1))
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
