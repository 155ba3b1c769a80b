// The section `seller`: the seller, the contact address, and the grievance officer.
import { t } from '@lingui/core/macro'
import { FormText } from '../../ui/form/form-field.tsx'
import { FieldGroup, LinesField, SectionForm, type SectionFormProps } from './section-form.tsx'
import { useSection } from './use-section.ts'

export function SellerForm({ settings, onUnsaved }: SectionFormProps) {
  const form = useSection('seller', settings)
  return (
    <SectionForm form={form} onUnsaved={onUnsaved}>
      <div className="grid gap-10 lg:grid-cols-2">
        <FieldGroup title={t`Legal details`} note={t`On receipts, in the footer and on the contact page.`}>
          <FormText form={form} name="legalName" label={t`Legal name`} hint={t`Empty: the name of the store`} />
          <LinesField
            form={form}
            name="address"
            label={t`Address`}
            hint={t`Line by line, as on a letter`}
            maxLines={6}
          />
          <LinesField
            form={form}
            name="taxNumbers"
            label={t`Tax numbers`}
            hint={t`Such as GSTIN 27ABCDE1234F1Z5`}
            maxLines={4}
          />
          <FormText
            form={form}
            name="receiptPrefix"
            label={t`Receipt prefix`}
            hint={t`Up to 3 letters or digits: ABC gives ABC-2026-000001. Receipts already issued keep their numbers.`}
            maxLength={3}
            write={(typed) => typed.toUpperCase()}
          />
        </FieldGroup>
        <div className="flex flex-col gap-10">
          <FieldGroup title={t`Contact`}>
            <FormText
              form={form}
              name="email"
              label={t`Email for customers`}
              type="email"
              hint={t`Empty: support@ at the store’s address`}
            />
            <FormText form={form} name="phone" label={t`Phone`} type="tel" />
            <FormText
              form={form}
              name="hours"
              label={t`Hours`}
              hint={t`When somebody answers, such as Monday to Saturday, 10 to 6. On the contact page, below the phone number.`}
            />
            <LinesField
              form={form}
              name="socialLinks"
              label={t`Social profiles`}
              hint={t`Addresses such as https://instagram.com/store, linked in the footer`}
              maxLines={8}
            />
          </FieldGroup>
          <FieldGroup
            title={t`Grievance officer`}
            note={t`Stores that sell to consumers in India must name one (Consumer Protection (E-Commerce) Rules 2020). Shown on the contact page.`}
          >
            <FormText form={form} name="grievanceOfficer.name" label={t`Name`} />
            <FormText form={form} name="grievanceOfficer.email" label={t`Email`} type="email" />
            <FormText form={form} name="grievanceOfficer.phone" label={t`Phone number`} type="tel" />
          </FieldGroup>
        </div>
      </div>
    </SectionForm>
  )
}
