// A choice among a few values that all stay in view.
import { useId } from 'react'
import { coveringInput } from '../../ui/chip.tsx'
import { classNames } from '../../ui/class-names.ts'

type ChoiceProps<Value extends string> = {
  label: string
  /** The label of each value. */
  values: Readonly<Record<Value, string>>
  value: Value
  onChoose: (value: Value) => void
  /** As a filter above a page. */
  isSmall?: boolean
}

/** Radio buttons side by side. */
export function Choice<Value extends string>({ label, values, value, onChoose, isSmall = false }: ChoiceProps<Value>) {
  const name = useId()
  return (
    <fieldset className={classNames('flex gap-1 self-start rounded-card bg-well p-1', isSmall && 'flex-wrap')}>
      <legend className="sr-only">{label}</legend>
      {(Object.keys(values) as Value[]).map((one) => (
        <label
          key={one}
          className={classNames(
            'relative flex min-h-9 cursor-pointer items-center rounded-control border border-transparent font-medium text-muted transition-colors hover:text-ink has-checked:border-edge has-checked:bg-raised has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-plum',
            isSmall ? 'px-3 text-caption' : 'px-4',
          )}
        >
          <input
            type="radio"
            name={name}
            value={one}
            checked={one === value}
            onChange={() => onChoose(one)}
            className={coveringInput}
          />
          <span>{values[one]}</span>
        </label>
      ))}
    </fieldset>
  )
}
