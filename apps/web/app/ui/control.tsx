// The look of inputs and selects, and a select that has it.
import ChevronDown from 'lucide-react/icons/chevron-down'
import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'

/** Give it a label: a `SelectField`, an `aria-label` or a `label` around it. `className` is for the outer box. */
export function Select({ className, ...rest }: ComponentProps<'select'>) {
  return (
    <span className={classNames('relative block', className)}>
      <select {...rest} className={classNames(controlClass, 'block appearance-none truncate pe-9')} />
      <ChevronDown aria-hidden="true" size={18} className="pointer-events-none absolute top-3.25 end-2.5 text-muted" />
    </span>
  )
}

/** The classes that inputs and selects share: 44 px high, a border with enough contrast to be found, red when invalid. */
export const controlClass =
  'h-11 w-full rounded-control border border-edge bg-raised px-3 text-ink transition-colors placeholder:text-muted hover:border-ink aria-invalid:border-bad disabled:bg-well disabled:text-muted'
