// Radio buttons side by side.
import { useId } from 'react'
import { coveringInput } from '../../ui/chip.tsx'

type ChoiceProps<Value extends string> = {
  label: string
  /** The label of each value. */
  values: Readonly<Record<Value, string>>
  value: Value
  onChoose: (value: Value) => void
}

export function Choice<Value extends string>({ label, values, value, onChoose }: ChoiceProps<Value>) {
  const name = useId()
  return (
    <fieldset className="flex gap-1 self-start rounded-card bg-well p-1">
      <legend className="sr-only">{label}</legend>
      {(Object.keys(values) as Value[]).map((one) => (
        <label
          key={one}
          className="relative flex min-h-9 cursor-pointer items-center rounded-control border border-transparent px-4 font-medium text-muted transition-colors hover:text-ink has-checked:border-edge has-checked:bg-raised has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-plum"
        >
          <input
            type="radio"
            name={name}
            value={one}
            checked={one === value}
            onChange={() => onChoose(one)}
            className={coveringInput}
          />
          {values[one]}
        </label>
      ))}
    </fieldset>
  )
}
