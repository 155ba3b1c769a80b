// The section `providers`: the services outside that the shop uses, each off, a sandbox or live, with a test of what is saved.
// Which there are, and what each asks, the server says.

import type { ProviderMode, ServiceDescription } from '@vitrine/contract/provider-settings'
import type { AdminSettings } from '@vitrine/contract/settings'
import { serverText } from '../../language/server-text.ts'
import { ProviderFields } from './provider-fields.tsx'
import { ProviderGroup } from './provider-group.tsx'
import { SectionForm, type SectionFormProps } from './section-form.tsx'
import { type SectionWork, useSection } from './use-section.ts'

export function ProvidersForm({ settings, onUnsaved }: SectionFormProps) {
  const work = useSection('providers', settings)
  return (
    <SectionForm work={work} onUnsaved={onUnsaved}>
      {settings.services.map((service) => (
        <ServiceGroup key={service.name} service={service} states={settings.providerStates} work={work} />
      ))}
    </SectionForm>
  )
}

type ServiceGroupProps = {
  service: ServiceDescription
  states: AdminSettings['providerStates']
  work: SectionWork<'providers'>
}

function ServiceGroup({ service: { name, title, note, test, providers }, states, work }: ServiceGroupProps) {
  const value: Readonly<Record<string, string | number | null>> = work.value[name]
  const onChange = (changes: typeof value) => work.change({ [name]: { ...value, ...changes } })
  const variable = work.variableOf(name)
  // What has no test has no mode: it is on or off by its fields.
  const modeProps = test !== null && {
    test,
    state: states[test],
    mode: value.mode as ProviderMode | null,
    onMode: (mode: ProviderMode | null) => onChange({ mode }),
    isUnsaved: work.isChanged,
  }
  return (
    <ProviderGroup title={serverText(title)} note={note && serverText(note)} variable={variable} {...modeProps}>
      <ProviderFields
        providers={providers}
        value={value}
        onChange={onChange}
        problemOf={(field) => work.problemOf(`${name}.${field}`)}
        isFixed={variable !== undefined}
      />
    </ProviderGroup>
  )
}
