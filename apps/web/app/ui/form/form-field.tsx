// Fields of a form, each a line: the form knows value, problem and length, and whether the environment sets the field.
import { t } from '@lingui/core/macro'
import type { ChangeEvent, ComponentProps, ReactNode } from 'react'
import {
  type FieldPathByValue,
  type FieldValues,
  type Path,
  type RegisterOptions,
  useController,
} from 'react-hook-form'
import { classNames } from '../class-names.ts'
import { controlClass } from '../control-class.ts'
import { CheckboxField, Field, OtpField, PasswordField, SelectField, TextField } from '../field.tsx'
import { NumberField } from '../number-field.tsx'
import type { FormOf } from './use-form.ts'

/** `Value`: what the field holds. */
export type FormFieldProps<Values extends FieldValues, Value> = {
  form: FormOf<Values>
  name: FieldPathByValue<Values, Value>
  label: string
  hint?: ReactNode
  /** What is wrong besides what the form has found. */
  error?: string | undefined
}

/** What a field needs, for one that is none of the following. */
export function useFormField<Values extends FieldValues, Value>(props: FormFieldProps<Values, Value>) {
  const { field } = useController({ control: props.form.control, name: props.name as Path<Values> })
  return { ...describeField(props), value: field.value as Value, onValue: (value: Value) => field.onChange(value) }
}

/** What is shown of a field besides its value. */
function describeField<Values extends FieldValues, Value>({ form, name, hint, error }: FormFieldProps<Values, Value>) {
  const variable = form.findVariable(name)
  return { error: form.findError(name) ?? error, hint: fixedHint(variable) ?? hint, disabled: variable !== undefined }
}

/** The hint of a field that an environment variable sets. */
export function fixedHint(variable: string | undefined): string | undefined {
  return variable && t`Set by the environment variable ${variable}`
}

type Own<Tag extends 'input' | 'textarea'> = Omit<ComponentProps<Tag>, 'form' | 'name' | 'value' | 'onChange'>
type TextProps<Values extends FieldValues> = FormFieldProps<Values, string> & {
  maxLength?: number
  /** How what is typed is written, such as in capitals. */
  write?: (typed: string) => string
}
type Rules<Values extends FieldValues> = {
  /** What is done when one leaves it, and which fields are checked together with it. */
  rules?: Pick<RegisterOptions<Values>, 'onBlur' | 'deps'> | undefined
}
type InputProps<Values extends FieldValues> = TextProps<Values> &
  Rules<Values> &
  Own<'input'> & { success?: string | undefined; fieldClass?: string }

export function FormText<Values extends FieldValues>({ form, write, rules, ...rest }: InputProps<Values>) {
  return <TextField {...rest} {...textProps({ ...rest, form, ...(write && { write }), rules })} />
}

export function FormPassword<Values extends FieldValues>({
  form,
  match,
  rules,
  ...rest
}: InputProps<Values> & { match?: boolean | undefined }) {
  return <PasswordField {...rest} {...textProps({ ...rest, form, rules })} match={match} />
}

/** A text of several lines. */
export function FormLongText<Values extends FieldValues>({
  form,
  className,
  ...rest
}: TextProps<Values> & Own<'textarea'>) {
  const { hint, error, ...input } = textProps({ ...rest, form })
  return (
    <Field {...{ label: rest.label, hint, error }}>
      {(ids) => (
        <textarea {...rest} {...input} {...ids} className={classNames(controlClass, 'h-auto py-2.5', className)} />
      )}
    </Field>
  )
}

/** The browser holds the text: a value that a password manager sets in silence would not outlive the next drawing. */
function textProps<Values extends FieldValues>(props: TextProps<Values> & Rules<Values>) {
  const { form, name, write, rules, maxLength = form.findMaxLength(name) } = props
  const { onChange, ...input } = form.register(name as Path<Values>, rules)
  const change = (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
    if (write) event.target.value = write(event.target.value)
    void onChange(event)
  }
  return { ...describeField(props), ...input, maxLength, onChange: change }
}

type NumberProps<Values extends FieldValues> = FormFieldProps<Values, number> & {
  decimals?: number
  /** How many of what is stored are one of what is typed: 100 for paise as rupees. */
  unit?: number
}

export function FormNumber<Values extends FieldValues>({ unit = 1, decimals = 2, ...props }: NumberProps<Values>) {
  const { value, onValue, disabled, hint, error } = useFormField<Values, number>(props)
  return (
    <NumberField
      label={props.label}
      hint={hint}
      error={error}
      decimals={decimals}
      value={value / unit}
      isDisabled={disabled}
      onValue={(typed) => onValue(unit === 1 ? typed : Math.round(typed * unit))}
    />
  )
}

/** A day such as 2026-11-30; null without one. */
export function FormDate<Values extends FieldValues>(
  props: FormFieldProps<Values, string | null> & Pick<ComponentProps<'input'>, 'min' | 'max'>,
) {
  const { form: _form, ...rest } = props
  const { value, onValue, ...field } = useFormField<Values, string | null>(props)
  return (
    <TextField
      {...rest}
      {...field}
      type="date"
      value={value ?? ''}
      onChange={({ target }) => onValue(target.value || null)}
    />
  )
}

/** The six digits of a code. */
export function FormCode<Values extends FieldValues>(props: FormFieldProps<Values, string> & Own<'input'>) {
  const { form: _form, ...rest } = props
  const { onValue, ...field } = useFormField<Values, string>(props)
  return <OtpField {...rest} {...field} onValueChange={onValue} />
}

export function FormCheckbox<Values extends FieldValues>(props: FormFieldProps<Values, boolean>) {
  const { value, onValue, disabled } = useFormField<Values, boolean>(props)
  return (
    <CheckboxField
      {...{ disabled, name: props.name, label: props.label }}
      checked={value}
      onChange={({ target }) => onValue(target.checked)}
    />
  )
}

type SelectProps<Values extends FieldValues> = FormFieldProps<Values, string | null> & {
  autoComplete?: string
  /** Stands there until something is chosen. */
  placeholder?: string
  /** The label of each value, in their order. */
  choices: Readonly<Record<string, string>>
  fieldClass?: string
}

export function FormSelect<Values extends FieldValues>(props: SelectProps<Values>) {
  const { form: _form, choices, placeholder, hint: _hint, ...rest } = props
  const { value, onValue, ...field } = useFormField<Values, string | null>(props)
  return (
    <SelectField {...rest} {...field} value={value ?? ''} onChange={({ target }) => onValue(target.value)}>
      {placeholder && (
        <option value="" disabled>
          {placeholder}
        </option>
      )}
      {Object.entries(choices).map(([choice, label]) => (
        <option key={choice} value={choice}>
          {label}
        </option>
      ))}
    </SelectField>
  )
}
