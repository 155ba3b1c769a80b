// Slider and position fields.
import { t } from '@lingui/core/macro'
import type { PointField, SliderField } from '@vitrine/document/field'
import { useEditor, useFieldValue } from '../model/editor-context.tsx'
import { gesturePrefix } from '../project/project-store.ts'
import { Slider } from '../slider/slider.tsx'
import { controlId, descriptionId, FieldFrame } from './field-frame.tsx'
import { NumberInput } from './number-box.tsx'

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
