// Settings of the shop: reading them, changing a section, and announcing the change to the servers.
import { ApiError } from '@vitrine/contract/api-error'
import { type SettingsSection, type ShopSettings, settingsSections } from '@vitrine/contract/settings'
import type { Tx } from '@vitrine/database/connection'
import { eq, sql } from 'drizzle-orm'
import type { Reader } from '../prepared.ts'
import { settings } from './tables.ts'

/** PostgreSQL's channel for changes of settings. */
export const SETTINGS_CHANNEL = 'vitrine_settings'

/** All sections as one consistent state. */
export interface StoredSettings {
  readonly values: ShopSettings
  /** 0 for a section that nobody has changed. */
  readonly revisions: Readonly<Record<SettingsSection, number>>
}

/** Reads all sections by one statement, so that they belong together. What is not stored is as the contract defines it. */
export async function readSettings(db: Reader): Promise<StoredSettings> {
  const rows = await db.select().from(settings)
  const stored = (section: SettingsSection) => rows.find((row) => row.section === section)
  return {
    values: {
      brand: settingsSections.brand.parse(stored('brand')?.value ?? {}),
      storefront: settingsSections.storefront.parse(stored('storefront')?.value ?? {}),
      seller: settingsSections.seller.parse(stored('seller')?.value ?? {}),
      pricing: settingsSections.pricing.parse(stored('pricing')?.value ?? {}),
      launch: settingsSections.launch.parse(stored('launch')?.value ?? {}),
    },
    revisions: {
      brand: stored('brand')?.revision ?? 0,
      storefront: stored('storefront')?.revision ?? 0,
      seller: stored('seller')?.revision ?? 0,
      pricing: stored('pricing')?.revision ?? 0,
      launch: stored('launch')?.revision ?? 0,
    },
  }
}

/** A section as somebody wants it, and the revision it was made from. */
export interface WantedSettings {
  readonly value: Readonly<Record<string, unknown>>
  readonly revision: number
}

/** What a change was, for the audit log. */
export interface SettingsChange {
  readonly before: Record<string, unknown>
  readonly after: Record<string, unknown>
}

/**
 * Replaces a section. Returns undefined when it holds this value already, as after a request whose response was lost.
 * Refuses invalid-input with an issue per field, and settings-changed when somebody changed the section since `revision`.
 */
export async function changeSettings(
  tx: Tx,
  section: SettingsSection,
  wanted: WantedSettings,
): Promise<SettingsChange | undefined> {
  const after = checkSection(section, wanted.value)
  // Two first changes of one section have no row to lock.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`settings ${section}`}))`)
  const { values, revisions } = await readSettings(tx)
  const before: Record<string, unknown> = values[section]
  const { rows } = await tx.execute<{ same: boolean }>(
    sql`select ${JSON.stringify(before)}::jsonb = ${JSON.stringify(after)}::jsonb as same`,
  )
  if (rows[0]?.same) return undefined
  if (revisions[section] !== wanted.revision) throw new ApiError('settings-changed')
  await tx
    .insert(settings)
    .values({ section, value: after, revision: 1 })
    .onConflictDoUpdate({
      target: settings.section,
      set: { value: after, revision: sql`${settings.revision} + 1`, changedAt: sql`now()` },
      setWhere: eq(settings.section, section),
    })
  await tx.execute(sql`select pg_notify(${SETTINGS_CHANNEL}, ${section})`)
  return { before, after }
}

function checkSection(section: SettingsSection, value: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const checked = settingsSections[section].safeParse(value)
  if (checked.success) return checked.data
  const issues = checked.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
  throw new ApiError('invalid-input', { issues })
}
