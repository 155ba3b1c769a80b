// The section `providers`: the services outside that the shop uses, each off, a sandbox or live, with a test of what is saved.

import { t } from '@lingui/core/macro'
import { TextField } from '../../ui/field.tsx'
import { useRootData } from '../../ui/root-data.ts'
import { MailFields, PaymentFields } from './provider-fields.tsx'
import { ProviderGroup } from './provider-group.tsx'
import { SectionForm, type SectionFormProps } from './section-form.tsx'
import { SmsFields } from './sms-fields.tsx'
import { type SectionValue, useSection } from './use-section.ts'

export type Providers = SectionValue<'providers'>

/** What the fields of one service need. */
export type ServiceFieldsProps<Service extends keyof Providers> = {
  value: Providers[Service]
  onChange: (changes: Partial<Providers[Service]>) => void
  /** What is wrong with a field of the service. */
  problemOf: (field: keyof Providers[Service] & string) => string | undefined
  isFixed: boolean
}

export function ProvidersForm({ settings, onUnsaved }: SectionFormProps) {
  const form = useSection('providers', settings)
  const { values: value, change, errorOf, variableOf, isChanged } = form
  const { publicUrl = '' } = useRootData() ?? {}
  const { providerStates: states } = settings
  const fieldsOf = <Service extends keyof Providers>(service: Service): ServiceFieldsProps<Service> => ({
    value: value[service],
    onChange: (changes) => change({ [service]: { ...value[service], ...changes } }),
    problemOf: (field) => errorOf(`${service}.${field}`),
    isFixed: variableOf(service) !== undefined,
  })
  const groupOf = <Service extends 'mail' | 'sms' | 'signIn' | 'payment'>(service: Service) => ({
    mode: value[service].mode,
    onMode: (mode: Providers[Service]['mode']) => change({ [service]: { ...value[service], mode } }),
    variable: variableOf(service),
    isUnsaved: isChanged,
  })
  return (
    <SectionForm form={form} onUnsaved={onUnsaved}>
      <ProviderGroup title={t`Email`} state={states.mail} test="mail" {...groupOf('mail')}>
        <MailFields {...fieldsOf('mail')} />
      </ProviderGroup>
      <ProviderGroup
        title={t`Text messages`}
        note={t`Registration asks for a code by text message only while this is on. Where a message cannot be sent, the code by email is enough.`}
        state={states.sms}
        test="sms"
        {...groupOf('sms')}
      >
        <SmsFields {...fieldsOf('sms')} />
      </ProviderGroup>
      <ProviderGroup
        title={t`Payments`}
        note={t`Before you change to another account, switch payments off for five days: banks confirm late, and the shop asks only the account that is entered here.`}
        state={states.payment}
        test="payment"
        {...groupOf('payment')}
      >
        <PaymentFields {...fieldsOf('payment')} webhookUrl={`${publicUrl}/api/webhooks/razorpay`} />
      </ProviderGroup>
      <ProviderGroup title={t`Sign-in with Google`} state={states['sign-in']} test="sign-in" {...groupOf('signIn')}>
        <TextField
          label={t`Client id`}
          hint={t`Of a web application in the Google Cloud console, with ${publicUrl} among its JavaScript origins`}
          value={value.signIn.clientId}
          maxLength={200}
          autoComplete="off"
          disabled={variableOf('signIn') !== undefined}
          error={errorOf('signIn.clientId')}
          onChange={({ target }) => fieldsOf('signIn').onChange({ clientId: target.value.trim() })}
        />
      </ProviderGroup>
      <AnalyticsFields {...fieldsOf('analytics')} variable={variableOf('analytics')} />
    </SectionForm>
  )
}

function analyticsFields() {
  const [analyticsId, tagManagerId] = ['G-ABC123', 'GTM-ABC123']
  return [
    ['analytics', 'Google Analytics 4', t`Such as ${analyticsId}`],
    ['tagManager', 'Google Tag Manager', t`Such as ${tagManagerId}`],
    ['pixel', 'Meta pixel', t`Digits`],
    ['heatmap', 'Hotjar', t`Digits`],
  ] as const
}

function AnalyticsFields({
  value,
  onChange,
  problemOf,
  isFixed,
  variable,
}: ServiceFieldsProps<'analytics'> & { variable: string | undefined }) {
  return (
    <ProviderGroup
      title={t`Measuring services`}
      note={t`Loaded only for visitors who agree. The shop’s own figures need none of them.`}
      variable={variable}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        {analyticsFields().map(([field, label, hint]) => (
          <TextField
            key={field}
            label={label}
            hint={hint}
            value={value[field]}
            maxLength={40}
            autoComplete="off"
            disabled={isFixed}
            error={problemOf(field)}
            onChange={({ target }) => onChange({ [field]: target.value.trim() })}
          />
        ))}
      </div>
    </ProviderGroup>
  )
}
