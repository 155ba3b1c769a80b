// The square frame in which a picture is moved and zoomed by mouse, touch, wheel, keyboard or slider.
import { t } from '@lingui/core/macro'
import type { Crop } from '@vitrine/document/field'
import { useRef } from 'react'
import type { Size } from '../../cropper/crop.ts'
import { type Grip, useCropArea } from '../../cropper/use-crop-area.ts'
import { Slider } from '../../slider/slider.tsx'
import { computeSquare, findHighestZoom, frameSide, limitSquare, squareFraming } from './square-crop.ts'

type CropFrameProps = {
  url: string
  /** Undefined until the picture has been read. */
  picture: Size | undefined
  crop: Crop
  onCrop: (crop: Crop) => void
  onLoad: (size: Size) => void
  onBroken: () => void
}

export function CropFrame({ url, picture, crop, onCrop, onLoad, onBroken }: CropFrameProps) {
  const highestZoom = picture ? findHighestZoom(picture) : 1
  const latest = useRef(crop)
  latest.current = crop
  /** The crop that a cancelled drag restores. */
  const start = useRef(crop)
  const put = (next: Crop) => {
    if (!picture) return
    // Another move may come before React renders this one.
    latest.current = limitSquare(picture, next)
    onCrop(latest.current)
  }
  const find = (): Grip | undefined =>
    picture && {
      framing: squareFraming(picture),
      crop: latest.current,
      toFrame({ x, y }) {
        const box = area.current?.getBoundingClientRect() ?? new DOMRect(0, 0, 1, 1)
        return { x: ((x - box.left) / box.width) * frameSide, y: ((y - box.top) / box.height) * frameSide }
      },
      onCrop: put,
      onEnd() {
        start.current = latest.current
      },
      onCancel: () => put(start.current),
    }
  const { area, handlers } = useCropArea<HTMLDivElement>(find)
  return (
    <>
      <div
        ref={area}
        role="application"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: an application is moved by keys, so it must be reachable by them.
        tabIndex={0}
        aria-label={t`Crop area: move the picture with the arrow keys, zoom with plus and minus`}
        {...handlers}
        className="relative mx-auto aspect-square w-full max-w-80 cursor-grab touch-none overflow-hidden rounded-card bg-dark select-none active:cursor-grabbing"
      >
        <img
          src={url}
          alt=""
          draggable={false}
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => onLoad({ width, height })}
          onError={onBroken}
          className="absolute max-w-none"
          style={picture ? placePicture(picture, crop) : { visibility: 'hidden' }}
        />
        {/* The circle of the round picture; the corners stay visible, because some places show the square. */}
        <div
          aria-hidden="true"
          className="absolute inset-0 rounded-full border-2 border-on-dark/80 shadow-[0_0_0_20rem_var(--color-veil)]"
        />
      </div>
      <div className="mx-auto w-full max-w-80">
        <Slider
          label={t`Zoom`}
          min={1}
          max={highestZoom}
          step={0.01}
          value={crop.zoom}
          text={`${Math.round(crop.zoom * 100)}%`}
          isDisabled={highestZoom === 1}
          onValue={(zoom) => put({ ...crop, zoom })}
          onEnd={() => undefined}
        />
      </div>
    </>
  )
}

/** In percent of the frame. */
function placePicture(picture: Size, crop: Crop) {
  const { side, x, y } = computeSquare(picture, crop)
  return {
    width: `${(picture.width / side) * 100}%`,
    left: `${(0.5 - x / side) * 100}%`,
    top: `${(0.5 - y / side) * 100}%`,
  }
}
