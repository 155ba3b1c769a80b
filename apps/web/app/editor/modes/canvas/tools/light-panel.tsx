// The adjustments of a photo: filters, and a slider for each value.

import { Trans } from '@lingui/react/macro'
import type { Field } from '@vitrine/document/field'
import { isSameJson } from '@vitrine/document/same-json'
import { useId, useSyncExternalStore } from 'react'
import { i18n } from '../../../../language/i18n.ts'
import { PlainButton } from '../../../../ui/button.tsx'
import { Chip } from '../../../../ui/chip.tsx'
import {
  canLight,
  createLightEdits,
  daylight,
  filters,
  type Light,
  lightOfField,
  lightParts,
} from '../../../fields/light.ts'
import { useEditor } from '../../../model/editor-context.tsx'
import { applyCommand } from '../../../project/command.ts'
import type { Property } from '../properties/property.ts'
import { PropertyRows } from '../properties/property-sections.tsx'
import { useDrag } from '../properties/use-drag.ts'

const rows = lightParts.map(
  ({ part, ...row }): Property<Light, undefined, Light> => ({
    control: 'slider',
    ...row,
    read: (light) => light[part],
    write: (light, value) => ({ ...light, [part]: value }),
  }),
)

export function LightPanel({ field }: { field: Field }) {
  const { document, store } = useEditor()
  const drags = useDrag(store)
  const id = useId()
  const getDifference = () => store.getContent().difference
  const difference = useSyncExternalStore(store.subscribe, getDifference, getDifference)
  if (field.type !== 'media' || !canLight(document, field.id)) return null
  const light = lightOfField(document, difference, field.id)
  const put = (next: Light, group?: string) => {
    const edits = createLightEdits(document, field.id, next)
    const result = applyCommand(document, store.getContent(), { type: 'editLayers', edits })
    if ('content' in result) store.edit(result.content, { fieldId: field.id, ...(group !== undefined && { group }) })
  }
  const filter = filters.find((filter) => isSameJson(filter.light, light))
  return (
    <section aria-labelledby={`${id}-title`} className="flex flex-col gap-3">
      <div className="flex items-center justify-between">
        <h2 id={`${id}-title`} className="text-caption font-medium">
          <Trans>Filter</Trans>
        </h2>
        {!isSameJson(light, daylight) && (
          <PlainButton
            onClick={() => put(daylight)}
            className="-my-3 h-11 rounded-control px-2 text-caption text-muted underline hover:text-ink"
          >
            <Trans>Reset adjustments</Trans>
          </PlainButton>
        )}
      </div>
      <div role="radiogroup" aria-labelledby={`${id}-title`} className="flex flex-wrap gap-2">
        {filters.map((one) => (
          <Chip
            key={one.name.id}
            name={`${id}-filter`}
            value={one.name.id}
            checked={one === filter}
            onChange={() => put(one.light)}
            className="h-11 px-3.5 text-caption"
          >
            {i18n._(one.name)}
          </Chip>
        ))}
      </div>
      <details className="rounded-card border border-line px-3 open:pb-2">
        <summary className="flex h-11 cursor-pointer items-center text-caption font-medium">
          <Trans>Adjust</Trans>
        </summary>
        <PropertyRows
          rows={rows}
          items={[light]}
          context={undefined}
          editing={{ ...drags, put: (_, [next], group) => next && put(next, group) }}
        />
      </details>
    </section>
  )
}
