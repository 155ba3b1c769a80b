// One section of the settings while it is edited.
import { useQueryClient } from '@tanstack/react-query'
import type { AdminSettings, SettingsSection } from '@vitrine/contract/settings'
import { useRevalidator } from 'react-router'
import { adminApiPath, adminCall } from '../admin-api.ts'
import { type SavedForm, useSavedForm } from './use-saved-form.ts'

export const settingsKey = ['admin', '/settings', adminApiPath('/settings')] as const

/** Of the audit log. */
export const historyKey = ['admin', '/audit'] as const

export const settingsApi = {
  get: (signal?: AbortSignal) => adminCall<AdminSettings>('GET', adminApiPath('/settings'), { signal }),
  change: (section: SettingsSection, value: object, revision: number) =>
    adminCall<AdminSettings>('PUT', adminApiPath(`/settings/${section}`), { body: { value, revision } }),
}

export type SectionValue<Section extends SettingsSection> = AdminSettings[Section]['value']

export type SectionWork<Section extends SettingsSection> = SavedForm & {
  value: SectionValue<Section>
  /** The environment variable that sets a field, if one does. */
  variableOf: (field: keyof SectionValue<Section> & string) => string | undefined
  /** What is wrong with a field, by its path such as `packs.1.credits`. */
  problemOf: (path: string) => string | undefined
  change: (changes: Partial<SectionValue<Section>>) => void
}

/** Edits a section of `settings`, the latest state from the server. */
export function useSection<Section extends SettingsSection>(
  section: Section,
  settings: AdminSettings,
): SectionWork<Section> {
  const queries = useQueryClient()
  const { revalidate } = useRevalidator()
  const { value, revision, fromEnvironment } = settings[section]
  const form = useSavedForm({
    stored: value as SectionValue<Section>,
    async send(wanted) {
      queries.setQueryData(settingsKey, await settingsApi.change(section, wanted, revision))
      void queries.invalidateQueries({ queryKey: historyKey })
      // This page shows the brand too.
      void revalidate()
    },
    reload: () => queries.invalidateQueries({ queryKey: settingsKey }),
  })
  return { ...form, variableOf: (field) => fromEnvironment[field] }
}
