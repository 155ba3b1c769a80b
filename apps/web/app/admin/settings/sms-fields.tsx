// The gateway of text messages in the settings, and the text as it is registered for DLT.

import { t } from '@lingui/core/macro'
import { listFormat } from '../../language/format.ts'
import { classNames } from '../../ui/class-names.ts'
import { controlClass } from '../../ui/control-class.ts'
import { Field, SelectField, TextField } from '../../ui/field.tsx'
import type { Providers, ServiceFieldsProps } from './providers-form.tsx'
import { SecretField } from './secret-field.tsx'

const gateways = () =>
  [
    ['twilio', 'Twilio'],
    ['msg91', 'MSG91'],
    ['http', t`Another gateway, by HTTP`],
  ] as const

function tokenLabel(gateway: Sms['gateway']): string {
  return { twilio: t`Auth token`, msg91: t`Auth key`, http: t`Value of the header` }[gateway]
}

/** A word in braces, which the shop replaces in what it sends. */
const inBraces = (word: string) => `{${word}}`

type Sms = Providers['sms']
type TextName = 'url' | 'account' | 'from' | 'header' | 'entityId' | 'templateId'
type Text = { field: TextName; label: string; hint?: string }

/** The fields that each gateway needs. */
function textsOf({ gateway }: Sms): Text[] {
  if (gateway === 'twilio') {
    return [
      { field: 'account', label: t`Account SID` },
      { field: 'from', label: t`Sender`, hint: t`A number such as +15551112222, or a registered name` },
    ]
  }
  if (gateway === 'msg91') {
    const hint = t`MSG91’s own id; its variables are OTP, SHOP and MINUTES`
    return [{ field: 'templateId', label: t`Template id`, hint }]
  }
  const [digits, entity, template] = [inBraces('digits'), inBraces('entity'), inBraces('template')]
  return [
    { field: 'url', label: t`Address`, hint: t`Begins with https://; words such as ${digits} may stand in its query` },
    { field: 'header', label: t`Header`, hint: t`In which the gateway expects the key` },
    { field: 'entityId', label: t`DLT entity id`, hint: t`Sent as ${entity}` },
    { field: 'templateId', label: t`DLT template id`, hint: t`Sent as ${template}` },
  ]
}

export function SmsFields({ value, onChange, problemOf, isFixed }: ServiceFieldsProps<'sms'>) {
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField
          label={t`Gateway`}
          value={value.gateway}
          disabled={isFixed}
          onChange={({ target }) => onChange({ gateway: target.value as Sms['gateway'] })}
        >
          {gateways().map(([gateway, label]) => (
            <option key={gateway} value={gateway}>
              {label}
            </option>
          ))}
        </SelectField>
        {textsOf(value).map(({ field, label, hint }) => (
          <TextField
            key={field}
            label={label}
            hint={hint}
            value={value[field]}
            maxLength={500}
            autoComplete="off"
            disabled={isFixed}
            error={problemOf(field)}
            onChange={({ target }) => onChange({ [field]: target.value.trim() })}
          />
        ))}
        <SecretField
          label={tokenLabel(value.gateway)}
          value={value.token}
          error={problemOf('token')}
          isDisabled={isFixed}
          onValue={(token) => onChange({ token })}
        />
      </div>
      {value.gateway === 'http' && (
        <LongField
          label={t`What is sent`}
          hint={bodyHint()}
          value={value.body}
          maxLength={2000}
          error={problemOf('body')}
          isDisabled={isFixed}
          onValue={(body) => onChange({ body })}
        />
      )}
      {value.gateway !== 'msg91' && (
        <LongField
          label={t`Text of the message`}
          hint={messageHint()}
          value={value.text}
          maxLength={500}
          error={problemOf('text')}
          isDisabled={isFixed}
          onValue={(text) => onChange({ text })}
        />
      )}
    </>
  )
}

function bodyHint(): string {
  const example = 'number={digits}&text={text}'
  const words = ['to', 'digits', 'text', 'code', 'shop', 'minutes', 'entity', 'template'].map(inBraces).join(', ')
  return t`JSON, or a form such as ${example}; empty: a GET request. Words: ${words}`
}

function messageHint(): string {
  const words = listFormat().format(['code', 'shop', 'minutes', 'domain'].map(inBraces))
  return t`In India exactly as it is registered with DLT, with ${words} in place of the variables. Empty: the usual text`
}

type LongFieldProps = {
  label: string
  hint: string
  value: string
  maxLength: number
  error: string | undefined
  isDisabled: boolean
  onValue: (value: string) => void
}

function LongField({ label, hint, value, maxLength, error, isDisabled, onValue }: LongFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(ids) => (
        <textarea
          {...ids}
          value={value}
          maxLength={maxLength}
          rows={3}
          disabled={isDisabled}
          onChange={({ target }) => onValue(target.value)}
          className={classNames(controlClass, 'h-auto py-2.5')}
        />
      )}
    </Field>
  )
}
