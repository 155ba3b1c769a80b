// A choice of one of several, each with a sentence that explains it.
import { useId } from 'react'
import { classNames } from './class-names.ts'

type Value = string | boolean | null

type RadioCardsProps<V extends Value> = {
  label: string
  /** Whether the label is only for screen readers, because a heading says the same. */
  isLabelHidden?: boolean
  choices: readonly { value: V; label: string; note: string }[]
  value: V
  onValue: (value: V) => void
  error?: string | undefined
  /** Of the box around the cards, such as a grid. */
  className?: string
}

export function RadioCards<V extends Value>(props: RadioCardsProps<V>) {
  const { label, isLabelHidden = false, choices, value, onValue, error, className } = props
  const id = useId()
  return (
    <div
      role="radiogroup"
      aria-labelledby={`${id}-label`}
      // Forms focus the first invalid field.
      tabIndex={error ? -1 : undefined}
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <p id={`${id}-label`} className={isLabelHidden ? 'sr-only' : 'mb-3 font-medium'}>
        {label}
      </p>
      <div className={classNames('grid grid-cols-1 gap-3', className)}>
        {choices.map((choice) => (
          <label
            key={String(choice.value)}
            className={classNames(
              'flex cursor-pointer gap-3 rounded-card border bg-raised p-4 transition-colors has-focus-visible:outline-2',
              value === choice.value ? 'border-marigold' : 'border-line hover:border-edge',
            )}
          >
            <input
              type="radio"
              name={id}
              checked={value === choice.value}
              onChange={() => onValue(choice.value)}
              aria-labelledby={`${id}-${choice.value}-label`}
              aria-describedby={`${id}-${choice.value}`}
              className="mt-0.5 size-5 shrink-0 accent-marigold"
            />
            <span>
              <span id={`${id}-${choice.value}-label`} className="block font-medium">
                {choice.label}
              </span>
              <span id={`${id}-${choice.value}`} className="block text-caption text-muted">
                {choice.note}
              </span>
            </span>
          </label>
        ))}
      </div>
      <div aria-live="polite">
        {error && (
          <p id={`${id}-error`} className="mt-1.5 text-caption text-bad">
            {error}
          </p>
        )}
      </div>
    </div>
  )
}
