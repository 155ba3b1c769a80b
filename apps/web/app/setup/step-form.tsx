// The form of a step: its fields, their problems, and the buttons back and on.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { SetupState, SetupStep } from '@vitrine/contract/routes/setup'
import type { ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import { type SectionValue, sectionSchema } from '../admin/settings/section-form.tsx'
import { Button } from '../ui/button.tsx'
import { Form, failureText } from '../ui/form/form.tsx'
import { type FormHandle, useForm } from '../ui/form/use-form.ts'
import { setupApi } from './setup-api.ts'

export type StepProps = {
  state: SetupState
  onState: (state: SetupState) => void
  /** Loads the state again, after it was changed elsewhere. */
  reload: () => Promise<unknown>
  onBack: (() => void) | undefined
  onNext: () => unknown
}

/** The id of a step's title. */
export const toHeadingId = (step: number) => `setup-step-${step + 1}`

/** The title of a step, which is focused when the step opens. */
export function StepHeading({ step, title, children }: { step: number; title: string; children: ReactNode }) {
  return (
    <div className="mb-8">
      <p className="text-caption text-muted">
        <Trans>Step {step} of 5</Trans>
      </p>
      <h1 id={toHeadingId(step - 1)} tabIndex={-1} className="font-headline text-headline outline-none">
        {title}
      </h1>
      <p className="mt-2 max-w-[60ch] text-muted">{children}</p>
    </div>
  )
}

/**
 * A step that edits a section of the settings, or a part of one. `suggested`: initial values that replace the stored
 * ones.
 */
export function useSectionStep<Section extends 'brand' | 'languages' | 'pricing'>(
  section: Section,
  step: SetupStep,
  { state, onState, reload }: Pick<StepProps, 'state' | 'onState' | 'reload'>,
  suggested: Partial<SectionValue<Section>> = {},
): FormHandle<SectionValue<Section>> {
  const { value, revision } = state.settings[section]
  return useForm<SectionValue<Section>>({
    values: { ...(value as SectionValue<Section>), ...suggested },
    // An unchanged step is saved too, because its owner has confirmed it.
    async send(typed) {
      const next = await setupApi.saveSection(section, step, typed, revision)
      onState(next)
      return next.settings[section].value as SectionValue<Section>
    },
    reload,
    schema: sectionSchema(section),
  })
}

type StepFormProps<Values extends FieldValues> = {
  form: FormHandle<Values>
  onBack: (() => void) | undefined
  onNext: () => unknown
  nextLabel?: string
  children: ReactNode
}

export function StepForm<Values extends FieldValues>(props: StepFormProps<Values>) {
  const { form, onBack, onNext, nextLabel, children } = props
  const { state, save, isBusy } = form
  const waiting = { uploading: t`Uploading…`, saving: t`Saving…` }
  return (
    <Form form={form} onSubmit={async () => (await save()) && onNext()} className="flex flex-col gap-8">
      {children}
      <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-5">
        <p aria-live="polite" className="min-w-0 basis-full text-caption text-bad empty:hidden">
          {state.status === 'failed' ? failureText(state) : ''}
        </p>
        {onBack ? (
          <Button variant="secondary" onClick={onBack}>
            <Trans>Back</Trans>
          </Button>
        ) : (
          <span />
        )}
        <Button type="submit" isBusy={isBusy}>
          {waiting[state.status as keyof typeof waiting] ?? nextLabel ?? t`Continue`}
        </Button>
      </div>
    </Form>
  )
}
