// The fourth step: what is sold for money.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { GiftFields } from '../admin/settings/gift-fields.tsx'
import { PackList } from '../admin/settings/pack-list.tsx'
import { FieldGroup } from '../admin/settings/section-form.tsx'
import { StepForm, StepHeading, type StepProps } from './step-form.tsx'
import { useSectionStep } from './use-section-step.ts'

export function PackStep({ state, onState, reload, ...way }: StepProps) {
  const work = useSectionStep('pricing', 'packs', { state, onState, reload })
  return (
    <StepForm saving={work.state} save={work.save} {...way}>
      <StepHeading step={4} title={t`Which packs of credits do you sell?`}>
        <Trans>
          Customers pay for packs and spend credits on templates. These are a good start; a small pack that is sold once
          per account makes the first try cheap.
        </Trans>
      </StepHeading>
      <PackList work={work} />
      <FieldGroup
        title={t`Free credits`}
        note={t`Credits that people are given can be spent like bought ones. 0 gives none; you can change it at any time under Settings.`}
      >
        <div className="grid gap-5 sm:grid-cols-2">
          <GiftFields work={work} />
        </div>
      </FieldGroup>
    </StepForm>
  )
}
