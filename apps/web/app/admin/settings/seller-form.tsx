// The section `seller`: who sells, where customers write to, and the grievance officer.
import { t } from '@lingui/core/macro'
import { TextField } from '../../ui/field.tsx'
import { FieldGroup, fixedHint, LinesField, SectionForm, type SectionFormProps } from './section-form.tsx'
import { useSection } from './use-section.ts'

export function SellerForm({ settings, onUnsaved }: SectionFormProps) {
  const work = useSection('seller', settings)
  const { value: seller, change, problemOf, variableOf } = work
  const officer = seller.grievanceOfficer
  const changeOfficer = (changes: Partial<typeof officer>) => change({ grievanceOfficer: { ...officer, ...changes } })
  const fixed = (field: 'legalName' | 'email') => ({
    disabled: variableOf(field) !== undefined,
    error: problemOf(field),
  })
  return (
    <SectionForm work={work} onUnsaved={onUnsaved}>
      <div className="grid gap-10 lg:grid-cols-2">
        <FieldGroup title={t`Legal details`} note={t`On receipts, in the footer and on the contact page.`}>
          <TextField
            label={t`Legal name`}
            hint={fixedHint(variableOf('legalName')) ?? t`Empty: the name of the shop`}
            value={seller.legalName}
            maxLength={120}
            {...fixed('legalName')}
            onChange={({ target }) => change({ legalName: target.value })}
          />
          <LinesField
            label={t`Address`}
            hint={t`Line by line, as on a letter`}
            lines={seller.address}
            maxLines={6}
            error={problemOf('address') ?? problemOf('address.0')}
            variable={variableOf('address')}
            onLines={(address) => change({ address })}
          />
          <LinesField
            label={t`Tax numbers`}
            hint={t`Such as GSTIN 27ABCDE1234F1Z5`}
            lines={seller.taxNumbers}
            maxLines={4}
            error={problemOf('taxNumbers') ?? problemOf('taxNumbers.0')}
            variable={variableOf('taxNumbers')}
            onLines={(taxNumbers) => change({ taxNumbers })}
          />
          <TextField
            label={t`Receipt prefix`}
            hint={t`Up to 3 letters or digits: ABC gives ABC-2026-000001. Receipts already issued keep their numbers.`}
            value={seller.receiptPrefix}
            maxLength={3}
            error={problemOf('receiptPrefix')}
            onChange={({ target }) => change({ receiptPrefix: target.value.toUpperCase() })}
          />
        </FieldGroup>
        <div className="flex flex-col gap-10">
          <FieldGroup title={t`Contact`}>
            <TextField
              label={t`Email for customers`}
              type="email"
              hint={fixedHint(variableOf('email')) ?? t`Empty: support@ at the shop’s address`}
              value={seller.email}
              maxLength={120}
              {...fixed('email')}
              onChange={({ target }) => change({ email: target.value.trim() })}
            />
            <TextField
              label={t`Phone`}
              type="tel"
              value={seller.phone}
              maxLength={30}
              error={problemOf('phone')}
              onChange={({ target }) => change({ phone: target.value })}
            />
            <LinesField
              label={t`Social profiles`}
              hint={t`Addresses such as https://instagram.com/shop, linked in the footer`}
              lines={seller.socialLinks}
              maxLines={8}
              error={[0, 1, 2, 3, 4, 5, 6, 7].map((at) => problemOf(`socialLinks.${at}`)).find(Boolean)}
              variable={variableOf('socialLinks')}
              onLines={(socialLinks) => change({ socialLinks })}
            />
          </FieldGroup>
          <FieldGroup
            title={t`Grievance officer`}
            note={t`Shops that sell to consumers in India must name one (Consumer Protection (E-Commerce) Rules 2020). Shown on the contact page.`}
          >
            <TextField
              label={t`Name`}
              value={officer.name}
              maxLength={80}
              error={problemOf('grievanceOfficer.name')}
              onChange={({ target }) => changeOfficer({ name: target.value })}
            />
            <TextField
              label={t`Email`}
              type="email"
              value={officer.email}
              maxLength={120}
              error={problemOf('grievanceOfficer.email')}
              onChange={({ target }) => changeOfficer({ email: target.value.trim() })}
            />
            <TextField
              label={t`Phone number`}
              type="tel"
              value={officer.phone}
              maxLength={30}
              error={problemOf('grievanceOfficer.phone')}
              onChange={({ target }) => changeOfficer({ phone: target.value })}
            />
          </FieldGroup>
        </div>
      </div>
    </SectionForm>
  )
}
