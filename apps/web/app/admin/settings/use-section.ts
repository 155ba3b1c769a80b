// One section of the settings while it is edited.
import { useQueryClient } from '@tanstack/react-query'
import type { AdminSettings, SettingsSection } from '@vitrine/contract/settings'
import { useRevalidator } from 'react-router'
import { adminCall } from '../admin-api.ts'
import { adminKey } from '../admin-query.ts'
import { type SavedForm, useSavedForm } from './use-saved-form.ts'

export const settingsKey = adminKey('GET /api/admin/settings')

/** Of the audit log. */
export const historyKey = ['admin', '/audit'] as const

export type SectionValue<Section extends SettingsSection> = AdminSettings[Section]['value']

export type SectionWork<Section extends SettingsSection> = SavedForm & {
  value: SectionValue<Section>
  /** The environment variable that sets a field, if one does. */
  variableOf: (field: keyof SectionValue<Section> & string) => string | undefined
  /** What is wrong with a field, by its path such as `packs.1.credits`. */
  problemOf: (path: string) => string | undefined
  change: (changes: Partial<SectionValue<Section>>) => void
}

/** Saves a section made from `revision`, and shows it everywhere on this page. Rejects with the API's error. */
export function useSaveSection(): (
  section: SettingsSection,
  value: Record<string, unknown>,
  revision: number,
) => Promise<void> {
  const queries = useQueryClient()
  const { revalidate } = useRevalidator()
  return async (section, value, revision) => {
    const saved = await adminCall('PUT /api/admin/settings/:section', {
      params: { section },
      body: { value, revision },
    })
    queries.setQueryData(settingsKey, saved)
    void queries.invalidateQueries({ queryKey: historyKey })
    // Pages show brand and storefront, too. Who goes on before they have them keeps the old ones, so it is part of saving.
    await revalidate()
  }
}

/** Edits a section of `settings`, the latest state from the server. */
export function useSection<Section extends SettingsSection>(
  section: Section,
  settings: AdminSettings,
): SectionWork<Section> {
  const queries = useQueryClient()
  const save = useSaveSection()
  const { value, revision, fromEnvironment } = settings[section]
  const form = useSavedForm({
    stored: value as SectionValue<Section>,
    send: (wanted) => save(section, wanted, revision),
    reload: () => queries.invalidateQueries({ queryKey: settingsKey }),
  })
  return { ...form, variableOf: (field) => fromEnvironment[field] }
}
