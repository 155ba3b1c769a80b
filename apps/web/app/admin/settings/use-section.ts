// One section of the settings while it is edited: what was typed, what is wrong with it, saving it and taking the last change back.
import { useQueryClient } from '@tanstack/react-query'
import type { AdminSettings, LogoResponse, SettingsSection } from '@vitrine/contract/settings'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { ApiResponseError } from '../../api/api.ts'
import { errorText } from '../../store/error-text.ts'
import { adminApiPath, adminCall } from '../admin-api.ts'

export const settingsKey = ['admin', '/settings', adminApiPath('/settings')] as const

/** Of the audit log. */
export const historyKey = ['admin', '/audit'] as const

export const settingsApi = {
  get: (signal?: AbortSignal) => adminCall<AdminSettings>('GET', adminApiPath('/settings'), { signal }),
  change: (section: SettingsSection, value: object, revision: number) =>
    adminCall<AdminSettings>('PUT', adminApiPath(`/settings/${section}`), { body: { value, revision } }),
  publishLogo: (assetId: string) =>
    adminCall<LogoResponse>('POST', adminApiPath('/settings/logo'), { body: { assetId } }),
}

export type SectionValue<Section extends SettingsSection> = AdminSettings[Section]['value']

export type SectionState = { status: 'idle' | 'saving' | 'saved' } | { status: 'failed'; message: string }

export type SectionWork<Section extends SettingsSection> = {
  value: SectionValue<Section>
  /** The environment variable that sets a field, if one does. */
  variableOf: (field: keyof SectionValue<Section> & string) => string | undefined
  /** What is wrong with a field, by its path such as `packs.1.credits`. */
  problemOf: (path: string) => string | undefined
  isChanged: boolean
  state: SectionState
  change: (changes: Partial<SectionValue<Section>>) => void
  save: () => Promise<void>
  /** Takes back what was typed since the last save. */
  reset: () => void
  /** Saves the section as it was before the last save; undefined when nothing was saved here. */
  undo: (() => Promise<void>) | undefined
}

const otherChanged =
  'Somebody else changed these settings in the meantime. Their changes are shown and yours are kept: please check, and save again.'

/** Edits a section of `settings`, the latest state from the server. */
export function useSection<Section extends SettingsSection>(
  section: Section,
  settings: AdminSettings,
): SectionWork<Section> {
  type Value = SectionValue<Section>
  const queries = useQueryClient()
  const { revalidate } = useRevalidator()
  const { value: stored, revision, fromEnvironment } = settings[section]
  const [changes, setChanges] = useState<Partial<Value>>({})
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const [state, setState] = useState<SectionState>({ status: 'idle' })
  const [before, setBefore] = useState<Value>()
  const value = { ...stored, ...changes } as Value
  const isChanged = JSON.stringify(value) !== JSON.stringify(stored)

  const send = async (wanted: Value) => {
    setState({ status: 'saving' })
    setProblems({})
    try {
      queries.setQueryData(settingsKey, await settingsApi.change(section, wanted, revision))
      void queries.invalidateQueries({ queryKey: historyKey })
      // This page shows the brand too.
      void revalidate()
      setChanges({})
      setBefore(stored as Value)
      setState({ status: 'saved' })
    } catch (error) {
      const found = problemsOf(error)
      setProblems(found)
      if (error instanceof ApiResponseError && error.code === 'settings-changed') {
        await queries.invalidateQueries({ queryKey: settingsKey })
        return setState({ status: 'failed', message: otherChanged })
      }
      const message =
        Object.keys(found).length > 0
          ? 'Please check the fields marked below.'
          : errorText(error, 'The settings could not be saved.')
      setState({ status: 'failed', message })
    }
  }
  return {
    value,
    variableOf: (field) => fromEnvironment[field],
    problemOf: (path) => problems[path],
    isChanged,
    state,
    change(more) {
      setChanges({ ...changes, ...more })
      if (state.status !== 'saving') setState({ status: 'idle' })
    },
    save: () => send(value),
    reset() {
      setChanges({})
      setProblems({})
      setState({ status: 'idle' })
    },
    undo: before && state.status === 'saved' && !isChanged ? () => send(before) : undefined,
  }
}

function problemsOf(error: unknown): Record<string, string> {
  if (!(error instanceof ApiResponseError) || error.code !== 'invalid-input') return {}
  const { issues } = error.details as { issues?: readonly { path: string; message: string }[] }
  return Object.fromEntries((issues ?? []).map(({ path, message }) => [path, message]))
}
