// The section `providers`: the external services of the store, each off, a sandbox or live, with a test of the saved
// settings. The server lists the services and their fields.

import type { ProviderMode, ServiceDescription } from '@vitrine/contract/provider-settings'
import type { AdminSettings } from '@vitrine/contract/settings'
import { serverText } from '../../language/server-text.ts'
import type { FormOf } from '../../ui/form/use-form.ts'
import { ProviderFields } from './provider-fields.tsx'
import { ProviderGroup } from './provider-group.tsx'
import { SectionForm, type SectionFormProps } from './section-form.tsx'
import { type SectionValue, useSection } from './use-section.ts'

export function ProvidersForm({ settings, onUnsaved }: SectionFormProps) {
  const form = useSection('providers', settings)
  return (
    <SectionForm form={form} onUnsaved={onUnsaved}>
      {settings.services.map((service) => (
        <ServiceGroup key={service.name} service={service} states={settings.providerStates} form={form} />
      ))}
    </SectionForm>
  )
}

type ServiceGroupProps = {
  service: ServiceDescription
  states: AdminSettings['providerStates']
  form: FormOf<SectionValue<'providers'>>
}

function ServiceGroup({ service: { name, title, note, test, providers }, states, form }: ServiceGroupProps) {
  const value: Readonly<Record<string, string | number | null>> = form.values[name]
  const onChange = (changes: typeof value) => form.change({ [name]: { ...value, ...changes } })
  const variable = form.findVariable(name)
  // A service without a test has no mode: its fields turn it on or off.
  const modeProps = test !== null && {
    test,
    state: states[test],
    mode: value.mode as ProviderMode | null,
    onMode: (mode: ProviderMode | null) => onChange({ mode }),
    isUnsaved: form.isChanged,
  }
  return (
    <ProviderGroup title={serverText(title)} note={note && serverText(note)} variable={variable} {...modeProps}>
      <ProviderFields
        providers={providers}
        value={value}
        onChange={onChange}
        findProblem={(field) => form.findError(`${name}.${field}`)}
        isFixed={variable !== undefined}
      />
    </ProviderGroup>
  )
}
