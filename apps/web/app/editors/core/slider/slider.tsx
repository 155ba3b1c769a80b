// A slider of the properties. A drag, or key presses without a pause, is one step of the history.
import { useId, useRef } from 'react'
import { groupPauseMs } from '../project/project-store.ts'
import { useSliderHold } from './slider-hold.ts'

type SliderProps = {
  label: string
  value: number | undefined
  min: number
  max: number
  step?: number
  unit?: string
  /** Where it stands for layers that differ. */
  rest?: number
  onValue: (value: number) => void
  onEnd: () => void
}

/** A slider with its number, which can be written, too. One drag is one step of the history. */
export function Slider({ label, value, min, max, step = 1, unit = '', rest, onValue, onEnd }: SliderProps) {
  const id = useId()
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)
  const shown = Math.min(max, Math.max(min, value ?? rest ?? min))
  const end = () => {
    clearTimeout(pause.current)
    onEnd()
  }
  const hold = useSliderHold(shown, onValue, end)
  /** Presses of a key without a pause between them are one step, too. */
  const endSoon = () => {
    clearTimeout(pause.current)
    pause.current = setTimeout(onEnd, groupPauseMs)
  }
  const text = value === undefined ? 'Mixed' : `${Number(value.toFixed(2))}${unit}`
  return (
    <div className="flex flex-col">
      <div className="flex items-center justify-between text-caption">
        <label htmlFor={id} className="text-muted">
          {label}
        </label>
        <output htmlFor={id} className="tabular-nums">
          {text}
        </output>
      </div>
      <input
        id={id}
        type="range"
        aria-valuetext={text}
        min={min}
        max={max}
        step={step}
        value={shown}
        onChange={(event) => onValue(event.currentTarget.valueAsNumber)}
        onPointerDown={hold.take}
        onPointerUp={end}
        onPointerCancel={hold.cancel}
        onKeyUp={endSoon}
        onBlur={end}
        className="editor-range h-11 w-full"
        style={{ '--done': `${((shown - min) / (max - min)) * 100}%` } as React.CSSProperties}
      />
    </div>
  )
}
