// The owner's own texts: translations into another language, or replacements of bundled ones.
import type { Tx } from '@vitrine/database/connection'
import { ENGLISH, type LanguageChoice, offeredLanguages } from '@vitrine/language/language'
import { openTexts, type Texts } from '@vitrine/language/texts'
import { sql } from 'drizzle-orm'
import type { Reader } from '../prepared.ts'
import { SETTINGS_CHANNEL, type SettingsChange } from './settings.ts'
import { languageTexts } from './tables.ts'

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
  const language = offeredLanguages(languages).find((each) => each.tag === tag) ?? ENGLISH
  return openTexts(language, languageTexts.get(language.tag))
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
