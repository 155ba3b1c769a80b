// The section `storefront`: headline, announcement, and promises.
import { t } from '@lingui/core/macro'
import { FormNumber, FormText } from '../../ui/form/form-field.tsx'
import { FieldGroup, SectionForm, type SectionFormProps } from './section-form.tsx'
import { useSection } from './use-section.ts'

export function StorefrontForm({ settings, onUnsaved }: SectionFormProps) {
  const form = useSection('storefront', settings)
  return (
    <SectionForm form={form} onUnsaved={onUnsaved}>
      <div className="grid gap-10 lg:grid-cols-2">
        <div className="flex flex-col gap-10">
          <FieldGroup
            title={t`Home page`}
            note={t`Headline, announcement and tagline are translated under Languages, at the top of each list.`}
          >
            <FormText form={form} name="headline" label={t`Headline`} />
          </FieldGroup>
          <FieldGroup title={t`Announcement`} note={t`A bar above every page of the store, for an offer or a holiday.`}>
            <FormText form={form} name="announcement" label={t`Text`} hint={t`Empty: no bar`} />
            <FormText
              form={form}
              name="announcementLink"
              label={t`Link`}
              hint={t`Such as /templates-list?section=Diwali; empty: none`}
            />
          </FieldGroup>
        </div>
        <FieldGroup
          title={t`Promises`}
          note={t`Named on the pages about contact, refunds and questions, and beside every price.`}
        >
          <FormNumber form={form} name="answerDays" label={t`Messages are answered within (working days)`} />
          <FormNumber form={form} name="refundDays" label={t`A purchase can be returned within (days)`} />
          <FormNumber form={form} name="refundPaidDays" label={t`A refund is paid within (working days)`} />
        </FieldGroup>
      </div>
    </SectionForm>
  )
}
