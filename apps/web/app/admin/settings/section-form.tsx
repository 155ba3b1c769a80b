// A section of the settings in edit mode, and what the forms of all sections share: the save bar, and groups of fields.

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import type { AdminSettings, SettingsSection } from '@vitrine/contract/settings'
import { type ReactNode, useEffect } from 'react'
import type { FieldValues } from 'react-hook-form'
import { Link, useRevalidator } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Form, failureText } from '../../ui/form/form.tsx'
import { type FormHandle, useForm } from '../../ui/form/use-form.ts'
import { adminCall } from '../api/admin-api.ts'
import { adminKey } from '../api/admin-query.ts'

const settingsKey = adminKey('GET /api/admin/settings')

/** The key of the audit log. */
export const historyKey = ['admin', '/audit'] as const

export type SectionValue<Section extends SettingsSection> = AdminSettings[Section]['value']

/** Saves a section based on `revision`, and updates it everywhere on this page. Rejects with the API's error. */
export function useSaveSection(): (
  section: SettingsSection,
  value: Record<string, unknown>,
  revision: number,
) => Promise<AdminSettings> {
  const queries = useQueryClient()
  const { revalidate } = useRevalidator()
  return async (section, value, revision) => {
    const saved = await adminCall('PUT /api/admin/settings/:section', {
      params: { section },
      body: { value, revision },
    })
    queries.setQueryData(settingsKey, saved)
    void queries.invalidateQueries({ queryKey: historyKey })
    // Other pages show brand and storefront, too. Navigating before they are reloaded would show the old ones, so
    // reloading is part of saving.
    await revalidate()
    return saved
  }
}

/** The schema of a section, for its form. */
export const sectionSchema = (section: SettingsSection) => async () =>
  (await import('@vitrine/contract/settings')).settingsSections[section]

/** Edits a section of `settings`, the latest state from the server. */
export function useSection<Section extends SettingsSection>(
  section: Section,
  settings: AdminSettings,
): FormHandle<SectionValue<Section>> {
  const queries = useQueryClient()
  const save = useSaveSection()
  const { value, revision, fromEnvironment } = settings[section]
  return useForm<SectionValue<Section>>({
    values: value as SectionValue<Section>,
    send: async (typed) => (await save(section, typed, revision))[section].value as SectionValue<Section>,
    reload: () => queries.invalidateQueries({ queryKey: settingsKey }),
    schema: sectionSchema(section),
    fixedBy: fromEnvironment,
  })
}

export type SectionFormProps = {
  settings: AdminSettings
  onUnsaved: (isUnsaved: boolean) => void
}

type SectionFormFrameProps<Values extends FieldValues> = {
  form: FormHandle<Values>
  onUnsaved: (isUnsaved: boolean) => void
  children: ReactNode
}

/** A form with a save bar, which stays visible while there are unsaved changes. */
export function SectionForm<Values extends FieldValues>({ form, onUnsaved, children }: SectionFormFrameProps<Values>) {
  const { isChanged, state, save, discard, undo } = form
  useEffect(() => {
    onUnsaved(isChanged)
    return () => onUnsaved(false)
  }, [isChanged, onUnsaved])
  return (
    <Form form={form} onSubmit={() => isChanged && save()} className="flex flex-col gap-10">
      {children}
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
          {saveText(form)}
        </p>
        <div className="flex gap-2">
          {undo && (
            <Button variant="secondary" size="small" onClick={() => void undo()}>
              <Trans>Undo</Trans>
            </Button>
          )}
          {isChanged && (
            <Button variant="secondary" size="small" onClick={discard}>
              <Trans>Discard</Trans>
            </Button>
          )}
          <Button type="submit" size="small" disabled={!isChanged} isBusy={form.isBusy}>
            <Trans>Save changes</Trans>
          </Button>
        </div>
      </div>
    </Form>
  )
}

function saveText({ state, isChanged }: Pick<FormHandle<FieldValues>, 'state' | 'isChanged'>): string {
  if (state.status === 'saving') return t`Saving…`
  if (state.status === 'failed') return failureText(state)
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

/** The link from an item back to its list, inside a section of the settings. */
export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <p className="mb-6">
      <Link to={to} className="rounded-control text-plum underline underline-offset-4">
        {children}
      </Link>
    </p>
  )
}
