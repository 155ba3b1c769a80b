// A step that is a section of the settings, or a part of one.
import type { AdminSettings } from '@vitrine/contract/settings'
import type { SetupStep } from '@vitrine/contract/setup'
import { type SavedFormOf, useSavedForm } from '../admin/settings/use-saved-form.ts'
import { setupApi } from './setup-api.ts'
import type { StepProps } from './step-form.tsx'

export function useSectionStep<Section extends 'brand' | 'pricing'>(
  section: Section,
  step: SetupStep,
  { state, onState, reload }: Pick<StepProps, 'state' | 'onState' | 'reload'>,
): SavedFormOf<AdminSettings[Section]['value']> {
  const { value, revision } = state.settings[section]
  return useSavedForm({
    stored: value as AdminSettings[Section]['value'],
    // A step that was not changed is saved all the same: its owner has seen it.
    send: async (wanted) => onState(await setupApi.saveSection(section, step, wanted, revision)),
    reload,
  })
}
