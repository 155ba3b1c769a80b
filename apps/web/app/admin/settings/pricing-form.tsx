// The section `pricing`: packs, the value of a credit, the exchange rate and gifts.
import { t } from '@lingui/core/macro'
import { NumberField } from '../../ui/number-field.tsx'
import { GiftFields } from './gift-fields.tsx'
import { PackList } from './pack-list.tsx'
import { FieldGroup, fixedHint, SectionForm, type SectionFormProps } from './section-form.tsx'
import { useSection } from './use-section.ts'

export function PricingForm({ settings, onUnsaved }: SectionFormProps) {
  const work = useSection('pricing', settings)
  const { value: pricing, change, problemOf, variableOf } = work
  const amounts = [
    [
      'paisePer1000Credits',
      t`Value of 1,000 credits`,
      t`In rupees: what prices in credits are shown to be worth. It follows the recommended pack, unless you set it.`,
      100,
    ],
    [
      'listPaisePer1000Credits',
      t`List price of 1,000 credits`,
      t`In rupees: what the savings of packs are counted from`,
      100,
    ],
    ['inrPerUsd', t`Rupees for a US dollar`, t`For the approximate prices that other countries see`, 1],
  ] as const
  return (
    <SectionForm work={work} onUnsaved={onUnsaved}>
      <FieldGroup
        title={t`Credit packs`}
        note={t`In this order. Orders that were opened before a change keep their price. A pack that is sold once per account suits a cheap first try.`}
      >
        <PackList work={work} />
      </FieldGroup>
      <FieldGroup title={t`Value of credits and gifts`}>
        <div className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
          {amounts.map(([field, label, hint, unit]) => (
            <NumberField
              key={field}
              label={label}
              hint={fixedHint(variableOf(field)) ?? hint}
              value={pricing[field] / unit}
              error={problemOf(field)}
              isDisabled={variableOf(field) !== undefined}
              onValue={(value) => change({ [field]: Math.round(value * unit * 100) / 100 })}
            />
          ))}
          <GiftFields work={work} variableOf={variableOf} />
        </div>
      </FieldGroup>
    </SectionForm>
  )
}
