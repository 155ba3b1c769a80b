// The owner's own words for the texts of the program: translations into a language of their own, or other wordings.
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

/** The texts for somebody who reads this language; English ones when the store does not offer it. */
export function textsFor(
  tag: string | null | undefined,
  { languages, languageTexts }: { readonly languages: LanguageChoice; readonly languageTexts: LanguageTexts },
): Texts {
  const language = offeredLanguages(languages).find((each) => each.tag === tag) ?? ENGLISH
  return openTexts(language, languageTexts.get(language.tag))
}

/** Texts to be kept from now on; null: as the program has it. */
export interface WantedTexts {
  readonly language: string
  readonly texts: Readonly<Record<string, string | null>>
}

/**
 * Changes some texts of a language and announces it to the servers. Returns those that changed, before and after; undefined
 * when all of them are so already.
 */
export async function changeLanguageTexts(
  tx: Tx,
  { language, texts }: WantedTexts,
): Promise<SettingsChange | undefined> {
  // Two first changes of one language have no row to lock.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`texts ${language}`}))`)
  const stored = (await readLanguageTexts(tx)).get(language) ?? {}
  const changed = Object.keys(texts).filter((key) => (stored[key] ?? null) !== texts[key])
  if (changed.length === 0) return undefined
  const all = { ...stored, ...texts }
  const kept = Object.fromEntries(Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== null))
  await tx
    .insert(languageTexts)
    .values({ language, texts: kept })
    .onConflictDoUpdate({ target: languageTexts.language, set: { texts: kept, changedAt: sql`now()` } })
  await tx.execute(sql`select pg_notify(${SETTINGS_CHANNEL}, ${`texts ${language}`})`)
  const pick = (source: Readonly<Record<string, string | null>>) =>
    Object.fromEntries(changed.map((key) => [key, source[key] ?? null]))
  return { before: pick(stored), after: pick(texts) }
}
