// Selects the layers that a new field controls: all with the same content, or some of them.
import { Trans } from '@lingui/react/macro'
import type { TemplateDocument } from '@vitrine/composition/document'
import type { FieldRevision } from '@vitrine/contract/publishing'
import { useMemo } from 'react'
import { CheckboxField } from '../../ui/field.tsx'
import { type FieldDraft, listPlacesOf } from './field-draft.ts'

type FieldLayersProps = {
  /** Undefined for one that the version has already. */
  field: FieldRevision | undefined
  draft: FieldDraft
  /** The version as it is. */
  original: TemplateDocument
  onLayers: (layers: string[]) => void
}

export function FieldLayers({ field, draft, original, onLayers }: FieldLayersProps) {
  const places = useMemo(() => (field ? listPlacesOf(field, draft, original) : []), [field, draft, original])
  if (!field || places.length < 2) return null
  const layers = field.layers ?? []
  return (
    <fieldset>
      <legend className="mb-2 font-medium">
        <Trans>Where it holds</Trans>
      </legend>
      <div className="flex flex-wrap gap-x-6 gap-y-1">
        {places.map(({ layerId, name }) => {
          const isTaken = layers.includes(layerId)
          return (
            <CheckboxField
              key={layerId}
              label={name}
              checked={isTaken}
              // At least one: a field without a layer has no effect.
              disabled={isTaken && layers.length === 1}
              onChange={() => onLayers(isTaken ? layers.filter((layer) => layer !== layerId) : [...layers, layerId])}
            />
          )
        })}
      </div>
    </fieldset>
  )
}
