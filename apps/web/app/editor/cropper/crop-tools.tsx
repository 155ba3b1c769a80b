// Buttons and sliders for a crop: a keyboard and screen-reader alternative to dragging.

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Crop } from '@vitrine/document/field'
import { isSameJson } from '@vitrine/document/same-json'
import OverHorizontal from 'lucide-react/icons/flip-horizontal-2'
import OverVertical from 'lucide-react/icons/flip-vertical-2'
import Minus from 'lucide-react/icons/minus'
import Plus from 'lucide-react/icons/plus'
import RotateCcw from 'lucide-react/icons/rotate-ccw-square'
import RotateCw from 'lucide-react/icons/rotate-cw-square'
import { IconButton, PlainButton } from '../../ui/button.tsx'
import { Slider } from '../slider/slider.tsx'
import { computeTilt, type Framing, flipCrop, greatestZoom, limitCrop, minZoom, turnCrop, zoomCrop } from './crop.ts'

interface CropToolsProps {
  framing: Framing
  crop: Crop
  /** The designer's crop, which a reset restores. */
  resting: Crop
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
const toSlider = (zoom: number, min: number) => (Math.log(zoom / min) / Math.log(greatestZoom / min)) * zoomSteps
const fromSlider = (step: number, min: number) => min * (greatestZoom / min) ** (step / zoomSteps)

export function CropTools({ framing, crop, resting, label, canZoom, canRotate, onCrop, onEnd }: CropToolsProps) {
  const min = minZoom(framing)
  const quarter = (sign: 1 | -1) => onCrop(turnCrop(framing, crop, crop.rotate + sign * 90), true)
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
          onValue={(degrees) => onCrop(turnCrop(framing, crop, crop.rotate - tilt + degrees), false)}
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
          <OverVertical aria-hidden="true" size={18} />
        </IconButton>
        <IconButton label={t`Flip vertical`} onClick={() => onCrop(flipCrop(crop, 'vertical'), true)}>
          <OverHorizontal aria-hidden="true" size={18} />
        </IconButton>
        {/* Always rendered, so that the controls below it do not move under the finger. */}
        <PlainButton
          disabled={isSameJson(crop, limitCrop(framing, resting))}
          onClick={() => onCrop(limitCrop(framing, resting), true)}
          className="ms-auto h-11 rounded-control px-3 text-caption text-muted underline hover:text-ink disabled:opacity-50"
        >
          <Trans>Reset crop</Trans>
        </PlainButton>
      </div>
    </div>
  )
}
