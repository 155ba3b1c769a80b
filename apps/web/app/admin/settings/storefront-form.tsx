// The section `storefront`: headline, announcement, and what the shop promises.
import { t } from '@lingui/core/macro'
import { TextField } from '../../ui/field.tsx'
import { NumberField } from '../../ui/number-field.tsx'
import { FieldGroup, SectionForm, type SectionFormProps } from './section-form.tsx'
import { useSection } from './use-section.ts'

export function StorefrontForm({ settings, onUnsaved }: SectionFormProps) {
  const work = useSection('storefront', settings)
  const { value: storefront, change, problemOf } = work
  const days = (field: 'answerDays' | 'refundDays' | 'refundPaidDays') => ({
    value: storefront[field],
    error: problemOf(field),
    onValue: (value: number) => change({ [field]: value }),
  })
  return (
    <SectionForm work={work} onUnsaved={onUnsaved}>
      <div className="grid gap-10 lg:grid-cols-2">
        <div className="flex flex-col gap-10">
          <FieldGroup
            title={t`Home page`}
            note={t`Headline, announcement and tagline are translated under Languages, at the top of each list.`}
          >
            <TextField
              label={t`Headline`}
              value={storefront.headline}
              maxLength={90}
              error={problemOf('headline')}
              onChange={({ target }) => change({ headline: target.value })}
            />
          </FieldGroup>
          <FieldGroup title={t`Announcement`} note={t`A bar above every page of the store, for an offer or a holiday.`}>
            <TextField
              label={t`Text`}
              hint={t`Empty: no bar`}
              value={storefront.announcement}
              maxLength={160}
              error={problemOf('announcement')}
              onChange={({ target }) => change({ announcement: target.value })}
            />
            <TextField
              label={t`Link`}
              hint={t`Such as /templates-list?section=Diwali; empty: none`}
              value={storefront.announcementLink}
              maxLength={300}
              error={problemOf('announcementLink')}
              onChange={({ target }) => change({ announcementLink: target.value.trim() })}
            />
          </FieldGroup>
        </div>
        <FieldGroup
          title={t`Promises`}
          note={t`Named on the pages about contact, refunds and questions, and beside every price.`}
        >
          <NumberField label={t`Messages are answered within (working days)`} {...days('answerDays')} />
          <NumberField label={t`A purchase can be returned within (days)`} {...days('refundDays')} />
          <NumberField label={t`A refund is paid within (working days)`} {...days('refundPaidDays')} />
        </FieldGroup>
      </div>
    </SectionForm>
  )
}
