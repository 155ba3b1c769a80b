// One section of the settings in edit mode.
import { useQueryClient } from '@tanstack/react-query'
import type { AdminSettings, SettingsSection } from '@vitrine/contract/settings'
import { useRevalidator } from 'react-router'
import { type FormOf, useForm } from '../../ui/form/use-form.ts'
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
): FormOf<SectionValue<Section>> {
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
