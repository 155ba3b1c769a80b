// Finds more than the literal text of a search: synonyms, misspelt words, and the closest results.
import type { TemplateKind } from '@vitrine/contract/catalogue'
import type { Db } from '@vitrine/database/connection'
import { and, or, type SQL, sql } from 'drizzle-orm'
import {
  findMeanings,
  type Meaning,
  misspelling,
  readSearch,
  readThesaurus,
  type SearchPart,
  soundKey,
  splitWords,
  type Thesaurus,
  toSpelling,
} from './search-text.ts'
import { catalogueTerms, templates } from './tables.ts'

/** Conditions of a search. `named`: in name, category or section; `anywhere` also in the description. */
export interface FoundBy {
  readonly named: SQL
  readonly anywhere: SQL
}

/** A part of a search with those of its words that occur in templates on sale. */
interface KnownPart extends SearchPart {
  readonly terms: readonly string[]
}

const MAX_WORDS = 12
const MAX_PREFIXED = 60
const MAX_ALIKE = 40
/** Templates seldom contain these words, so they are dropped from a search when none does. */
const UNSAID = new Set(
  'a,an,the,of,for,and,with,in,to,my,our,your,on,by,template,templates,video,videos,image,images,photo,ke,ki,ka,ko,liye,wala,wali,chi,cha,che,के,की,का,को,लिए,चा,ची,चे'.split(
    ',',
  ),
)

const thesauri = new WeakMap<readonly string[], Thesaurus>()

function getThesaurus(synonyms: readonly string[]): Thesaurus {
  const known = thesauri.get(synonyms) ?? readThesaurus(synonyms)
  thesauri.set(synonyms, known)
  return known
}

/** An interpreted search: the meanings of its words, and whether templates on sale contain them. */
export interface UnderstoodSearch {
  readonly kind: TemplateKind
  readonly thesaurus: Thesaurus
  readonly parts: readonly KnownPart[]
}

/** Looks up the words of a search and their synonyms. */
export async function understandSearch(
  db: Db,
  { kind, search, synonyms }: { kind: TemplateKind; search: string; synonyms: readonly string[] },
): Promise<UnderstoodSearch> {
  const thesaurus = getThesaurus(synonyms)
  const parts = readSearch(splitWords(search).slice(0, MAX_WORDS).join(' '), thesaurus)
  return { kind, thesaurus, parts: await lookUp(db, kind, parts) }
}

/** The conditions of all synonyms; undefined when they add nothing to the literal search, or nothing on sale matches. */
export function meantBy({ parts }: UnderstoodSearch): FoundBy | undefined {
  const said = withoutUnsaid(parts)
  if (said.length === 1 && parts.length === 1 && said[0]?.meanings.length === 0) return undefined
  return matchAllParts(said)
}

/** The search with misspelt words corrected; undefined when no word is misspelt, or nothing is close enough. */
export async function correctSearch(
  db: Db,
  understood: UnderstoodSearch,
): Promise<(UnderstoodSearch & { readonly search: string; readonly found: FoundBy | undefined }) | undefined> {
  const { kind, thesaurus } = understood
  const phrase = understood.parts.length > 1 ? closestPhrase(understood) : undefined
  if (phrase !== undefined) {
    const parts = await lookUp(db, kind, [{ typed: phrase, meanings: findMeanings(phrase, thesaurus) }])
    return { kind, thesaurus, parts, search: phrase, found: matchAllParts(parts) }
  }
  let isCorrected = false
  const parts: SearchPart[] = []
  for (const part of withoutUnsaid(understood.parts)) {
    const isUnknown = part.terms.length === 0 && part.meanings.length === 0
    const better = isUnknown ? await closestTerm(db, understood, part.typed) : undefined
    if (better !== undefined) isCorrected = true
    const typed = better ?? part.typed
    parts.push(better === undefined ? part : { typed, meanings: findMeanings(typed, thesaurus) })
  }
  if (!isCorrected) return undefined
  const corrected = await lookUp(db, kind, parts)
  const search = parts.map(({ typed }) => typed).join(' ')
  return { kind, thesaurus, parts: corrected, search, found: matchAllParts(corrected) }
}

/**
 * Matches any part of the search or of its related meanings; undefined when nothing on sale does. `order` sorts by the number of
 * matching parts, where parts of the search itself count twice.
 */
