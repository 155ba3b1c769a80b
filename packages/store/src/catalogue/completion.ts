// Suggestions while a visitor types a search: searches that begin with the text, and the first templates that it finds.
import type { SearchCompletions } from '@vitrine/contract/catalogue'
import type { Db } from '@vitrine/database/connection'
import { and, desc, eq, gt, or, sql } from 'drizzle-orm'
import { escapePattern } from '../search-pattern.ts'
import { type CatalogueQuery, findFirst } from './page.ts'
import { listBegun } from './search.ts'
import { soundKey, splitWords } from './search-text.ts'
import { catalogueTerms } from './tables.ts'

const SEARCHES = 5
const TEMPLATES = 4

type CompletionQuery = Pick<CatalogueQuery, 'kind' | 'search' | 'isIndianUser' | 'synonyms'>

/**
 * Suggestions for a search whose last word may be unfinished: categories and sections first, then synonyms of templates on sale.
 * Misspelt words are corrected as in the search itself.
 */
export async function completeSearch(db: Db, query: CompletionQuery): Promise<Omit<SearchCompletions, 'occasions'>> {
  const typed = splitWords(query.search).join(' ')
  if (typed === '') return { searches: [], templates: [] }
  const [labels, meant, found] = await Promise.all([
    listLabels(db, query, typed),
    listBegun(db, query, typed),
    findFirst(db, { ...query, limit: TEMPLATES }),
  ])
  const bySound = new Map<string, string>()
  for (const search of [...labels, ...meant]) {
    // “weddings” next to “wedding” would find the same.
    const sound = soundKey(search).replace(/(?<=[a-z]{3})s$/, '')
    if (search !== typed && !bySound.has(sound)) bySound.set(sound, search)
  }
  const { items, correctedSearch } = found
  return {
    searches: [...bySound.values()].slice(0, SEARCHES),
    ...(correctedSearch !== undefined && { correctedSearch }),
    templates: items.map(({ templateId, templateName, thumbnail, kind, width, height, dominantColor }) => {
      return { templateId, templateName, thumbnail, kind, width, height, dominantColor }
    }),
  }
}

/** Categories and sections with a word that begins with the text, those with most templates first. */
async function listLabels(db: Db, { kind }: CompletionQuery, typed: string): Promise<string[]> {
  const { term, labelCount, templateCount, kind: ofKind } = catalogueTerms
  const pattern = escapePattern(typed)
  const begins = sql`${term} like ${`${pattern}%`}`
  const rows = await db
    .select({ term })
    .from(catalogueTerms)
    .where(
      and(eq(ofKind, kind), gt(labelCount, 0), gt(templateCount, 0), or(begins, sql`${term} like ${`% ${pattern}%`}`)),
    )
    .orderBy(sql`${begins} desc`, desc(labelCount), term)
    .limit(SEARCHES)
  return rows.map((row) => row.term)
}
