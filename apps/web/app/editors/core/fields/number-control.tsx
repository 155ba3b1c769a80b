// Slider and position fields.
import { t } from '@lingui/core/macro'
import type { PointField, SliderField } from '@vitrine/composition/field'
import { toAmount } from '@vitrine/contract/input'
import { useState } from 'react'
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
  const [x, y] = (Array.isArray(value) ? value : field.default) as readonly [number, number]
  const put = (point: [number, number]) => model.change(field.id, point, `point:${field.id}`)
  const { label } = field
  return (
    <FieldFrame field={field} isGroup>
      <div className="grid grid-cols-2 gap-3">
        <Coordinate
          key={`x ${x}`}
          id={controlId(field.id)}
          label={t`${label}: X in pixels`}
          letter="X"
          value={x}
          onValue={(next) => put([next, y])}
        />
        <Coordinate
          key={`y ${y}`}
          label={t`${label}: Y in pixels`}
          letter="Y"
          value={y}
          onValue={(next) => put([x, next])}
        />
      </div>
    </FieldFrame>
  )
}

type CoordinateProps = { id?: string; label: string; letter: string; value: number; onValue: (value: number) => void }

/** More than is shown: 1.125 is no thousand here. */
const DECIMALS = 6

/** Takes a number when it is finished: a half-typed one would throw things across the picture. */
function Coordinate({ id, label, letter, value, onValue }: CoordinateProps) {
  const [text, setText] = useState(String(Number(value.toFixed(2))))
  const commit = () => {
    const next = toAmount(text, DECIMALS)
    if (next !== undefined && Math.abs(next) <= 1e6) {
      if (next !== value) onValue(next)
    } else setText(String(value))
  }
  return (
    <span className="flex items-center gap-2">
      <span aria-hidden="true" className="text-caption text-muted">
        {letter}
      </span>
      <input
        id={id}
        autoComplete="off"
        inputMode="decimal"
        aria-label={label}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit()
        }}
        className={`${controlClass} tabular-nums`}
      />
    </span>
  )
}
