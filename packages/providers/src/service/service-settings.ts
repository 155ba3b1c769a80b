// The outside services of the store with their providers, one line for every provider's folder, and their settings, assembled from
// the fields of the providers: validation, secrets and the form of the admin area.

import assert from 'node:assert/strict'
import {
  type FieldDescription,
  type ProviderSettings,
  providerMode,
  type ServiceDescription,
  type ServiceSettings,
} from '@vitrine/contract/settings'
import { msg } from '@vitrine/language/texts'
import { z } from 'zod'
import { createSandboxMailer, type MailDeps, type Mailer } from '../mail/mail.ts'
import { smtp } from '../mail/smtp/smtp.ts'
import { measuring } from '../measuring/measuring.ts'
import type { PaymentDeps, PaymentGateway } from '../payment/payment.ts'
import { createSandboxGateway, razorpay } from '../payment/razorpay/razorpay.ts'
import type { Field, FieldTable, Provider, Service, ServiceChoice, SettingsOf } from '../provider/provider.ts'
import { google } from '../sign-in/google/google.ts'
import type { SignInDeps, SignInProvider } from '../sign-in/sign-in.ts'
import { exotel } from '../sms/exotel/exotel.ts'
import { httpGateway } from '../sms/http/http-gateway.ts'
import { msg91 } from '../sms/msg91/msg91.ts'
import { createSandboxMessenger, type SmsDeps, type TextMessenger } from '../sms/sms.ts'
import { twilio } from '../sms/twilio/twilio.ts'

const mail: Service<Mailer, MailDeps> = {
  title: msg('Email'),
  providers: [smtp],
  sandboxPlace: '/sandbox',
  sandbox: ({ outbox }) => createSandboxMailer(outbox),
}

const sms: Service<TextMessenger, SmsDeps> = {
  title: msg('Text messages'),
  note: msg(
    'Registration asks for a code by text message only while this is on. Where a message cannot be sent, the code by email is enough.',
  ),
  providers: [twilio, msg91, exotel, httpGateway],
  sandboxPlace: '/sandbox',
  sandbox: ({ outbox }) => createSandboxMessenger(outbox),
}

const payment: Service<PaymentGateway, PaymentDeps> = {
  title: msg('Payments'),
  note: msg(
    'Before you change to another account, switch payments off for five days: banks confirm late, and the store asks only the account that is entered here.',
  ),
  providers: [razorpay],
  sandboxPlace: 'sandbox',
  sandbox: ({ serverUrl, secret }) => createSandboxGateway(serverUrl, secret),
}

const signIn: Service<SignInProvider, SignInDeps> = {
  title: msg('Sign-in with Google'),
  providers: [google],
  sandboxPlace: 'sandbox',
  sandbox: ({ sandboxSignIn }) => sandboxSignIn,
}

/** In the order of the admin area. */
export const SERVICES = { mail, sms, payment, signIn } as const
export type ServiceName = keyof typeof SERVICES

type AnyProvider = Provider<unknown, never>
type AnyService = Service<unknown, never>

export const serviceList = Object.entries(SERVICES) as readonly (readonly [ServiceName, AnyService])[]

/** The provider that these settings select. */
export function selectProvider<Port, Deps>(
  service: Service<Port, Deps>,
  settings: ServiceSettings,
): Provider<Port, Deps> {
  return service.providers.find(({ id }) => id === settings.gateway) ?? service.providers[0]
}

/** The provider of a choice; undefined unless it is live. */
export function findProvider<Port, Deps>(
  { providers }: Service<Port, Deps>,
  choice: ServiceChoice,
): Provider<Port, Deps> | undefined {
  return choice.kind === 'live' ? providers.find(({ id }) => id === choice.provider) : undefined
}

/** The stored fields of all its providers. */
function storedFields({ providers }: AnyService): FieldTable {
  const fields: Record<string, Field> = {}
  for (const [name, field] of providers.flatMap((provider) => Object.entries(provider.fields))) {
    if (field.kind === 'variable') continue
    assert(!fields[name] || fields[name].schema === field.schema, `two providers check the field ${name} differently`)
    fields[name] = field
  }
  return fields
}

