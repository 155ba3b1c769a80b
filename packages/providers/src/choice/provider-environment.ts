// The environment variables of outside services. Server and worker share this, so that one environment means the same to both. A
// service that is set here cannot be changed in the admin area.

import type { TagIds } from '@vitrine/contract/settings'
import type { FixedField, Variables } from '../configuration/configuration.ts'
import { measuring, pickTags } from '../measuring/measuring.ts'
import {
  type Field,
  type FieldTable,
  OFF,
  type Provider,
  type ServiceChoice,
  type SettingsOf,
} from '../provider/provider.ts'
import { emptyProviderSettings, findProvider, type ServiceName, serviceList } from '../service/service-settings.ts'
import type { ProvidersOfEnvironment } from './provider-choice.ts'

/** The part of outside services that is known before reading the database. */
export interface ProviderEnvironment {
  readonly environment: ProvidersOfEnvironment
  readonly unchosen: 'off' | 'sandbox'
  /** Local URL of the server, which contains the payment sandbox. */
  readonly serverUrl: string
}

type VariableValues = Readonly<Record<string, string | undefined>>
type AnyProvider = Provider<unknown, never>

/** Reads the validated variables; adds a sentence to `problems` for each invalid one. */
export function readProviderEnvironment(variables: Variables, problems: string[]): ProviderEnvironment {
  const values = variables as unknown as VariableValues
  const chosen = serviceList.flatMap(([name, { providers }]) => {
    const choice = providers.map((provider) => readChoice(provider, values, problems)).find(Boolean)
    return choice ? [[name, choice]] : []
  })
  const only = serviceList.map(([name, { providers }]) => [
    name,
    readValues(
      providers.flatMap(({ fields }) => Object.entries(fields)).filter(([, { kind }]) => kind === 'variable'),
      values,
    ),
  ])
  return {
    environment: {
      ...(Object.fromEntries(chosen) as Partial<Record<ServiceName, ServiceChoice>>),
      tags: pickTags(readValues(Object.entries(measuring.fields), values)),
      only: Object.fromEntries(only) as NonNullable<ProvidersOfEnvironment['only']>,
    },
    // In production a sandbox must be chosen explicitly: otherwise a store would accept orders and send no emails.
    unchosen: variables.NODE_ENV === 'production' && variables.VITRINE_ALLOW_SANDBOX !== '1' ? 'off' : 'sandbox',
    serverUrl: localUrl(variables),
  }
}

/** The values of fields from their variables. */
function readValues(fields: readonly (readonly [string, Field])[], values: VariableValues): Record<string, string> {
  return Object.fromEntries(
    fields.flatMap(([name, { variable }]) => {
      const value = variable && values[variable.name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

function readChoice(provider: AnyProvider, values: VariableValues, problems: string[]): ServiceChoice | undefined {
  const { id, chosenBy, isRefusedInPart, fields } = provider
  if (chosenBy === undefined) return undefined
  const chosen = values[chosenBy]
  if (chosen === OFF) return { kind: 'off' }
  const needed = Object.values(fields).flatMap(({ required, variable }) =>
    required !== undefined && variable && variable.name !== chosenBy ? [variable.name] : [],
  )
  if (!chosen) {
    for (const name of needed)
      if (isRefusedInPart && values[name]) problems.push(`${chosenBy} must be set when ${name} is`)
    return undefined
  }
  for (const name of needed) if (!values[name]) problems.push(`${name} must be set when ${chosenBy} is`)
  const settings = { ...firstValues(fields), ...readValues(Object.entries(fields), values) }
  const more = provider.complete?.(settings) as SettingsOf<FieldTable> | undefined
  return { kind: 'live', provider: id, settings: { ...settings, ...more }, isTrusted: true }
}

const firstValues = (fields: FieldTable): SettingsOf<FieldTable> =>
  Object.fromEntries(Object.entries(fields).map(([name, { schema }]) => [name, schema.parse(undefined)]))

/** The server's local URL. A server that listens on all addresses also listens on loopback. */
function localUrl({ HOST: host, PORT: port }: Variables): string {
  const isEverywhere = host === '0.0.0.0' || host === '::'
  const name = isEverywhere ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host
  return `http://${name}:${port}`
}

/** The services that variables set, as settings without secrets. */
export function describeFixedProviders(environment: ProvidersOfEnvironment): FixedField[] {
  const fixed: FixedField[] = serviceList.flatMap(([field, service]) => {
    const choice = environment[field]
    if (!choice) return []
    const provider = findProvider(service, choice) ?? service.providers.find(({ chosenBy }) => chosenBy !== undefined)
    const none = emptyProviderSettings[field]
    const gateway = none.gateway !== undefined && choice.kind === 'live' && { gateway: choice.provider }
    const value = { ...none, ...gateway, mode: choice.kind, ...pickShownSettings(provider, choice) }
    return [{ section: 'providers' as const, field, value, variable: provider?.chosenBy ?? '' }]
  })
  const { tags } = environment
  if (Object.keys(tags).length === 0) return fixed
  const value: TagIds = { ...emptyProviderSettings.analytics, ...tags }
  return [...fixed, { section: 'providers', field: 'analytics', value, variable: 'VITRINE_ANALYTICS_ID and others' }]
}

function pickShownSettings(
  provider: AnyProvider | undefined,
  choice: ServiceChoice,
): Readonly<Record<string, unknown>> {
  if (choice.kind !== 'live' || !provider) return {}
  const shown = Object.entries(provider.fields).filter(([, { kind }]) => kind !== 'secret' && kind !== 'variable')
  return Object.fromEntries(shown.map(([name]) => [name, choice.settings[name]]))
}
