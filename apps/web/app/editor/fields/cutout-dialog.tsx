// The dialog that corrects a cutout: a brush that restores or removes, by pointer, finger or keyboard.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import Redo from 'lucide-react/icons/redo-2'
import Undo from 'lucide-react/icons/undo-2'
import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from 'react'
import { Button, IconButton } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Slider } from '../slider/slider.tsx'
import type { Mask } from '../vision/find-people.ts'
import { copyMask, paintStroke, readMask } from '../vision/mask.ts'

type CutoutDialogProps = {
  photo: ImageBitmap
  mask: ImageBitmap
  onClose: () => void
  onDone: (mask: Mask) => Promise<void>
}

/** Longest edge of the painted picture, in its own pixels. */
const SHEET_EDGE = 1000
/** Opacity of the removed part. */
const GHOST = 0.25
/** How many strokes can be undone. */
const MAX_STEPS = 30
/** How far an arrow key moves the brush, as a share of the picture's longer edge. */
const KEY_STEP = 0.02

interface Point {
  x: number
  y: number
}

export default function CutoutDialog({ photo, mask, onClose, onDone }: CutoutDialogProps) {
  const brush = useBrush(photo, mask)
  const name = useId()
  const { tool, setTool, size, setSize } = brush
  const tools = [
    { value: 'erase', label: t`Erase` },
    { value: 'restore', label: t`Restore` },
  ] as const
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t`Edit cutout`}
      description={t`Paint over what to erase or restore. Arrow keys move the brush, Space paints, Shift and an arrow key paint along.`}
    >
      <div className="flex flex-col gap-4">
        <BrushSheet brush={brush} photo={photo} />
        <div className="flex flex-wrap items-center gap-2">
          <fieldset className="flex gap-1">
            <legend className="sr-only">
              <Trans>Brush</Trans>
            </legend>
            {tools.map(({ value, label }) => (
              <Chip
                key={value}
                name={name}
                checked={tool === value}
                onChange={() => setTool(value)}
                className="h-11 px-4"
              >
                {label}
              </Chip>
            ))}
          </fieldset>
          <IconButton label={t`Undo`} disabled={!brush.canUndo} onClick={brush.undo}>
            <Undo aria-hidden="true" size={18} />
          </IconButton>
          <IconButton label={t`Redo`} disabled={!brush.canRedo} onClick={brush.redo}>
            <Redo aria-hidden="true" size={18} />
          </IconButton>
        </div>
        <Slider
          label={t`Brush size`}
          value={size}
          min={1}
          max={40}
          unit="%"
          onValue={setSize}
          onEnd={() => undefined}
        />
        <div className="flex justify-end gap-2">
          <Button variant="quiet" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button disabled={!brush.canUndo} onClick={() => onDone(brush.read())}>
            <Trans>Done</Trans>
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

type Brush = ReturnType<typeof useBrush>

function useBrush(photo: ImageBitmap, picture: ImageBitmap) {
  const [tool, setTool] = useState<'erase' | 'restore'>('erase')
  /** Brush size in percent of the picture's longer edge. */
  const [size, setSize] = useState(8)
  const [version, setVersion] = useState(0)
  const mask = useRef<Mask>(undefined)
  const steps = useRef<{ past: Mask[]; future: Mask[] }>({ past: [], future: [] })
  mask.current ??= readMask(picture)
  const present = mask.current
  const changed = () => setVersion((count) => count + 1)
  const step = (from: Mask[], to: Mask[]) => {
    const next = from.pop()
    if (!next || !mask.current) return
    to.push(mask.current)
    mask.current = next
    changed()
  }
  const { past, future } = steps.current
  return {
    tool,
    setTool,
    size,
    setSize,
    /** Increases with every change. */
    version,
    mask: present,
    canUndo: past.length > 0,
    canRedo: future.length > 0,
    undo: () => step(past, future),
    redo: () => step(future, past),
    read: () => present,
    /** Starts an undo step, which all strokes until the next call belong to. */
    begin() {
      past.push(copyMask(present))
      if (past.length > MAX_STEPS) past.shift()
      future.length = 0
    },
    /** Both ends are shares of the picture. */
    paint(from: Point, to: Point) {
      const { width, height } = present
      const inMask = ({ x, y }: Point) => ({ x: x * width, y: y * height })
      const radius = Math.max(1, ((size / 100) * Math.max(width, height)) / 2)
      paintStroke(present, { from: inMask(from), to: inMask(to), radius, shows: tool === 'restore' })
      changed()
    },
    shape: photo.width / photo.height,
  }
}

