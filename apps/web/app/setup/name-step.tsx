// The first step: what the shop is called.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { BrandNameFields } from '../admin/settings/brand-fields.tsx'
import { StepForm, StepHeading, type StepProps } from './step-form.tsx'
import { useSectionStep } from './use-section-step.ts'

export function NameStep({ state, onState, reload, ...way }: StepProps) {
  const work = useSectionStep('brand', 'name', { state, onState, reload })
  return (
    <StepForm saving={work.state} save={work.save} {...way}>
      <StepHeading step={1} title={t`What is your shop called?`}>
        <Trans>
          Visitors read the name on every page, in emails and on receipts. Everything here can be changed later.
        </Trans>
      </StepHeading>
      <div className="flex max-w-[34rem] flex-col gap-5">
        <BrandNameFields work={work} settings={state.settings} />
      </div>
    </StepForm>
  )
}
