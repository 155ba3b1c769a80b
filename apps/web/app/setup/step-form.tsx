// The form of a step: its fields, what is wrong with it, and the way back and on.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { SetupState } from '@vitrine/contract/setup'
import { type ReactNode, useEffect, useRef } from 'react'
import { PendingFilesContext, useSubmitAfterFiles } from '../admin/settings/pending-files.ts'
import type { SaveState } from '../admin/settings/use-saved-form.ts'
import { Button } from '../ui/button.tsx'

export type StepProps = {
  state: SetupState
  onState: (state: SetupState) => void
  /** Loads the state again, after somebody else has changed it. */
  reload: () => Promise<unknown>
  onBack: (() => void) | undefined
  onNext: () => unknown
}

/** The id of a step's title. */
export const headingOf = (step: number) => `setup-step-${step + 1}`

/** The title of a step, which takes the focus when the step is opened. */
export function StepHeading({ step, title, children }: { step: number; title: string; children: ReactNode }) {
  return (
    <div className="mb-8">
      <p className="text-caption text-muted">
        <Trans>Step {step} of 5</Trans>
      </p>
      <h1 id={headingOf(step - 1)} tabIndex={-1} className="font-headline text-headline outline-none">
        {title}
      </h1>
      <p className="mt-2 max-w-[60ch] text-muted">{children}</p>
    </div>
  )
}

type StepFormProps = {
  saving: SaveState
  /** Saves the step. Resolves with whether it is saved. */
  save: () => Promise<boolean>
  onBack: (() => void) | undefined
  onNext: () => unknown
  nextLabel?: string
  children: ReactNode
}

export function StepForm({ saving, save, onBack, onNext, nextLabel, children }: StepFormProps) {
  const isSaving = saving.status === 'saving'
  const form = useRef<HTMLFormElement>(null)
  const { files, isWaiting, submit } = useSubmitAfterFiles(async () => {
    if (await save()) return onNext()
  })
  // The first field that the server has marked.
  useEffect(() => {
    if (saving.status === 'failed') form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [saving])
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!isSaving) submit()
      }}
      className="flex flex-col gap-8"
    >
      <PendingFilesContext value={files}>{children}</PendingFilesContext>
      <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-5">
        <p aria-live="polite" className="min-w-0 basis-full text-caption text-bad empty:hidden">
          {saving.status === 'failed' ? saving.message : ''}
        </p>
        {onBack ? (
          <Button variant="secondary" onClick={onBack}>
            <Trans>Back</Trans>
          </Button>
        ) : (
          <span />
        )}
        <Button type="submit" isBusy={isSaving || isWaiting}>
          {isWaiting ? t`Uploading…` : isSaving ? t`Saving…` : (nextLabel ?? t`Continue`)}
        </Button>
      </div>
    </form>
  )
}
