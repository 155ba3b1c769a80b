// The sliders of clips and sounds. A drag of a slider is one step of the history.

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Clip } from '@vitrine/composition/clip'
import { MAX_SPEED, MIN_SPEED } from '@vitrine/composition/layer'
import { toAmount } from '@vitrine/contract/input'
import { useId } from 'react'
import { numberFormat } from '../../../../language/format.ts'
import { controlClass } from '../../../../ui/control-class.ts'
import { setSpeed, trimClipEnd } from '../../../core/project/cut.ts'
import { gesturePrefix } from '../../../core/project/project-store.ts'
import { Slider } from '../../../core/slider/slider.tsx'
import { useVideo } from '../model/video-context.tsx'

function useEndGroup(): () => void {
  return useVideo().model.editor.store.endGroup
}

export function Labelled({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="flex flex-col">
      <p aria-hidden="true" className="text-caption">
        {label}
      </p>
      {children}
    </div>
  )
}

interface PartSliderProps {
  label: string
  min?: number
  max: number
  value: number
  text: string
  onValue: (value: number) => void
  children?: React.ReactNode
}

/** `children` stand below the slider. */
function PartSlider({ children, ...slider }: PartSliderProps) {
  return (
    <Labelled label={slider.label}>
      <Slider layout="row" min={0} {...slider} onEnd={useEndGroup()} />
      {children}
    </Labelled>
  )
}

interface PercentSliderProps {
  label: string
  max?: number
  value: number
  onValue: (value: number) => void
}

export function PercentSlider({ max = 100, ...slider }: PercentSliderProps) {
  return <PartSlider max={max} text={`${Math.round(slider.value)}%`} {...slider} />
}

interface SecondsSliderProps {
  label: string
  frames: number
  /** What it lies in: at most half of it, at most five seconds. */
  maxFrames: number
  onFrames: (frames: number) => void
}

export function SecondsSlider({ label, frames, maxFrames, onFrames }: SecondsSliderProps) {
  const rate = useVideo().model.editor.player.framesPerSecond
  const max = Math.max(1, Math.min(Math.floor(maxFrames / 2), Math.round(5 * rate)))
  const seconds = numberFormat({ minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(frames / rate)
  return <PartSlider label={label} max={max} value={Math.min(frames, max)} text={t`${seconds} s`} onValue={onFrames} />
}

/** Speed is felt in factors: the slider's steps are. Steps of a twelfth of a doubling meet 0.5, 1, 2 and 4 exactly. */
const speedSteps = 12

export function SpeedSlider({ clip }: { clip: Clip }) {
  const { model } = useVideo()
  const onEnd = useEndGroup()
  const speed = clip.speed ?? 1
  const put = (next: number) =>
    model.change(setSpeed(model.getTimeline(), clip.id, next), {
      label: t`Speed`,
      group: `${gesturePrefix}speed-${clip.id}`,
    })
  return (
    <PartSlider
      label={t`Speed`}
      min={Math.log2(MIN_SPEED) * speedSteps}
      max={Math.log2(MAX_SPEED) * speedSteps}
      value={Math.round(Math.log2(speed) * speedSteps)}
      text={`${Number(speed.toFixed(2))}×`}
      onValue={(step) => put(Number((2 ** (step / speedSteps)).toFixed(3)))}
    >
      <div className="flex gap-2">
        {[0.5, 1, 1.5, 2].map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={speed === one}
            onClick={() => {
              put(one)
              onEnd()
            }}
            className="h-9 flex-1 rounded-control border border-line text-caption transition-colors hover:border-edge aria-pressed:border-marigold aria-pressed:text-marigold-bright"
          >
            <bdi translate="no" dir="ltr">{`${one}×`}</bdi>
          </button>
        ))}
      </div>
    </PartSlider>
  )
}

/** More than is shown: 1.125 seconds are no thousand. */
const DECIMALS = 6

/** Duration of a clip in seconds. */
export function LengthField({ clip }: { clip: Clip }) {
  const { model } = useVideo()
  const id = useId()
  const rate = model.cut.framesPerSecond
  const put = (typed: string) => {
    const seconds = toAmount(typed, DECIMALS)
    if (seconds === undefined || seconds <= 0) return
    const by = Math.max(1, Math.round(seconds * rate)) - clip.frames
    model.change(trimClipEnd(model.getTimeline(), clip.id, by, model.cut), {
      label: t`Duration`,
      group: `length-${clip.id}`,
    })
  }
  return (
    <div className="flex items-center justify-between gap-3">
      <label htmlFor={id} className="text-caption">
        <Trans>Duration in seconds</Trans>
      </label>
      <input
        id={id}
        autoComplete="off"
        inputMode="decimal"
        // Updated when the clip is trimmed elsewhere, not during typing.
        key={clip.frames}
        defaultValue={Number((clip.frames / rate).toFixed(2))}
        onBlur={(event) => put(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') put(event.currentTarget.value)
        }}
        className={`${controlClass} w-28 tabular-nums`}
      />
    </div>
  )
}
