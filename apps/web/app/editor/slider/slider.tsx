// The slider of all editors. A drag, or key presses without a pause, is one undo step.
import { t } from '@lingui/core/macro'
import { type ReactElement, useId, useRef } from 'react'
import './slider.css'
import { classNames } from '../../ui/class-names.ts'
import { groupPauseMs } from '../project/project-store.ts'

interface SliderProps {
  label: string
  /**
   * `stacked`: label and value above the slider; `row`: the value next to it, and the label for screen readers only.
   */
  layout?: 'stacked' | 'row'
  /** Undefined when the selected layers differ. */
  value: number | undefined
  min: number
  max: number
  step?: number | undefined
  unit?: string | undefined
  /** The value as text; by default the number with its unit. */
  text?: string | undefined
  /** The slider's position when the layers differ; 0 by default. */
  rest?: number | undefined
  isDisabled?: boolean
  /** The DOM id of the slider, and of the text that describes it. */
  id?: string
  describedBy?: string
  onValue: (value: number) => void
  /** Pointer or focus has entered or left: the next change is a new step. */
  onEnd: () => void
  /** Shown before the slider of a row. */
  before?: ReactElement
  after?: ReactElement
}

export function Slider(props: SliderProps) {
  const { label, layout = 'stacked', value, unit = '', before, after } = props
  const { text = value === undefined ? t`Mixed` : `${Number(value.toFixed(2))}${unit === 'px' ? ' px' : unit}` } = props
  const ownId = useId()
  const id = props.id ?? ownId
  if (layout === 'row')
    return (
      <div className="flex items-center gap-1">
        {before}
        <Range {...props} id={id} text={text} />
        <output htmlFor={id} className="w-12 text-end text-caption text-muted tabular-nums">
          <bdi translate="no">{text}</bdi>
        </output>
        {after}
      </div>
    )
  return (
    <div className="flex flex-col">
      <div className="flex items-center justify-between text-caption">
        <label htmlFor={id} className="text-muted">
          {label}
        </label>
        <output htmlFor={id} className="tabular-nums">
          <bdi translate="no">{text}</bdi>
        </output>
      </div>
      <Range {...props} id={id} text={text} />
    </div>
  )
}

function Range({ id, text, ...slider }: SliderProps & { id: string }) {
  const { label, layout, value, min, max, step = 1, rest, isDisabled, describedBy, onValue, onEnd } = slider
  const shown = Math.min(max, Math.max(min, value ?? rest ?? 0))
  const start = useRef(shown)
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)
  const end = () => {
    clearTimeout(pause.current)
    onEnd()
  }
  return (
    <input
      id={id}
      type="range"
      aria-label={label}
      aria-valuetext={text}
      aria-describedby={describedBy}
      min={min}
      max={max}
      step={step}
      value={shown}
      disabled={isDisabled}
      onChange={(event) => onValue(event.currentTarget.valueAsNumber)}
      onPointerDown={() => {
        // Ends an earlier step whose end the browser did not report.
        end()
        start.current = shown
      }}
      onPointerUp={end}
      // When a touch becomes a scroll, the browser cancels the pointer only after it has moved the slider.
      onPointerCancel={() => {
        if (start.current !== shown) onValue(start.current)
        end()
      }}
      onKeyUp={() => {
        clearTimeout(pause.current)
        pause.current = setTimeout(onEnd, groupPauseMs)
      }}
      onFocus={end}
      onBlur={end}
      className={classNames('editor-range h-11', layout === 'row' ? 'min-w-0 flex-1' : 'w-full')}
      style={{ '--done': `${((shown - min) / (max - min || 1)) * 100}%` } as React.CSSProperties}
    />
  )
}
