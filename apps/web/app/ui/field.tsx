// Form fields: label, hint, announced error, control; and the error of a form as a whole.

import { t } from '@lingui/core/macro'
import { toAmount, toCode, toPlainLine } from '@vitrine/contract/input'
import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import {
  type ClipboardEvent,
  type ComponentProps,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  useId,
  useState,
} from 'react'
import { classNames } from './class-names.ts'
import { controlClass, Select } from './control.tsx'
import { ignoreRepeatedEnter } from './press.ts'

type FieldText = {
  label: string
  hint?: ReactNode
  /** Replaces the hint and is announced. */
  error?: string | undefined
  /** Green description below the control, such as 'Username is available'. */
  success?: string | undefined
}

type ControlIds = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined }

/** A held Enter submits a form once; in a text of several lines it repeats. */
function ignoreHeldEnter(event: KeyboardEvent): void {
  if (event.target instanceof HTMLInputElement) ignoreRepeatedEnter(event)
}

/** Connects a control to its label and its description. `children` receives the attributes for the control. */
export function Field({
  label,
  hint,
  error,
  success,
  className,
  children,
}: FieldText & { className?: string | undefined; children: (ids: ControlIds) => ReactElement }) {
  const id = useId()
  const descriptionId = `${id}-words`
  const description = error ?? success ?? hint
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the control inside.
    <div onKeyDown={ignoreHeldEnter} className={classNames('flex flex-col gap-1.5', className)}>
      <label htmlFor={id} className="text-caption font-medium">
        {label}
      </label>
      {children({
        id,
        'aria-describedby': description ? descriptionId : undefined,
        'aria-invalid': error ? true : undefined,
      })}
      <div aria-live="polite">
        {description && (
          <p
            id={descriptionId}
            className={classNames(
              'text-caption wrap-anywhere',
              error ? 'text-bad' : success ? 'text-good' : 'text-muted',
            )}
          >
            {description}
          </p>
        )}
      </div>
    </div>
  )
}

type FieldProps<Tag extends 'input' | 'select' | 'textarea'> = FieldText & { fieldClass?: string } & ComponentProps<Tag>

export function TextField({ label, hint, error, success, fieldClass, className, ...rest }: FieldProps<'input'>) {
  return (
    <Field label={label} hint={hint} error={error} success={success} className={fieldClass}>
      {(ids) => <LineInput {...rest} {...ids} className={classNames(controlClass, className)} />}
    </Field>
  )
}

export function SelectField({
  label,
  hint,
  error,
  success,
  fieldClass,
  className,
  children,
  ...rest
}: FieldProps<'select'>) {
  return (
    <Field label={label} hint={hint} error={error} success={success} className={fieldClass}>
      {(ids) => (
        <Select {...rest} {...ids} {...(className && { className })}>
          {children}
        </Select>
      )}
    </Field>
  )
}

/** A password with a button that shows it. `match` colours the border: green on a match, red on a mismatch. */
export function PasswordField({
  label,
  hint,
  error,
  success,
  fieldClass,
  className,
  match,
  ...rest
}: FieldProps<'input'> & { match?: boolean | undefined }) {
  const [isShown, setIsShown] = useState(false)
  return (
    <Field label={label} hint={hint} error={error} success={success} className={fieldClass}>
      {(ids) => (
        <div className="relative">
          <input
            {...rest}
            {...ids}
            type={isShown ? 'text' : 'password'}
            data-match={match}
            // Attribute variants come after `border-edge` and `hover:` in the style sheet; plain classes may not.
            className={classNames(
              controlClass,
              // Passwords run left to right in every language, but the button is on the page's end side, so the padding
              // follows the page.
              'pr-12 rtl:pr-3 rtl:pl-12 data-[match=false]:border-bad data-[match=true]:border-good',
              className,
            )}
          />
          <button
            type="button"
            onClick={() => setIsShown(!isShown)}
            aria-label={isShown ? t`Hide password` : t`Show password`}
            className="absolute inset-y-0 end-0 flex w-11 items-center justify-center rounded-control text-muted hover:text-ink"
          >
            {isShown ? <EyeOff aria-hidden="true" size={18} /> : <Eye aria-hidden="true" size={18} />}
          </button>
        </div>
      )}
    </Field>
  )
}

export const otpLength = 6

/** The six digits of a one-time code, in one input so that pasting and autofill from a message work. */
export function OtpField({
  value,
  onValueChange,
  className,
  label,
  hint,
  error,
  success,
  fieldClass,
  ...rest
}: Omit<FieldProps<'input'>, 'value' | 'onChange'> & { value: string; onValueChange: (digits: string) => void }) {
  return (
    <Field label={label} hint={hint} error={error} success={success} className={fieldClass}>
      {(ids) => (
        <input
          {...rest}
          {...ids}
          value={value}
          onChange={(event) => onValueChange(toCode(event.target.value).slice(0, otpLength))}
          inputMode="numeric"
          autoComplete="one-time-code"
          pattern="[0-9]{6}"
          className={classNames(controlClass, 'tracking-[0.4em] tabular-nums', className)}
        />
      )}
    </Field>
  )
}

export function CheckboxField({ label, className, ...rest }: ComponentProps<'input'> & { label: string }) {
  const id = useId()
  return (
    <div className={classNames('flex items-start gap-2.5', className)}>
      <input {...rest} id={id} type="checkbox" className="mt-0.5 size-5 shrink-0 accent-marigold" />
      <label htmlFor={id} className="-my-2 py-2">
        {label}
      </label>
    </div>
  )
}

/** Browsers drop the line breaks of text pasted into one line, which joins “Raj⏎Simran”: they become blanks instead. */
function pasteAsLine(event: ClipboardEvent<HTMLInputElement>): void {
  const pasted = event.clipboardData.getData('text/plain')
  if (!/[\r\n\u2028\u2029]/.test(pasted)) return
  event.preventDefault()
  // The only way that keeps the browser's undo and fires an input event.
  document.execCommand('insertText', false, toPlainLine(pasted))
}

/** An input for names and words. */
export function LineInput(props: ComponentProps<'input'>) {
  return <input type="text" onPaste={pasteAsLine} {...props} />
}

type NumberFieldProps = {
  label: string
  hint?: ReactNode
  value: number
  error?: string | undefined
  isDisabled?: boolean
  /** The most digits after the decimal point. */
  decimals?: number
  onValue: (value: number) => void
}

/** A typed number: any digits, grouping and decimal separator. An empty or invalid field is NaN, which the server rejects at the field. The typed text stays until blur. */
export function NumberField({ label, hint, value, error, isDisabled, decimals = 2, onValue }: NumberFieldProps) {
  const [typed, setTyped] = useState<string>()
  return (
    <TextField
      label={label}
      hint={hint}
      inputMode={decimals === 0 ? 'numeric' : 'decimal'}
      autoComplete="off"
      value={typed ?? (Number.isFinite(value) ? String(value) : '')}
      error={error}
      disabled={isDisabled}
      onChange={({ target }) => {
        setTyped(target.value)
        onValue(toAmount(target.value, decimals) ?? Number.NaN)
      }}
      onBlur={() => {
        if (Number.isFinite(value)) setTyped(undefined)
      }}
    />
  )
}

/** The error of a form as a whole, announced as soon as it appears. */
export function FormError({ children }: { children: string | undefined }) {
  return (
    <div role="alert" className="empty:hidden">
      {children && <p className="rounded-control bg-bad-wash px-4 py-3 text-bad">{children}</p>}
    </div>
  )
}