export async function closestTo(
  db: Db,
  { kind, thesaurus, parts }: UnderstoodSearch,
): Promise<{ any: SQL; order: SQL } | undefined> {
  const near = new Set(parts.flatMap(({ meanings }) => meanings.flatMap((meaning) => meaning.near)))
  const nearParts = [...near].map((name) => ({ typed: name, meanings: toMeanings(thesaurus.byName.get(name)) }))
  const listConditions = (known: readonly KnownPart[]) => known.flatMap(({ terms }) => hasTerm(terms, '#') ?? [])
  const own = listConditions(withoutUnsaid(parts))
  const others = listConditions(await lookUp(db, kind, nearParts))
  const any = or(...own, ...others)
  const points = [
    ...own.map((condition) => sql`2 * (${condition})::int`),
    ...others.map((condition) => sql`(${condition})::int`),
  ]
  return any && { any, order: sql`(${sql.join(points, sql` + `)})` }
}

/** The maximum number of synonyms to look up for an unfinished search. */
const MAX_BEGUN = 12

/** Synonyms that begin like the typed text, by letters or by sound, and that find templates on sale. */
export async function listBegun(
  db: Db,
  { kind, synonyms }: { kind: TemplateKind; synonyms: readonly string[] },
  typed: string,
): Promise<string[]> {
  const thesaurus = getThesaurus(synonyms)
  const sound = soundKey(typed)
  const begun = thesaurus.spellings
    .filter(({ term, key }) => term.startsWith(typed) || ([...typed].length > 2 && key.startsWith(sound)))
    .sort(
      (a, b) => Number(b.term.startsWith(typed)) - Number(a.term.startsWith(typed)) || a.term.length - b.term.length,
    )
    .slice(0, MAX_BEGUN)
  const parts = begun.map(({ term }) => ({ typed: term, meanings: findMeanings(term, thesaurus) }))
  return (await lookUp(db, kind, parts)).filter(({ terms }) => terms.length > 0).map((part) => part.typed)
}

/** The maximum number of words to look up for a text search. */
const MAX_CONTAINING = 300

/**
 * `pg_trgm` does not treat vowel signs as letters: most words in Indian scripts yield no trigrams, so the text index is useless
 * for them. Scripts without spaces between words have no such signs.
 */
export const hasNoTrigram = (search: string): boolean => /\p{M}/u.test(search) && !/[\p{L}\p{N}]{3}/u.test(search)

/**
 * The words of templates on sale that contain the longest word of a search; every match of the search has one of them. Undefined
 * when there are too many.
 */
export async function listContaining(db: Db, kind: TemplateKind, search: string): Promise<string[] | undefined> {
  const { term, kind: ofKind, templateCount } = catalogueTerms
  const { rows } = await db.execute<{ term: string }>(sql`
    with longest as materialized (
      select word from search_words_of(${search}) as word order by length(word) desc limit 1
    )
    select ${term} from ${catalogueTerms}, longest
    where ${ofKind} = ${kind} and ${templateCount} > 0 and strpos(${term}, longest.word) > 0
    limit ${MAX_CONTAINING + 1}`)
  return rows.length > MAX_CONTAINING ? undefined : rows.map((row) => row.term)
}

/** The names of the meanings of a search, such as wedding for “shaadi”. */
export function namesMeant({ search, synonyms }: { search: string; synonyms: readonly string[] }): string[] {
  const parts = readSearch(splitWords(search).slice(0, MAX_WORDS).join(' '), getThesaurus(synonyms))
  return parts.flatMap(({ meanings }) => meanings.flatMap(({ terms }) => terms[0] ?? []))
}

const toMeanings = (meaning: Meaning | undefined): Meaning[] => (meaning ? [meaning] : [])

const withoutUnsaid = (parts: readonly KnownPart[]): readonly KnownPart[] => {
  const said = parts.filter(({ typed, terms }) => terms.length > 0 || !UNSAID.has(typed))
  return said.length > 0 ? said : parts
}

function matchAllParts(parts: readonly KnownPart[]): FoundBy | undefined {
  const all = (mark: '' | '#') => parts.map(({ terms }) => hasTerm(terms, mark))
  const [anywhere, named] = [all(''), all('#')]
  if (parts.length === 0 || anywhere.some((condition) => condition === undefined)) return undefined
  return { anywhere: and(...anywhere) as SQL, named: and(...named) as SQL }
}

