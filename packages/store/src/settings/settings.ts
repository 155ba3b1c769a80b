// Settings of the store: reading them, changing a section, and announcing the change to the servers.
import { ApiError } from '@vitrine/contract/api-error'
import { mapSections, type SettingsSection, type StoreSettings, settingsSections } from '@vitrine/contract/settings'
import type { Tx } from '@vitrine/database/connection'
import { ENGLISH, type Language, type LanguageChoice, offeredLanguages } from '@vitrine/language/language'
import { openTexts, type Texts } from '@vitrine/language/texts'
import type { FixedField } from '@vitrine/providers/configuration'
import { providerSettings } from '@vitrine/providers/service/settings'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Reader } from '../prepared.ts'
import { languageTexts, settings } from './tables.ts'

/** The schema of each section; providers define the fields of outside services. */
const SECTIONS = { ...settingsSections, providers: providerSettings }

/** PostgreSQL's channel for changes of settings. */
export const SETTINGS_CHANNEL = 'vitrine_settings'

/** All sections as one consistent state. */
interface StoredSettings {
  readonly values: StoreSettings
  /** 0 for a section that was never changed. */
  readonly revisions: Readonly<Record<SettingsSection, number>>
  /** Stored values that break the contract, such as `brand.logo`; `values` has the defaults instead. */
  readonly ignored: readonly string[]
}

/** Reads all sections in one statement, so that they are consistent. The contract has the defaults. */
export async function readSettings(db: Reader): Promise<StoredSettings> {
  const rows = await db.select().from(settings)
  const stored = (section: SettingsSection) => rows.find((row) => row.section === section)
  return {
    ...parseSettings((section) => stored(section)?.value ?? {}),
    revisions: mapSections((section) => stored(section)?.revision ?? 0),
  }
}

type FixedValue = Pick<FixedField, 'section' | 'field' | 'value'>

let fixedFields: readonly FixedValue[] = []

/**
 * Sets the fields that the environment overrides for `readSections`. Server and worker call it once, when they start: what each of
 * them writes in a transaction, such as an invoice, must name the same seller.
 */
export function fixSettings(fields: readonly FixedValue[]): void {
  fixedFields = fields
}

/** A section with the fields that the environment sets. */
export function overrideFields(section: SettingsSection, value: object, fixed: readonly FixedValue[]): object {
  const fields = fixed.filter((each) => each.section === section).map((each) => [each.field, each.value])
  return { ...value, ...Object.fromEntries(fields) }
}

/** Reads some sections as they are in effect: stored values, overridden by the environment. The contract has the defaults. */
export async function readSections<Section extends SettingsSection>(
  db: Reader,
  ...sections: readonly Section[]
): Promise<Pick<StoreSettings, Section>> {
  const { section, value } = settings
  const rows = await db
    .select({ section, value })
    .from(settings)
    .where(inArray(section, [...sections]))
  const values = sections.map((name) => {
    const stored = parseSection(name, rows.find((row) => row.section === name)?.value ?? {})
    return [name, overrideFields(name, stored.value as object, fixedFields)]
  })
  return Object.fromEntries(values) as Pick<StoreSettings, Section>
}

/**
 * Parses all sections; the contract has the defaults. Never throws for a value that breaks the contract (an earlier release's, or
 * one written by hand): a store with one default colour is better than one that does not start.
 */
export function parseSettings(read: (section: SettingsSection) => unknown): Omit<StoredSettings, 'revisions'> {
  const ignored: string[] = []
  const values = mapSections((section) => {
    const parsed = parseSection(section, read(section))
    ignored.push(...parsed.ignored.map((path) => `${section}.${path}`))
    return parsed.value
  })
  return { values: values as StoreSettings, ignored }
}

/** Drops what breaks the contract: the element of a list, or else the whole field, because half of a mail server is useless. */
function parseSection(section: SettingsSection, stored: unknown): { value: unknown; ignored: readonly string[] } {
  const rest = structuredClone(stored)
  const ignored: string[] = []
  for (;;) {
    const checked = SECTIONS[section].safeParse(rest)
    if (checked.success) return { value: checked.data, ignored }
    const paths = checked.error.issues.map(({ path }) => {
      const list = path.findIndex((step) => typeof step === 'number')
      return path.slice(0, list === -1 ? 1 : list + 1)
    })
    const distinct = new Map(paths.map((path) => [path.join('.'), path]))
    const removed = [...distinct.values()].toSorted(lastFirst).filter((path) => removeAt(rest, path))
    if (removed.length === 0) return { value: SECTIONS[section].parse({}), ignored: ['*'] }
    ignored.push(...removed.map((path) => path.join('.')))
  }
}

/** Last first, so that removing an element of a list does not shift those still to be removed. */
const lastFirst = (a: readonly PropertyKey[], b: readonly PropertyKey[]) => Number(b.at(-1)) - Number(a.at(-1)) || 0

