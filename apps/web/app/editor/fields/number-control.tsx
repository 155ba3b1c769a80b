// Slider and position fields, and the number input of the editors.
import { t } from '@lingui/core/macro'
import { toAmount } from '@vitrine/contract/input'
import type { PointField, SliderField } from '@vitrine/document/field'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { useEditor, useFieldValue } from '../model/editor-context.tsx'
import { gesturePrefix } from '../project/project-store.ts'
import { Slider } from '../slider/slider.tsx'
import { controlClass, controlId, descriptionId, FieldFrame } from './field-frame.tsx'

const UNITS = { percent: '%', degrees: '°', pixels: ' px' } as const

export function SliderControl({ field }: { field: SliderField }) {
  const model = useEditor()
  const value = useFieldValue(field)
  const { min, max, step = 1 } = field.rules
  return (
    <FieldFrame field={field} isGroup>
      <Slider
        layout="row"
        label={field.label}
        id={controlId(field.id)}
        describedBy={descriptionId(field.id)}
        value={typeof value === 'number' ? value : field.default}
        min={min}
        max={max}
        step={step}
        unit={field.unit ? UNITS[field.unit] : ''}
        onValue={(next) => model.change(field.id, next, `${gesturePrefix}slider:${field.id}`)}
        onEnd={model.store.endGroup}
      />
    </FieldFrame>
  )
}

export function PointControl({ field }: { field: PointField }) {
  const model = useEditor()
  const value = useFieldValue(field)
  const point = (Array.isArray(value) ? value : field.default) as readonly [number, number]
  const { label } = field
  return (
    <FieldFrame field={field} isGroup>
      <div className="grid grid-cols-2 gap-3">
        {([0, 1] as const).map((axis) => (
          <span key={axis} className="flex items-center gap-2">
            <span aria-hidden="true" className="text-caption text-muted">
              {axis === 0 ? 'X' : 'Y'}
            </span>
            <NumberInput
              id={axis === 0 ? controlId(field.id) : undefined}
              aria-label={axis === 0 ? t`${label}: X in pixels` : t`${label}: Y in pixels`}
              digits={2}
              value={point[axis]}
              onValue={(next) =>
                model.change(field.id, axis === 0 ? [next, point[1]] : [point[0], next], `point:${field.id}`)
              }
            />
          </span>
        ))}
      </div>
    </FieldFrame>
  )
}

interface NumberInputProps {
  /** Undefined when the selected values differ. */
  value: number | undefined
  unit?: string | undefined
  step?: number | undefined
  min?: number | undefined
  max?: number | undefined
  /** Digits after the decimal point. */
  digits?: number | undefined
  id?: string | undefined
  'aria-label'?: string
  onValue: (value: number) => void
}

/** More than are shown, so that 1.125 is not read as a thousand. */
const DECIMALS = 6

/**
 * A number that is typed, or changed by arrow keys; Shift changes it in tens. It applies when typing ends, because a
 * half-typed number would move objects across the picture.
 */
function NumberInput(props: NumberInputProps) {
  const { value, unit = '', step = 1, min = -1e6, max = 1e6, digits = 0, id, onValue } = props
  const shown = value === undefined ? '' : String(Number(value.toFixed(digits)))
  const [text, setText] = useState(shown)
  useEffect(() => setText(shown), [shown])
  const put = (next: number) => {
    const clamped = Math.min(max, Math.max(min, next))
    setText(String(Number(clamped.toFixed(digits))))
    if (clamped !== value) onValue(clamped)
  }
  const commit = () => {
    // The unit is shown after the number, and some people type it.
    const read = toAmount(text.replace(/[\s°%]*(?:px)?$/i, ''), DECIMALS)
    if (text === shown) return
    if (read !== undefined) put(read)
    else setText(shown)
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter') return commit()
    const way = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0
    if (way === 0) return
    event.preventDefault()
    put((value ?? 0) + way * step * (event.shiftKey ? 10 : 1))
  }
  return (
    <div dir="ltr" className="relative min-w-0 flex-1">
      <input
        id={id}
        aria-label={props['aria-label']}
        inputMode="decimal"
        autoComplete="off"
        value={text}
        placeholder={value === undefined ? t`Mixed` : undefined}
        onChange={(event) => setText(event.currentTarget.value)}
        onBlur={commit}
        onKeyDown={press}
        className={classNames(controlClass, 'tabular-nums', unit && 'pe-9')}
      />
      {unit && (
        <span
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 end-3 flex items-center text-caption text-muted"
        >
          {unit}
        </span>
      )}
    </div>
  )
}

/** A number input with its label above. */
export function NumberBox({ label, ...input }: Omit<NumberInputProps, 'id' | 'aria-label'> & { label: string }) {
  const id = useId()
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className="truncate text-caption text-muted">
        {label}
      </label>
      <NumberInput {...input} id={id} />
    </div>
  )
}
