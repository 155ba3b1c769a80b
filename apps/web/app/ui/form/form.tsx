// The element of a form: saves its values once uploads have finished, and focuses the first invalid field.

import { t } from '@lingui/core/macro'
import {
  type ChangeEvent,
  type ComponentProps,
  type ReactNode,
  type RefCallback,
  useEffect,
  useImperativeHandle,
  useRef,
} from 'react'
import {
  type FieldPathByValue,
  type FieldValues,
  type Path,
  type RegisterOptions,
  useController,
} from 'react-hook-form'
import { classNames } from '../class-names.ts'
import { controlClass } from '../control.tsx'
import { CheckboxField, Field, NumberField, OtpField, PasswordField, SelectField, TextField } from '../field.tsx'
import { type FormHandle, PendingFilesContext } from './use-form.ts'

type FormProps<Values extends FieldValues> = Omit<ComponentProps<'form'>, 'onSubmit' | 'ref'> & {
  form: Pick<FormHandle<Values>, 'state' | 'save' | 'files' | 'loadSchema' | 'readInputs'>
  /** Replaces `form.save`. */
  onSubmit?: () => unknown
  ref?: RefCallback<HTMLFormElement>
}

export function Form<Values extends FieldValues>({
  form,
  onSubmit = form.save,
  ref,
  children,
  ...rest
}: FormProps<Values>) {
  const { state, files, loadSchema, readInputs } = form
  const element = useRef<HTMLFormElement>(null)
  useImperativeHandle(ref, () => element.current as HTMLFormElement, [])
  useEffect(() => {
    if (state.status === 'failed') element.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [state])
  return (
    <form
      ref={element}
      method="post"
      noValidate
      onFocus={() => void loadSchema()}
      onSubmit={(event) => {
        event.preventDefault()
        readInputs(event.currentTarget)
        void onSubmit()
      }}
      {...rest}
    >
      <PendingFilesContext value={files}>{children}</PendingFilesContext>
    </form>
  )
}

/** The message of a failed save in a form whose fields may be out of view. */
export function failureText({ message }: { message: string | undefined }): string {
  return message ?? t`Please check the marked fields.`
}

// The fields of a form, one line each: the form provides value, problem and length, and whether the environment sets
// the field.

/** `Value`: the type of the field's value. */
export type FormFieldProps<Values extends FieldValues, Value> = {
  form: FormHandle<Values>
  name: FieldPathByValue<Values, Value>
  label: string
  hint?: ReactNode
  /** An error in addition to the form's own. */
  error?: string | undefined
}

/** The props of a custom field, for values that none of the following supports. */
export function useFormField<Values extends FieldValues, Value>(props: FormFieldProps<Values, Value>) {
  const { field } = useController({ control: props.form.control, name: props.name as Path<Values> })
  return { ...describeField(props), value: field.value as Value, onValue: (value: Value) => field.onChange(value) }
}

/** What a field shows besides its value. */
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
  /** Transforms typed text, for example to capitals. */
  write?: (typed: string) => string
}
type Rules<Values extends FieldValues> = {
  /** Runs on blur, and the fields that are validated together with it. */
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

/** Uncontrolled, because a value that a password manager sets without an event would be lost at the next rendering. */
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
  /** The factor from the typed to the stored number: 100 for paise shown as rupees. */
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
  /** Shown until something is chosen. */
  placeholder?: string
  /** The label of each value, in order; a map where values are whole numbers, which objects put first. */
  choices: Readonly<Record<string, string>> | ReadonlyMap<string, string>
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
      {(choices instanceof Map ? [...choices] : Object.entries(choices)).map(([choice, label]) => (
        <option key={choice} value={choice}>
          {label}
        </option>
      ))}
    </SelectField>
  )
}
