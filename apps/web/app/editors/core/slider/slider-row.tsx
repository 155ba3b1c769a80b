// A slider with its value as text, and room for a button on each side.
import { type ReactNode, useId } from 'react'
import { useSliderHold } from './slider-hold.ts'

type SliderRowProps = {
  label: string
  min: number
  max: number
  step: number
  value: number
  text: string
  onValue: (value: number) => void
  /** The pointer or the focus has come or gone: what is put next is another step. */
  onEnd: () => void
  before?: ReactNode
  after?: ReactNode
}

export function SliderRow({ label, min, max, step, value, text, onValue, onEnd, before, after }: SliderRowProps) {
  const id = useId()
  const { take, cancel } = useSliderHold(value, onValue, onEnd)
  const done = ((value - min) / (max - min)) * 100
  return (
    <div className="flex items-center gap-1">
      {before}
      <input
        id={id}
        type="range"
        aria-label={label}
        aria-valuetext={text}
        min={min}
        max={max}
        step={step}
        value={value}
        onChange={(event) => onValue(event.currentTarget.valueAsNumber)}
        onPointerDown={take}
        onFocus={onEnd}
        onPointerUp={onEnd}
        onPointerCancel={cancel}
        onBlur={onEnd}
        className="editor-range h-11 min-w-0 flex-1"
        style={{ '--done': `${done}%` } as React.CSSProperties}
      />
      <output htmlFor={id} className="w-12 text-right text-caption text-muted tabular-nums">
        {text}
      </output>
      {after}
    </div>
  )
}