/** Finds a single word by the index of words; a phrase by the same index for each word, then by word order. */
function hasTerm(terms: readonly string[], mark: '' | '#'): SQL | undefined {
  const { searchWords, searchText } = templates
  const array = (words: readonly string[]) => sql`${sql.param(words.map((word) => `${mark}${word}`))}::text[]`
  const single = terms.filter((term) => !term.includes(' '))
  const phrases = terms.filter((term) => term.includes(' '))
  return or(
    single.length > 0 ? sql`${searchWords} && ${array(single)}` : undefined,
    ...phrases.map(
      (phrase) => sql`(${searchWords} @> ${array(phrase.split(' '))} and ${searchText} like ${`%${phrase}%`})`,
    ),
  )
}

/** Which terms of the parts occur in templates on sale; the search's own words also as the beginning of longer ones. */
async function lookUp(db: Db, kind: TemplateKind, parts: readonly SearchPart[]): Promise<KnownPart[]> {
  const meant = parts.map(({ meanings }) => [...new Set(meanings.flatMap(({ terms }) => terms))])
  const typedWords = parts.flatMap(({ typed }) => typed.split(' '))
  const candidates = [...typedWords, ...meant.flat().flatMap((term) => term.split(' '))]
  const exact = [...new Set(candidates.flatMap((word) => [word, `${word}s`]))]
  const prefixes = typedWords.filter((word) => [...word].length > 2).map((word) => `${word}%`)
  if (exact.length === 0) return []
  const { term, kind: ofKind, templateCount } = catalogueTerms
  const { rows } = await db.execute<{ term: string }>(sql`
    select term from ${catalogueTerms} where ${ofKind} = ${kind} and ${templateCount} > 0 and ${term} = any(${sql.param(exact)}::text[])
    union
    (select term from ${catalogueTerms}
     where ${ofKind} = ${kind} and ${templateCount} > 0 and ${term} like any(${sql.param(prefixes)}::text[])
     order by ${templateCount} desc limit ${MAX_PREFIXED})`)
  const known = new Set(rows.map((row) => row.term))
  const listKnownForms = (word: string) => [word, `${word}s`].filter((form) => known.has(form))
  return parts.map((part, index) => {
    const begun = [...known].filter((word) => !word.includes(' ') && word.startsWith(part.typed))
    const terms = (meant[index] ?? []).flatMap((term) => {
      const words = term.split(' ')
      if (words.length === 1) return listKnownForms(term)
      return words.every((word) => known.has(word)) ? [term] : []
    })
    const own = part.typed.includes(' ') || part.meanings.length > 0 ? [] : begun
    return { ...part, terms: [...new Set([...own, ...terms])] }
  })
}

/** A phrase of which the whole search is a misspelling, such as “eid mubarik”. */
function closestPhrase({ thesaurus, parts }: UnderstoodSearch): string | undefined {
  const typed = toSpelling(parts.map((part) => part.typed).join(' '))
  const alike = thesaurus.spellings
    .filter(({ term }) => term.includes(' '))
    .map((spelling) => ({ ...spelling, distance: misspelling(typed, spelling) }))
  return nearest(alike)
}

const nearest = (
  spellings: readonly { term: string; distance: number; templateCount?: number }[],
): string | undefined =>
  spellings
    .filter(({ distance }) => distance !== Number.POSITIVE_INFINITY)
    .sort(
      (a, b) =>
        a.distance - b.distance || (b.templateCount ?? 0) - (a.templateCount ?? 0) || (a.term < b.term ? -1 : 1),
    )[0]?.term

/** The probable word or term: the one with the fewest different letters, then the one that occurs in more templates. */
async function closestTerm(db: Db, { kind, thesaurus }: UnderstoodSearch, word: string): Promise<string | undefined> {
  const { term, kind: ofKind, templateCount } = catalogueTerms
  // Swapped letters leave a short word few trigrams, so candidates are also found by their first letters.
  const begins = `${[...word].slice(0, 2).join('')}%`
  const alike = await db
    .select({ term, templateCount })
    .from(catalogueTerms)
    .where(
      sql`${ofKind} = ${kind} and ${templateCount} > 0 and (${term} % ${word} or ${term} like ${begins}) and ${term} not like '% %'`,
    )
    .orderBy(sql`similarity(${term}, ${word}) desc`)
    .limit(MAX_ALIKE)
  const typed = toSpelling(word)
  const known = thesaurus.spellings.map((spelling) => ({ ...spelling, templateCount: Number.MAX_SAFE_INTEGER }))
  const all = [...known, ...alike.map((row) => ({ ...row, ...toSpelling(row.term) }))]
  return nearest(all.map((spelling) => ({ ...spelling, distance: misspelling(typed, spelling) })))
}
