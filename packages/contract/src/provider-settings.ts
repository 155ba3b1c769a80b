// The owner's settings of outside services: which are on, and with which keys. Providers (`packages/providers`) define and
// validate a service's fields; the server describes them to the form. Secret fields hold an encrypted text once they are saved; a
// request may hold a new one in clear.
import { z } from 'zod'

export const providerMode = z.enum(['off', 'sandbox', 'live'])
export type ProviderMode = z.infer<typeof providerMode>

/** By the name of the field; `mode` is null until the owner chooses, and the installation decides. */
export type ServiceSettings = { readonly mode: ProviderMode | null } & Readonly<Record<string, string | number | null>>

const serviceSettings = z
  .object({ mode: providerMode.nullable().default(null) })
  .catchall(z.union([z.string(), z.number()]))
  .prefault({}) as unknown as z.ZodType<ServiceSettings>

/** The wire form. */
export const providerSettings = z.object({
  mail: serviceSettings,
  sms: serviceSettings,
  signIn: serviceSettings,
  payment: serviceSettings,
  analytics: z.record(z.string(), z.string()).default({}),
})
export type ProviderSettings = z.infer<typeof providerSettings>

/** How a service currently works, from whichever source. */
export const providerState = z.object({
  mode: providerMode,
  detail: z.string().describe('Where it is, without keys'),
  problem: z.string().nullable().describe('Why it is off although it should not be'),
})
export type ProviderState = z.infer<typeof providerState>

const fieldHint = z.object({
  text: z.string().describe('In English, with words in braces'),
  values: z
    .record(z.string(), z.union([z.string(), z.array(z.string())]))
    .describe(
      'What belongs into the braces; several as the language lists them. {publicUrl} stands for the store’s address',
    ),
})
export type FieldHint = z.infer<typeof fieldHint>

const fieldKind = z.enum(['word', 'text', 'long', 'secret', 'number', 'choice'])
export type FieldKind = z.infer<typeof fieldKind>

/** One field of a form; its texts are in English. */
export const fieldDescription = z.object({
  name: z.string(),
  kind: fieldKind.describe('word: one line without blanks around it; long: several lines'),
  label: z.string(),
  hint: fieldHint.nullable(),
  maxLength: z.int().nullable(),
  isNarrow: z.boolean().describe('Shares a line with the other narrow one beside it'),
  options: z.array(
    z.object({
      value: z.string(),
      label: z.string(),
      sets: z.record(z.string(), z.union([z.string(), z.number()])).describe('Fields that change with it'),
    }),
  ),
})
export type FieldDescription = z.infer<typeof fieldDescription>

/** The form of a service. */
export const serviceDescription = z.object({
  name: z.enum(['mail', 'sms', 'payment', 'signIn', 'analytics']),
  title: z.string(),
  note: z.string().nullable(),
  test: z
    .enum(['mail', 'sms', 'payment', 'sign-in'])
    .nullable()
    .describe('By which it is tested, and its state among `providerStates`; null: it has no mode'),
  providers: z
    .array(z.object({ id: z.string(), name: z.string(), fields: z.array(fieldDescription) }))
    .describe('Of several, `gateway` says which is chosen'),
})
export type ServiceDescription = z.infer<typeof serviceDescription>