/** Returns false when nothing exists at the path. */
function removeAt(root: unknown, path: readonly PropertyKey[]): boolean {
  const last = path.at(-1)
  const parent = path
    .slice(0, -1)
    .reduce<unknown>((value, step) => (value as Record<PropertyKey, unknown>)?.[step], root)
  if (last === undefined || typeof parent !== 'object' || parent === null || !(last in parent)) return false
  if (Array.isArray(parent)) parent.splice(Number(last), 1)
  else delete (parent as Record<PropertyKey, unknown>)[last]
  return true
}

/** The requested section, and the revision on which it is based. */
export interface SettingsUpdate {
  readonly value: Readonly<Record<string, unknown>>
  readonly revision: number
}

/** The change, for the audit log. */
export interface SettingsChange {
  readonly before: Record<string, unknown>
  readonly after: Record<string, unknown>
}

/**
 * Replaces a section. Returns undefined when it already has this value, as after a request whose response was lost. Throws
 * `invalid-input` with an issue per field, and `settings-changed` when the section has changed since `revision`.
 */
export async function changeSettings(
  tx: Tx,
  section: SettingsSection,
  update: SettingsUpdate,
): Promise<SettingsChange | undefined> {
  const after = checkSection(section, update.value)
  // A section without a row cannot be row-locked, so this serializes two first changes.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`settings ${section}`}))`)
  const { values, revisions, ignored } = await readSettings(tx)
  const before: Record<string, unknown> = values[section]
  const { rows } = await tx.execute<{ same: boolean }>(
    sql`select ${JSON.stringify(before)}::jsonb = ${JSON.stringify(after)}::jsonb as same`,
  )
  // Saving the default over an ignored value must write it.
  if (rows[0]?.same && !ignored.some((path) => path.startsWith(`${section}.`))) return undefined
  if (revisions[section] !== update.revision) throw new ApiError('settings-changed')
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

/** Writes equivalent settings in another form, unless the section has changed since `revision`. */
export async function replaceUnchanged(
  tx: Tx,
  section: SettingsSection,
  { value, revision }: SettingsUpdate,
): Promise<void> {
  await tx
    .update(settings)
    .set({ value: { ...value } })
    .where(and(eq(settings.section, section), eq(settings.revision, revision)))
}

function checkSection(section: SettingsSection, value: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const checked = SECTIONS[section].safeParse(value)
  if (checked.success) return checked.data
  const issues = checked.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
  throw new ApiError('invalid-input', { issues })
}

// The owner's own texts: translations into another language, or replacements of bundled ones.

/** Texts by language, then by the key of the message catalogue. */
export type LanguageTexts = ReadonlyMap<string, Readonly<Record<string, string>>>

export async function readLanguageTexts(db: Reader): Promise<LanguageTexts> {
  const rows = await db.select().from(languageTexts).orderBy(languageTexts.language)
  return new Map(rows.map(({ language, texts }) => [language, texts]))
}

/** The texts for a reader's language; English ones when the store does not offer it. */
export function textsFor(
  tag: string | null | undefined,
  { languages, languageTexts }: { readonly languages: LanguageChoice; readonly languageTexts: LanguageTexts },
): Texts {
  const language = findLanguage(tag, languages)
  return openTexts(language, languageTexts.get(language.tag))
}

/** The same for one reader, from the database. */
export async function readTexts(db: Reader, tag: string | null | undefined, languages: LanguageChoice): Promise<Texts> {
  const language = findLanguage(tag, languages)
  const [own] = await db
    .select({ texts: languageTexts.texts })
    .from(languageTexts)
    .where(eq(languageTexts.language, language.tag))
  return openTexts(language, own?.texts)
}

function findLanguage(tag: string | null | undefined, languages: LanguageChoice): Language {
  return offeredLanguages(languages).find((each) => each.tag === tag) ?? ENGLISH
}

/** Texts to store; null restores the bundled text. */
export interface TextsUpdate {
  readonly language: string
  readonly texts: Readonly<Record<string, string | null>>
}

/**
 * Changes some texts of a language and announces it to the servers. Returns the changed ones before and after; undefined when
 * nothing changed.
 */
export async function changeLanguageTexts(
  tx: Tx,
  { language, texts }: TextsUpdate,
): Promise<SettingsChange | undefined> {
  // A language without a row cannot be row-locked, so this serializes two first changes.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`texts ${language}`}))`)
  const stored = (await readLanguageTexts(tx)).get(language) ?? {}
  const changed = Object.keys(texts).filter((key) => (stored[key] ?? null) !== texts[key])
  if (changed.length === 0) return undefined
  const all = { ...stored, ...texts }
  const newTexts = Object.fromEntries(
    Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== null),
  )
  await tx
    .insert(languageTexts)
    .values({ language, texts: newTexts })
    .onConflictDoUpdate({ target: languageTexts.language, set: { texts: newTexts, changedAt: sql`now()` } })
  await tx.execute(sql`select pg_notify(${SETTINGS_CHANNEL}, ${`texts ${language}`})`)
  const pick = (source: Readonly<Record<string, string | null>>) =>
    Object.fromEntries(changed.map((key) => [key, source[key] ?? null]))
  return { before: pick(stored), after: pick(texts) }
}
