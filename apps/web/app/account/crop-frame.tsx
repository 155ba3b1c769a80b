// The square frame in which a picture is moved and zoomed by mouse, touch, wheel, keyboard or slider.
import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react'
import { type CropView, findHighestZoom, movePicture, type PictureSize, zoomTo } from './crop.ts'

const keyStep = 0.04
const zoomStep = 1.15

type CropFrameProps = {
  url: string
  /** Undefined until the picture has been read. */
  picture: PictureSize | undefined
  view: CropView
  onView: (view: CropView) => void
  onLoad: (size: PictureSize) => void
  onBroken: () => void
}

export function CropFrame({ url, picture, view, onView, onLoad, onBroken }: CropFrameProps) {
  const frame = useRef<HTMLDivElement>(null)
  const pointerHandlers = usePointerCrop(frame, picture, view, onView)
  const onKeyDown = (event: KeyboardEvent) => {
    const moves: Record<string, [number, number]> = {
      ArrowLeft: [-keyStep, 0],
      ArrowRight: [keyStep, 0],
      ArrowUp: [0, -keyStep],
      ArrowDown: [0, keyStep],
    }
    const zooms: Record<string, number> = { '+': zoomStep, '=': zoomStep, '-': 1 / zoomStep }
    const [move, zoom] = [moves[event.key], zooms[event.key]]
    if (!picture || (!move && !zoom)) return
    event.preventDefault()
    onView(move ? movePicture(picture, view, ...move) : zoomTo(picture, view, view.zoom * (zoom ?? 1)))
  }
  return (
    <>
      <div
        ref={frame}
        role="application"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: an application is moved by keys, so it must be reachable by them.
        tabIndex={0}
        aria-label="Crop area: move the picture with the arrow keys, zoom with plus and minus"
        onKeyDown={onKeyDown}
        {...pointerHandlers}
        className="relative mx-auto aspect-square w-full max-w-80 cursor-grab touch-none overflow-hidden rounded-card bg-film select-none active:cursor-grabbing"
      >
        <img
          src={url}
          alt=""
          draggable={false}
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => onLoad({ width, height })}
          onError={onBroken}
          className="absolute max-w-none"
          style={picture ? placePicture(picture, view) : { visibility: 'hidden' }}
        />
        {/* What the round picture will show; the corners stay visible where it is shown square. */}
        <div
          aria-hidden="true"
          className="absolute inset-0 rounded-full border-2 border-on-film/80 shadow-[0_0_0_20rem_var(--color-veil)]"
        />
      </div>
      <label className="mx-auto flex w-full max-w-80 items-center gap-3 text-caption font-medium">
        Zoom
        <input
          type="range"
          min={1}
          max={picture ? findHighestZoom(picture) : 1}
          step="any"
          value={view.zoom}
          disabled={!picture || findHighestZoom(picture) === 1}
          onChange={({ target }) => picture && onView(zoomTo(picture, view, Number(target.value)))}
          className="h-6 flex-1 accent-marigold"
        />
      </label>
    </>
  )
}

/** In percent of the frame, whose side shows `min(width, height) / zoom` pixels. */
function placePicture({ width, height }: PictureSize, { zoom, x, y }: CropView) {
  const side = Math.min(width, height) / zoom
  return {
    width: `${(width / side) * 100}%`,
    left: `${(0.5 - x / side) * 100}%`,
    top: `${(0.5 - y / side) * 100}%`,
  }
}

/** One finger or the mouse moves, two fingers pinch, the wheel zooms. */
function usePointerCrop(
  frame: { current: HTMLDivElement | null },
  picture: PictureSize | undefined,
  view: CropView,
  onView: (view: CropView) => void,
) {
  const fingers = useRef(new Map<number, { x: number; y: number }>())
  const latest = useRef({ picture, view, onView })
  latest.current = { picture, view, onView }

  useEffect(() => {
    const element = frame.current
    // React's own wheel listener cannot keep the page from scrolling.
    const onWheel = (event: WheelEvent) => {
      event.preventDefault()
      const { picture, view, onView } = latest.current
      if (picture) onView(zoomTo(picture, view, view.zoom * zoomStep ** (-event.deltaY / 100)))
    }
    element?.addEventListener('wheel', onWheel, { passive: false })
    return () => element?.removeEventListener('wheel', onWheel)
  }, [frame])

  const spread = () => {
    const [a, b] = [...fingers.current.values()]
    return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : undefined
  }
  const lift = ({ pointerId }: PointerEvent) => void fingers.current.delete(pointerId)
  return {
    onPointerDown: ({ pointerId, clientX, clientY, currentTarget }: PointerEvent) => {
      currentTarget.setPointerCapture(pointerId)
      fingers.current.set(pointerId, { x: clientX, y: clientY })
    },
    onPointerMove: ({ pointerId, clientX, clientY, currentTarget }: PointerEvent) => {
      const before = fingers.current.get(pointerId)
      if (!before || !picture) return
      const spreadBefore = spread()
      fingers.current.set(pointerId, { x: clientX, y: clientY })
      const spreadNow = spread()
      if (spreadBefore && spreadNow) return onView(zoomTo(picture, view, (view.zoom * spreadNow) / spreadBefore))
      const side = currentTarget.clientWidth
      onView(movePicture(picture, view, (clientX - before.x) / side, (clientY - before.y) / side))
    },
    onPointerUp: lift,
    onPointerCancel: lift,
  }
}
