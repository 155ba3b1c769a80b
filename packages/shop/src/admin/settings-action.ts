// The owner's changes of the shop's settings, each with an audit event that has both states, so that it can be undone.
import type { SettingsSection } from '@vitrine/contract/settings'
import type { Tx } from '@vitrine/database/connection'
import { changeSettings, type WantedSettings } from '../settings/settings.ts'
import { type Actor, onlyChanged, recordAuditEvent } from './audit-log.ts'

/** Replaces a section and records the fields that changed, if any did. Refuses invalid-input and settings-changed. */
export async function editSettings(
  tx: Tx,
  actor: Actor,
  section: SettingsSection,
  wanted: WantedSettings,
): Promise<void> {
  const change = await changeSettings(tx, section, wanted)
  if (!change) return
  const { before, after } = onlyChanged(change.before, change.after)
  await recordAuditEvent(tx, actor, {
    action: 'settings-changed',
    subjectKind: 'settings',
    subjectId: section,
    before,
    after,
  })
}
