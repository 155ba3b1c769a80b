// The section `brand` as a form, with a preview in both themes.
import { t } from '@lingui/core/macro'
import { BrandLookFields, BrandNameFields, BrandPictureFields, BrandPreviews } from './brand-fields.tsx'
import { FieldGroup, SectionForm, type SectionFormProps } from './section-form.tsx'
import { useSection } from './use-section.ts'

export function BrandForm({ settings, onUnsaved }: SectionFormProps) {
  const work = useSection('brand', settings)
  const fields = { work, settings }
  return (
    <SectionForm work={work} onUnsaved={onUnsaved}>
      <div className="grid gap-10 lg:grid-cols-[minmax(0,1fr)_minmax(0,24rem)]">
        <div className="flex flex-col gap-10">
          <FieldGroup title={t`Name and logo`}>
            <BrandNameFields {...fields} />
          </FieldGroup>
          <FieldGroup title={t`Icon and links`}>
            <BrandPictureFields {...fields} />
          </FieldGroup>
          <FieldGroup title={t`Look`}>
            <BrandLookFields {...fields} />
          </FieldGroup>
        </div>
        <BrandPreviews brand={work.value} />
      </div>
    </SectionForm>
  )
}
