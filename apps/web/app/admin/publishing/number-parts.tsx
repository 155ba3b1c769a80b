// What fields of numbers have: the ends and default of a slider, the default of a position.
import { t } from '@lingui/core/macro'
import type { PointField, SliderField } from '@vitrine/composition/field'
import type { FieldRevision } from '@vitrine/contract/publishing'
import { NumberField } from '../../ui/number-field.tsx'

/** Of numbers in a document. */
const DECIMALS = 6

type Revise = (change: Partial<FieldRevision>) => void

export function SliderParts({ field, onRevise }: { field: SliderField; onRevise: Revise }) {
  const { rules } = field
  const set = (change: Partial<SliderField['rules']>) => onRevise({ rules: { ...rules, ...change } })
  const number = (label: string, value: number, onNumber: (value: number) => void, error?: string) => (
    <NumberField label={label} decimals={DECIMALS} value={value} error={error} onValue={onNumber} />
  )
  return (
    <>
      {number(t`Default number`, field.default, (value) => onRevise({ default: value }))}
      <div className="grid grid-cols-3 gap-4">
        {number(t`From`, rules.min, (min) => set({ min }))}
        {number(t`To`, rules.max, (max) => set({ max }))}
        {number(t`Step`, rules.step ?? 1, (step) => set({ step }))}
      </div>
    </>
  )
}

export function PointParts({ field, onRevise }: { field: PointField; onRevise: Revise }) {
  const [x, y] = field.default
  return (
    <div className="grid grid-cols-2 gap-4">
      <NumberField
        label={t`Default X`}
        decimals={DECIMALS}
        value={x}
        onValue={(next) => onRevise({ default: [next, y] })}
      />
      <NumberField
        label={t`Default Y`}
        decimals={DECIMALS}
        value={y}
        onValue={(next) => onRevise({ default: [x, next] })}
      />
    </div>
  )
}