const toSchemaShape = (fields: FieldTable) =>
  Object.fromEntries(Object.entries(fields).map(([name, { schema }]) => [name, schema]))

/** The schema of a service's settings; the default is "not chosen yet". */
function createSettingsSchema(service: AnyService): z.ZodType<ServiceSettings> {
  const [first, ...others] = service.providers.map(({ id }) => id)
  return z
    .object({
      mode: providerMode.nullable().default(null),
      ...(others.length > 0 && { gateway: z.enum([first, ...others] as string[]).default(first as string) }),
      ...toSchemaShape(storedFields(service)),
    })
    .superRefine((value, context) => {
      const settings = value as ServiceSettings
      if (settings.mode !== 'live') return
      for (const [field, message] of findMissing(selectProvider(service, settings), settings))
        context.addIssue({ code: 'custom', path: [field], message, input: value })
    })
    .prefault({}) as unknown as z.ZodType<ServiceSettings>
}

/** What a live service lacks, by field. */
function findMissing({ fields, check }: AnyProvider, settings: ServiceSettings): [string, string][] {
  const missing = Object.entries(fields).flatMap(([name, { required }]): [string, string][] =>
    required !== undefined && !settings[name] ? [[name, required]] : [],
  )
  return [...missing, ...Object.entries(check?.(settings as SettingsOf<FieldTable>) ?? {})] as [string, string][]
}

/** The stored form. */
export const providerSettings = z.object({
  mail: createSettingsSchema(SERVICES.mail),
  sms: createSettingsSchema(SERVICES.sms),
  signIn: createSettingsSchema(SERVICES.signIn),
  payment: createSettingsSchema(SERVICES.payment),
  analytics: z.object(toSchemaShape(measuring.fields)).prefault({}),
}) as unknown as z.ZodType<ProviderSettings>

/** The default settings of all services. */
export const emptyProviderSettings = providerSettings.parse({})

const fieldsWhere = (service: AnyService, is: (field: Field) => boolean) =>
  Object.entries(storedFields(service)).flatMap(([name, field]) => (is(field) ? [name] : []))

/** Fields that are encrypted before they are stored. */
export const SECRET_FIELDS: readonly (readonly [ServiceName, string])[] = serviceList.flatMap(([name, service]) =>
  fieldsWhere(service, ({ kind }) => kind === 'secret').map((field) => [name, field] as const),
)

/** The fields that determine where the secrets of a service are sent. */
export const listDestinationFields = (name: ServiceName): readonly string[] => [
  'gateway',
  ...fieldsWhere(SERVICES[name], ({ isDestination }) => isDestination === true),
]

function describeFields(fields: FieldTable): FieldDescription[] {
  return Object.entries(fields).flatMap(([name, { kind, label, hint, maxLength, isNarrow, options = [] }]) =>
    label === undefined || kind === 'variable'
      ? []
      : [{ name, kind, label, hint: hint ?? null, maxLength: maxLength ?? null, isNarrow: isNarrow === true, options }],
  )
}

/** The forms, with English texts. */
export const SERVICE_DESCRIPTIONS: readonly ServiceDescription[] = [
  ...serviceList.map(([name, { title, note = null, providers }]) => ({
    ...{ name, title, note, test: name === 'signIn' ? ('sign-in' as const) : name },
    providers: providers.map(({ id, name, fields }) => ({ id, name, fields: describeFields(fields) })),
  })),
  {
    name: 'analytics',
    title: measuring.title,
    note: measuring.note,
    test: null,
    providers: [{ id: 'measuring', name: measuring.title, fields: describeFields(measuring.fields) }],
  },
]

/** The environment variables of outside services, in the order of the documentation. */
export const SERVICE_VARIABLES = [...serviceList.flatMap(([, { providers }]) => providers), measuring].flatMap(
  ({ fields }) => Object.values(fields as FieldTable).flatMap(({ variable }) => variable ?? []),
)