function BrushSheet({ brush, photo }: { brush: Brush; photo: ImageBitmap }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const last = useRef<Point>(undefined)
  const [spot, setSpot] = useState<Point>({ x: 0.5, y: 0.5 })
  const { version, mask, size } = brush
  const scale = Math.min(1, SHEET_EDGE / Math.max(photo.width, photo.height))
  const [width, height] = [Math.round(photo.width * scale), Math.round(photo.height * scale)]
  // The mask is mutated, so its version is the dependency.
  useEffect(() => {
    if (canvas.current) drawSheet(canvas.current, photo, mask)
  }, [version, mask, photo])
  const toPoint = (event: PointerEvent<HTMLCanvasElement>): Point => {
    const box = event.currentTarget.getBoundingClientRect()
    return { x: (event.clientX - box.left) / box.width, y: (event.clientY - box.top) / box.height }
  }
  const press = (event: KeyboardEvent) => {
    const next = moveBrush(spot, event.key, Math.max(width, height) * KEY_STEP, { width, height })
    const isPainting = event.key === ' ' || event.key === 'Enter'
    if (!next && !isPainting) return
    event.preventDefault()
    if (isPainting || event.shiftKey) {
      brush.begin()
      brush.paint(spot, next ?? spot)
    }
    if (next) setSpot(next)
  }
  const diameter = (size / 100) * Math.max(width, height)
  return (
    <div className="relative mx-auto max-w-full overflow-hidden rounded-control bg-[repeating-conic-gradient(#d8d8d8_0_25%,#f4f4f4_0_50%)] bg-[length:20px_20px]">
      <canvas
        ref={canvas}
        width={width}
        height={height}
        tabIndex={0}
        aria-label={t`Photo with cutout`}
        data-autofocus
        className="block max-h-[50dvh] max-w-full touch-none"
        onKeyDown={press}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          const point = toPoint(event)
          last.current = point
          setSpot(point)
          brush.begin()
          brush.paint(point, point)
        }}
        onPointerMove={(event) => {
          const point = toPoint(event)
          setSpot(point)
          if (!last.current) return
          brush.paint(last.current, point)
          last.current = point
        }}
        onPointerUp={() => {
          last.current = undefined
        }}
        onPointerCancel={() => {
          last.current = undefined
        }}
      />
      <span
        aria-hidden="true"
        className="pointer-events-none absolute -translate-x-1/2 -translate-y-1/2 rounded-full border-2 border-white outline-1 outline-black"
        style={{
          left: `${spot.x * 100}%`,
          top: `${spot.y * 100}%`,
          width: `${(diameter / width) * 100}%`,
          aspectRatio: '1',
        }}
      />
    </div>
  )
}

/** The new position of the brush after an arrow key; undefined for other keys. */
function moveBrush({ x, y }: Point, key: string, pixels: number, { width, height }: { width: number; height: number }) {
  const ways: Readonly<Record<string, readonly [number, number]>> = {
    ArrowLeft: [-1, 0],
    ArrowRight: [1, 0],
    ArrowUp: [0, -1],
    ArrowDown: [0, 1],
  }
  const way = ways[key]
  if (!way) return undefined
  const within = (value: number) => Math.min(1, Math.max(0, value))
  return { x: within(x + (way[0] * pixels) / width), y: within(y + (way[1] * pixels) / height) }
}

/** Draws the photo where the mask is opaque, and the rest faintly, so that it can be restored. */
function drawSheet(canvas: HTMLCanvasElement, photo: ImageBitmap, mask: Mask): void {
  const context = canvas.getContext('2d')
  if (!context) return
  const { width, height } = canvas
  const alpha = new OffscreenCanvas(mask.width, mask.height)
  const pixels = new ImageData(mask.width, mask.height)
  for (let n = 0; n < mask.data.length; n++) pixels.data[n * 4 + 3] = mask.data[n] as number
  alpha.getContext('2d')?.putImageData(pixels, 0, 0)
  context.clearRect(0, 0, width, height)
  context.drawImage(photo, 0, 0, width, height)
  context.globalCompositeOperation = 'destination-in'
  context.drawImage(alpha, 0, 0, width, height)
  context.globalCompositeOperation = 'destination-over'
  context.globalAlpha = GHOST
  context.drawImage(photo, 0, 0, width, height)
  context.globalAlpha = 1
  context.globalCompositeOperation = 'source-over'
}
