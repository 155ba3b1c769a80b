// The owner's changes of the shop's settings and pages, each with an audit event that has both states, so that it can be undone.
import { contentSubject } from '@vitrine/contract/content'
import type { SettingsSection } from '@vitrine/contract/settings'
import type { Tx } from '@vitrine/database/connection'
import { type BundledPages, changeContent, type WantedContent } from '../settings/content-page.ts'
import { changeLanguageTexts, type WantedTexts } from '../settings/language-text.ts'
import { changeSettings, type SettingsChange, type WantedSettings } from '../settings/settings.ts'
import { type Actor, onlyChanged, recordAuditEvent } from './audit-log.ts'

/** Replaces a section and records the fields that changed, if any did. Refuses invalid-input and settings-changed. */
export async function editSettings(
  tx: Tx,
  actor: Actor,
  section: SettingsSection,
  wanted: WantedSettings,
): Promise<void> {
  await record(tx, actor, section, await changeSettings(tx, section, wanted))
}

/** Replaces a text of a page, or removes a post or a translation, and records what changed. Refuses what `changeContent` refuses. */
export async function editContent(tx: Tx, actor: Actor, bundled: BundledPages, wanted: WantedContent): Promise<void> {
  for (const change of await changeContent(tx, bundled, wanted)) {
    await record(tx, actor, contentSubject(wanted.slug, change.language), change)
  }
}

/** Replaces or removes some of the owner's own texts of a language, and records them. */
export async function editLanguageTexts(tx: Tx, actor: Actor, wanted: WantedTexts): Promise<void> {
  await record(tx, actor, `texts/${wanted.language}`, await changeLanguageTexts(tx, wanted))
}

async function record(tx: Tx, actor: Actor, subjectId: string, change: SettingsChange | undefined): Promise<void> {
  if (!change) return
  const { before, after } = onlyChanged(change.before, change.after)
  await recordAuditEvent(tx, actor, { action: 'settings-changed', subjectKind: 'settings', subjectId, before, after })
}
