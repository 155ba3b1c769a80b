// The owner's changes of settings and pages. Each audit event has both states, so that the change can be undone and the settings
// of an earlier time can be read.

import { ApiError } from '@vitrine/contract/api-error'
import { type ContentText, contentSubject } from '@vitrine/contract/content'
import { brandSettings, type SettingsSection, type StoreSettings, settingsSection } from '@vitrine/contract/settings'
import type { Tx } from '@vitrine/database/connection'
import { msg } from '@vitrine/language/texts'
import { and, desc, eq, gt, inArray } from 'drizzle-orm'
import { getCatalogueRows } from '../catalogue/catalogue.ts'
import { findPublicFiles } from '../media/media.ts'
import type { Reader } from '../prepared.ts'
import { type BundledPages, type ContentUpdate, changeContent } from '../settings/content-page.ts'
import {
  changeLanguageTexts,
  changeSettings,
  parseSettings,
  readSettings,
  type SettingsChange,
  type SettingsUpdate,
  type TextsUpdate,
} from '../settings/settings.ts'
import { type Actor, onlyChanged, recordAuditEvent, withoutKeys } from './audit-log.ts'
import { auditEvents } from './tables.ts'

/**
 * Replaces a section and records the changed fields, if any. Throws `settings-changed`, and `invalid-input`, also for unpublished
 * brand files.
 */
export async function editSettings(
  tx: Tx,
  actor: Actor,
  section: SettingsSection,
  update: SettingsUpdate,
): Promise<void> {
  const change = await changeSettings(tx, section, update)
  if (change && section === 'brand') await requirePublished(tx, change.after)
  await record(tx, actor, section, change)
}

/** These files are public: a file that is for sale would be given away. */
async function requirePublished(tx: Tx, after: Readonly<Record<string, unknown>>): Promise<void> {
  const { logo, icon, sharePicture, headlineFont, textFont } = brandSettings.parse(after)
  const pictures = { logo, icon, sharePicture }
  const fonts = { headlineFont: headlineFont?.id ?? null, textFont: textFont?.id ?? null }
  const published = {
    image: await findPublicFiles(tx, 'image', Object.values(pictures)),
    font: await findPublicFiles(tx, 'font', Object.values(fonts)),
  }
  const findMissing = (kind: 'image' | 'font', files: Record<string, string | null>, message: string) =>
    Object.entries(files)
      .filter(([, id]) => id !== null && !published[kind].has(id))
      .map(([path]) => ({ path, message }))
  const issues = [
    ...findMissing('image', pictures, msg('Choose the picture again')),
    ...findMissing('font', fonts, msg('Choose the font file again')),
  ]
  if (issues.length > 0) throw new ApiError('invalid-input', { issues })
}

/**
 * Replaces a text of a page, or removes a post or a translation, and records the change. Throws what `changeContent` throws, and
 * `invalid-input` for unknown templates or an unknown share picture.
 */
export async function editContent(tx: Tx, actor: Actor, bundled: BundledPages, update: ContentUpdate): Promise<void> {
  if (update.text) await requireExisting(tx, update.text)
  for (const change of await changeContent(tx, bundled, update)) {
    await record(tx, actor, contentSubject(update.slug, change.language), change)
  }
}

async function requireExisting(tx: Tx, { templates, sharePicture }: ContentText): Promise<void> {
  const issue = (path: string, message: string) => new ApiError('invalid-input', { issues: [{ path, message }] })
  const known = await getCatalogueRows(tx, templates ?? [])
  if (templates?.some((id) => !known.has(id)))
    throw issue('text.templates', msg('One of the templates is no longer there'))
  if (sharePicture === null) return
  const pictures = await findPublicFiles(tx, 'image', [sharePicture])
  if (!pictures.has(sharePicture)) throw issue('text.sharePicture', msg('Choose the picture again'))
}

/** Replaces or removes some of the owner's own texts of a language, and records them. */
export async function editLanguageTexts(tx: Tx, actor: Actor, update: TextsUpdate): Promise<void> {
  await record(tx, actor, `texts/${update.language}`, await changeLanguageTexts(tx, update))
}

async function record(tx: Tx, actor: Actor, subjectId: string, change: SettingsChange | undefined): Promise<void> {
  if (!change) return
  const { before, after } = subjectId === 'providers' ? withoutKeys(change) : onlyChanged(change.before, change.after)
  await recordAuditEvent(tx, actor, { action: 'settings-changed', subjectKind: 'settings', subjectId, before, after })
}

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
