// Controls of the properties panel: sections, choices, switches and selects. They show "Mixed" when the selected layers
// differ.
import { t } from '@lingui/core/macro'
import Minus from 'lucide-react/icons/minus'
import { type ComponentType, type ReactNode, useEffect, useId, useRef } from 'react'
import { Chip, coveringInput } from '../../../../ui/chip.tsx'
import { classNames } from '../../../../ui/class-names.ts'
import { controlClass } from '../../../fields/field-frame.tsx'

/** A collapsible section of properties. */
export function Section({ title, isOpen = true, aside, children }: SectionProps) {
  return (
    <details open={isOpen} className="group border-t border-line">
      <summary className="flex h-11 cursor-pointer list-none items-center gap-2 text-caption font-medium [&::-webkit-details-marker]:hidden">
        <span
          aria-hidden="true"
          className="inline-block text-muted transition-transform group-open:rotate-90 rtl:group-open:-rotate-90"
        >
          ›
        </span>
        <span>{title}</span>
        <span className="ms-auto text-muted">{aside}</span>
      </summary>
      <div className="flex flex-col gap-3 pb-4">{children}</div>
    </details>
  )
}
type SectionProps = { title: string; isOpen?: boolean; aside?: ReactNode; children: ReactNode }

type ChoicesProps<Value extends string> = {
  label: string
  value: Value | undefined
  choices: readonly { value: Value; label: string; icon?: ComponentType<{ size?: number; 'aria-hidden'?: 'true' }> }[]
  onValue: (value: Value) => void
}

/** A few options in a row, as icons or words. */
export function Choices<Value extends string>({ label, value, choices, onValue }: ChoicesProps<Value>) {
  const name = useId()
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-caption text-muted">{label}</legend>
      <div className="flex flex-wrap gap-1">
        {choices.map(({ value: one, label: text, icon: Icon }) => (
          <Chip
            key={one}
            title={text}
            name={name}
            value={one}
            checked={one === value}
            aria-label={text}
            onChange={() => onValue(one)}
            className="h-11 min-w-11 px-2.5 text-caption"
          >
            {Icon ? <Icon aria-hidden="true" size={18} /> : text}
          </Chip>
        ))}
      </div>
    </fieldset>
  )
}

type SwitchProps = { label: string; isOn: boolean | undefined; onChange: (isOn: boolean) => void }

/** On, off, or a dash when the layers differ. */
export function Switch({ label, isOn, onChange }: SwitchProps) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = isOn === undefined
  }, [isOn])
  return (
    <label className="relative flex h-11 cursor-pointer items-center gap-3 text-caption has-focus-visible:outline-2 has-focus-visible:outline-plum">
      <input
        ref={box}
        type="checkbox"
        role="switch"
        aria-checked={isOn === undefined ? 'mixed' : isOn}
        checked={isOn === true}
        onChange={(event) => onChange(event.currentTarget.checked)}
        className={coveringInput}
      />
      <span
        aria-hidden="true"
        className={classNames(
          'flex h-6 w-10 shrink-0 items-center rounded-full border p-0.5 transition-colors',
          isOn ? 'justify-end border-marigold bg-marigold' : 'border-edge bg-well',
          isOn === undefined && 'justify-center',
        )}
      >
        {isOn === undefined ? (
          <Minus size={14} />
        ) : (
          <span className={classNames('size-4 rounded-full', isOn ? 'bg-on-marigold' : 'bg-muted')} />
        )}
      </span>
      <span>{label}</span>
    </label>
  )
}

type SelectProps<Value extends string> = {
  label: string
  value: Value | undefined
  choices: readonly { value: Value; label: string }[]
  onValue: (value: Value) => void
}

/** A select with one option. */
export function Select<Value extends string>({ label, value, choices, onValue }: SelectProps<Value>) {
  const id = useId()
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className="text-caption text-muted">
        {label}
      </label>
      <select
        id={id}
        value={value ?? ''}
        onChange={(event) => onValue(event.currentTarget.value as Value)}
        className={controlClass}
      >
        {value === undefined && (
          <option value="" disabled>
            {t`Mixed`}
          </option>
        )}
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </div>
  )
}
