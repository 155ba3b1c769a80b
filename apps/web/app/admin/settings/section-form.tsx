// What the forms of all sections share: the bar that saves, groups of fields, and fields that the environment sets.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { AdminSettings } from '@vitrine/contract/settings'
import { type ReactNode, useEffect } from 'react'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { TextField } from '../../ui/field.tsx'
import { PendingFilesContext, useSubmitAfterFiles } from './pending-files.ts'
import type { SavedForm } from './use-saved-form.ts'

export type SectionFormProps = {
  settings: AdminSettings
  onUnsaved: (isUnsaved: boolean) => void
}

type SectionFormFrameProps = {
  work: SavedForm
  onUnsaved: (isUnsaved: boolean) => void
  children: ReactNode
}

/** A form with the bar that says whether it is saved. The bar stays in sight while there is something to save. */
export function SectionForm({ work, onUnsaved, children }: SectionFormFrameProps) {
  const { isChanged, state, save, reset, undo } = work
  useEffect(() => {
    onUnsaved(isChanged)
    return () => onUnsaved(false)
  }, [isChanged, onUnsaved])
  const { files, isWaiting, submit } = useSubmitAfterFiles(save)
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (isChanged) submit()
      }}
      className="flex flex-col gap-10"
    >
      <PendingFilesContext value={files}>{children}</PendingFilesContext>
      <div
        className={classNames(
          'flex min-h-16 flex-wrap items-center justify-between gap-3 border-t border-line bg-paper py-3',
          isChanged && 'sticky bottom-0 z-10',
        )}
      >
        <p
          aria-live="polite"
          className={classNames('text-caption', state.status === 'failed' ? 'text-bad' : 'text-muted')}
        >
          {saveText(work)}
        </p>
        <div className="flex gap-2">
          {undo && (
            <Button variant="secondary" size="small" onClick={() => void undo()}>
              <Trans>Undo</Trans>
            </Button>
          )}
          {isChanged && (
            <Button variant="secondary" size="small" onClick={reset}>
              <Trans>Discard</Trans>
            </Button>
          )}
          <Button type="submit" size="small" disabled={!isChanged} isBusy={state.status === 'saving' || isWaiting}>
            <Trans>Save changes</Trans>
          </Button>
        </div>
      </div>
    </form>
  )
}

function saveText({ state, isChanged }: SavedForm): string {
  if (state.status === 'saving') return t`Saving…`
  if (state.status === 'failed') return state.message
  if (isChanged) return t`Not saved yet`
  return state.status === 'saved' ? t`Saved. It is in effect everywhere.` : ''
}

export function FieldGroup({ title, note, children }: { title: string; note?: ReactNode; children: ReactNode }) {
  return (
    <fieldset className="flex flex-col gap-5">
      <legend className={classNames('font-headline text-title', note ? 'mb-1' : 'mb-3')}>{title}</legend>
      {note && <p className="max-w-[60ch] text-caption text-muted">{note}</p>}
      {children}
    </fieldset>
  )
}

/** The hint of a field that an environment variable sets. */
export function fixedHint(variable: string | undefined): string | undefined {
  return variable && t`Set by the environment variable ${variable}`
}

type LinesFieldProps = {
  label: string
  hint: string
  lines: readonly string[]
  maxLines: number
  error: string | undefined
  variable: string | undefined
  onLines: (lines: string[]) => void
}

/** A text of several lines. Empty ones are left out when it is saved. */
export function LinesField({ label, hint, lines, maxLines, error, variable, onLines }: LinesFieldProps) {
  return (
    <div className="flex flex-col gap-2">
      {Array.from({ length: Math.min(lines.length + 1, maxLines) }, (_, index) => (
        <TextField
          key={index}
          label={index === 0 ? label : lineLabel(label, index + 1)}
          value={lines[index] ?? ''}
          maxLength={120}
          disabled={variable !== undefined}
          error={index === 0 ? error : undefined}
          hint={index === 0 ? (fixedHint(variable) ?? hint) : undefined}
          onChange={({ target }) => {
            const next = [...lines]
            next[index] = target.value
            onLines(next.filter((line, at) => line !== '' || at < next.length - 1))
          }}
        />
      ))}
    </div>
  )
}

const lineLabel = (label: string, line: number) => t`${label}, line ${line}`
