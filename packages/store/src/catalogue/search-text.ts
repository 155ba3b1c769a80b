// Interprets a search: its words, groups of synonyms, and spellings that are close enough.

/** `template_search_words` in the database splits at the same characters. */
const SEPARATORS =
  /[\s!-/:-@[-`{-~\u00a0\u00b7\u00d7\u0964\u0965\u060c\u061b\u061f\u2010-\u2015\u2018-\u201f\u2022\u2026]+/u

/** The words of a text in lower case. */
export function splitWords(text: string): string[] {
  return text
    .normalize('NFC')
    .toLowerCase()
    .split(SEPARATORS)
    .filter((word) => word !== '')
}

/** A group of synonyms. */
export interface Meaning {
  /** As written; the first one names the group. Words within a term are separated by one space. */
  readonly terms: readonly string[]
  /** Names of related groups. */
  readonly near: readonly string[]
}

/** Groups of synonyms by the sound of their terms. */
export interface Thesaurus {
  readonly byKey: ReadonlyMap<string, readonly Meaning[]>
  readonly byName: ReadonlyMap<string, Meaning>
  /** Each term with its sound, for misspelt searches. */
  readonly spellings: readonly { readonly term: string; readonly key: string }[]
}

/** The maximum length of a term, in words. */
const MAX_TERM_WORDS = 4

/** Reads the lines of the settings: `wedding, shaadi, … > near, near`. */
export function readThesaurus(lines: readonly string[]): Thesaurus {
  const byKey = new Map<string, Meaning[]>()
  const byName = new Map<string, Meaning>()
  const spellings = new Map<string, string>()
  const readTerms = (text: string) =>
    text
      .split(',')
      .map((term) => splitWords(term).join(' '))
      .filter((term) => term !== '')
  for (const line of lines) {
    const [own = '', ...near] = line.split('>')
    const meaning = { terms: readTerms(own), near: readTerms(near.join(',')) }
    const [name] = meaning.terms
    if (name === undefined) continue
    byName.set(name, meaning)
    for (const term of meaning.terms) if (!spellings.has(soundKey(term))) spellings.set(soundKey(term), term)
    for (const key of new Set(meaning.terms.map(soundKey))) byKey.set(key, [...(byKey.get(key) ?? []), meaning])
  }
  return { byKey, byName, spellings: [...spellings].map(([key, term]) => ({ key, term })) }
}

/** Maps different Latin spellings of Indian words, and variants of signs in Indian and Arabic scripts, to one form. */
const LATIN_SOUNDS: readonly (readonly [RegExp, string])[] = [
  [/ph/g, 'f'],
  [/(?<=[bdgjkt])h/g, ''],
  [/chh?/g, 'c'],
  [/sh/g, 's'],
  [/w/g, 'v'],
  [/z/g, 'j'],
  [/ee|y/g, 'i'],
  [/oo/g, 'u'],
  [/(.)\1+/g, '$1'],
]
const SCRIPT_SOUNDS: readonly (readonly [RegExp, string])[] = [
  // Nukta and zero-width joiners; one sign for both nasals.
  [/[\u093c\u09bc\u0abc\u200c\u200d]/g, ''],
  [/[\u0901\u0902]/g, '\u0902'],
  // Long and short i and u.
  [/\u0908/g, '\u0907'],
  [/\u0940/g, '\u093f'],
  [/\u090a/g, '\u0909'],
  [/\u0942/g, '\u0941'],
  // Vowel marks, hamza and the letters that keyboards of Arabic, Persian and Urdu write differently.
  [/[\u064b-\u065f\u0670\u0640]/g, ''],
  [/[\u0622\u0623\u0625]/g, '\u0627'],
  [/[\u0649\u06cc]/g, '\u064a'],
  [/\u06a9/g, '\u0643'],
  [/[\u06c1\u06be\u0629]/g, '\u0647'],
]

/** A key that spellings with the same sound share: without spaces, accents, doubled letters and aspirations. */
export function soundKey(text: string): string {
  const joined = text.replaceAll(' ', '')
  const plain = /^\p{Script=Latin}/u.test(joined) ? joined.normalize('NFD').replace(/\p{Mn}/gu, '') : joined
  const sounds = /[a-z]/.test(plain) ? LATIN_SOUNDS : SCRIPT_SOUNDS
  return sounds.reduce((key, [sound, letter]) => key.replace(sound, letter), plain.normalize('NFC')) || joined
}

/** A part of a search: a term of one or more words, with its meanings. */
export interface SearchPart {
  /** As it was typed. */
  readonly typed: string
  readonly meanings: readonly Meaning[]
}

/** Splits a search into the longest known terms, and single words. */
export function readSearch(search: string, thesaurus: Thesaurus): SearchPart[] {
  const words = splitWords(search)
  const parts: SearchPart[] = []
  for (let at = 0; at < words.length; ) {
    const lengths = Array.from({ length: Math.min(MAX_TERM_WORDS, words.length - at) }, (_, index) => index + 1)
    const length = lengths
      .reverse()
      .find((each) => findMeanings(words.slice(at, at + each).join(' '), thesaurus).length > 0)
    const typed = words.slice(at, at + (length ?? 1)).join(' ')
    parts.push({ typed, meanings: findMeanings(typed, thesaurus) })
    at += length ?? 1
  }
  return parts
}

/** The meanings of a term in any spelling; a plural includes those of its singular. */
export function findMeanings(term: string, { byKey }: Thesaurus): readonly Meaning[] {
  const found = byKey.get(soundKey(term))
  if (found) return found
  return (/[a-z]{3}s$/.test(term) && byKey.get(soundKey(term.slice(0, -1)))) || []
}

/**
 * The edit distance of two words, where swapped neighbours count once (Damerau and Levenshtein, optimal string alignment).
 * Infinity as soon as it exceeds `most`.
 */
export function letterDistance(a: string, b: string, most: number): number {
  const [left, right] = [[...a], [...b]]
  if (Math.abs(left.length - right.length) > most) return Number.POSITIVE_INFINITY
  let before: number[] = []
  let above = Array.from({ length: right.length + 1 }, (_, column) => column)
  for (let row = 1; row <= left.length; row++) {
    const line = [row]
    for (let column = 1; column <= right.length; column++) {
      const isSame = left[row - 1] === right[column - 1]
      let cost = Math.min(
        (above[column] ?? 0) + 1,
        (line[column - 1] ?? 0) + 1,
        (above[column - 1] ?? 0) + (isSame ? 0 : 1),
      )
      const isSwapped =
        row > 1 && column > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1]
      if (isSwapped) cost = Math.min(cost, (before[column - 2] ?? 0) + 1)
      line.push(cost)
    }
    if (Math.min(...line) > most) return Number.POSITIVE_INFINITY
    ;[before, above] = [above, line]
  }
  const distance = above[right.length] ?? Number.POSITIVE_INFINITY
  return distance > most ? Number.POSITIVE_INFINITY : distance
}

/**
 * How many letters of a word may differ. None of three letters, because too many words would be close; of longer words a small
 * share.
 */
const allowedDistance = (word: string): number => {
  const { length } = [...word]
  return length <= 3 ? 0 : length <= 5 ? 1 : length <= 8 ? 2 : 3
}

/** A spelling and its sound. */
export const toSpelling = (term: string) => ({ term, key: soundKey(term) })
export type Spelling = ReturnType<typeof toSpelling>

/**
 * The distance of a word from a spelling; Infinity for another word. The first letter is seldom wrong. Letters are counted in the
 * sound key, where “zzxxqq” has three, so a short key allows few errors.
 */
export function misspelling(word: Spelling, { term, key }: Spelling): number {
  const most = Math.min(...[word.term, word.key, term, key].map(allowedDistance))
  const distance = letterDistance(word.key, key, most) + (word.key[0] === key[0] ? 0 : 0.5)
  return distance > most ? Number.POSITIVE_INFINITY : distance
}
