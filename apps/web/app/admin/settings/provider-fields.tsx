// The keys of mail and payment in the settings.
import { t } from '@lingui/core/macro'
import { SelectField, TextField } from '../../ui/field.tsx'
import { NumberField } from '../../ui/number-field.tsx'
import type { ServiceFieldsProps } from './providers-form.tsx'
import { SecretField } from './secret-field.tsx'

export function MailFields({ value, onChange, problemOf, isFixed }: ServiceFieldsProps<'mail'>) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <TextField
        label={t`Mail server`}
        hint={t`Such as smtp.example.com`}
        value={value.host}
        maxLength={200}
        disabled={isFixed}
        error={problemOf('host')}
        onChange={({ target }) => onChange({ host: target.value.trim() })}
      />
      <div className="grid grid-cols-2 gap-5">
        <SelectField
          label={t`Encryption`}
          value={value.security}
          disabled={isFixed}
          onChange={({ target }) => {
            const security = target.value as typeof value.security
            onChange({ security, port: { tls: 465, starttls: 587, none: 25 }[security] })
          }}
        >
          <option value="tls">TLS</option>
          <option value="starttls">STARTTLS</option>
          <option value="none">{t`None`}</option>
        </SelectField>
        <NumberField
          label={t`Port`}
          value={value.port}
          error={problemOf('port')}
          isDisabled={isFixed}
          onValue={(port) => onChange({ port })}
        />
      </div>
      <TextField
        label={t`User`}
        value={value.user}
        maxLength={200}
        autoComplete="off"
        disabled={isFixed}
        error={problemOf('user')}
        onChange={({ target }) => onChange({ user: target.value.trim() })}
      />
      <SecretField
        label={t`Password`}
        value={value.password}
        error={problemOf('password')}
        isDisabled={isFixed}
        onValue={(password) => onChange({ password })}
      />
      <TextField
        label={t`Sender`}
        hint={t`Such as ${'Shop <hello@shop.example>'}`}
        value={value.from}
        maxLength={200}
        disabled={isFixed}
        error={problemOf('from')}
        onChange={({ target }) => onChange({ from: target.value })}
      />
    </div>
  )
}

type PaymentFieldsProps = ServiceFieldsProps<'payment'> & { webhookUrl: string }

export function PaymentFields({ value, onChange, problemOf, isFixed, webhookUrl }: PaymentFieldsProps) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <TextField
        label={t`Key id`}
        hint={t`From Razorpay, Account & Settings, API keys`}
        value={value.keyId}
        maxLength={60}
        autoComplete="off"
        disabled={isFixed}
        error={problemOf('keyId')}
        onChange={({ target }) => onChange({ keyId: target.value.trim() })}
      />
      <SecretField
        label={t`Key secret`}
        value={value.keySecret}
        error={problemOf('keySecret')}
        isDisabled={isFixed}
        onValue={(keySecret) => onChange({ keySecret })}
      />
      <SecretField
        label={t`Webhook secret`}
        hint={t`You choose it at Razorpay for the webhook ${webhookUrl}`}
        value={value.webhookSecret}
        error={problemOf('webhookSecret')}
        isDisabled={isFixed}
        onValue={(webhookSecret) => onChange({ webhookSecret })}
      />
    </div>
  )
}
