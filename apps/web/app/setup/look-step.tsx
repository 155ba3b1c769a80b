// The second step: what the shop looks like, with a preview in both themes.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { BrandLookFields, BrandPreviews } from '../admin/settings/brand-fields.tsx'
import { StepForm, StepHeading, type StepProps } from './step-form.tsx'
import { useSectionStep } from './use-section-step.ts'

export function LookStep({ state, onState, reload, ...way }: StepProps) {
  const work = useSectionStep('brand', 'look', { state, onState, reload })
  return (
    <StepForm saving={work.state} save={work.save} {...way}>
      <StepHeading step={2} title={t`What does it look like?`}>
        <Trans>Two colours and the shape of corners and letters. Text stays readable whatever you choose.</Trans>
      </StepHeading>
      <div className="grid gap-10 lg:grid-cols-[minmax(0,1fr)_minmax(0,22rem)]">
        <div>
          <BrandLookFields work={work} settings={state.settings} />
        </div>
        <BrandPreviews brand={work.value} />
      </div>
    </StepForm>
  )
}
