// A step that is a section of the settings, or a part of one.
import type { AdminSettings } from '@vitrine/contract/settings'
import type { SetupStep } from '@vitrine/contract/setup'
import { type SavedFormOf, useSavedForm } from '../admin/settings/use-saved-form.ts'
import { setupApi } from './setup-api.ts'
import type { StepProps } from './step-form.tsx'

/** `suggested`: what the form begins with in place of what is stored. */
export function useSectionStep<Section extends 'brand' | 'languages' | 'pricing'>(
  section: Section,
  step: SetupStep,
  { state, onState, reload }: Pick<StepProps, 'state' | 'onState' | 'reload'>,
  suggested: Partial<AdminSettings[Section]['value']> = {},
): SavedFormOf<AdminSettings[Section]['value']> {
  const { value, revision } = state.settings[section]
  const stored = value as AdminSettings[Section]['value']
  return useSavedForm({
    stored: { ...stored, ...suggested },
    // A step that was not changed is saved all the same: its owner has seen it.
    send: async (wanted) => onState(await setupApi.saveSection(section, step, wanted, revision)),
    reload,
  })
}
