// The settings at an earlier time, reconstructed from the audit log, which has both states of every change.
import { type StoreSettings, settingsSection } from '@vitrine/contract/settings'
import { and, desc, eq, gt, inArray } from 'drizzle-orm'
import type { Reader } from '../prepared.ts'
import { parseSettings, readSettings } from '../settings/settings.ts'
import { auditEvents } from './tables.ts'

/**
 * The settings at a moment: the current ones with each later change undone, newest first. Outside services stay as they are now,
 * because the log does not hold their keys.
 */
export async function readSettingsAt(db: Reader, moment: Date): Promise<StoreSettings> {
  const { values } = await readSettings(db)
  const later = await db
    .select({ section: auditEvents.subjectId, before: auditEvents.before })
    .from(auditEvents)
    .where(
      and(
        eq(auditEvents.subjectKind, 'settings'),
        inArray(auditEvents.subjectId, settingsSection.exclude(['providers']).options),
        gt(auditEvents.happenedAt, moment),
      ),
    )
    .orderBy(desc(auditEvents.id))
  return parseSettings((section) => {
    const changes = later.filter((change) => change.section === section)
    return Object.assign({}, values[section], ...changes.map(({ before }) => before))
  }).values
}
