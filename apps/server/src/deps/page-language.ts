// The languages of the pages with their texts: bundled ones, overridden by the owner's.
import { createHash } from 'node:crypto'
import {
  AREAS,
  type CompiledText,
  compileArea,
  type LoadedArea,
  SOURCE_TEXTS,
  translationsInto,
} from '@vitrine/language/catalogue'
import type { Language } from '@vitrine/language/language'
import type { LanguageTexts } from '@vitrine/store/settings'
import type { SettingsState } from './current-settings.ts'

/** An area of texts that a page may load; the server's texts come with those of the store. */
type PageArea = Exclude<LoadedArea, 'server'>
type Texts = Readonly<Record<string, CompiledText>>

/** A file of texts for browsers. */
export interface TextFile {
  /** URL, with a hash of the contents. */
  readonly path: string
  readonly body: string
}

interface CompiledLanguage {
  /** Texts by id, of all areas. */
  readonly texts: Texts
  /** Files of the areas with translated texts; English ones are in the code. */
  readonly files: Readonly<Partial<Record<PageArea, TextFile>>>
}

/** A language with all its texts. */
export interface PageLanguage extends Language, CompiledLanguage {}

/** The languages of pages with their texts. */
export function listPageLanguages({
  pageLanguages,
  languageTexts,
}: Pick<SettingsState, 'pageLanguages' | 'languageTexts'>): readonly PageLanguage[] {
  return pageLanguages.map((language) => ({
    ...language,
    get texts() {
      return compile(language.tag, languageTexts).texts
    },
    get files() {
      return compile(language.tag, languageTexts).files
    },
  }))
}

/** Keyed by the owner's texts, because each change of a text creates another map. */
const compiled = new WeakMap<LanguageTexts, Map<string, CompiledLanguage>>()

/** Compiling takes a tenth of a second, so a language is compiled on its first use and after a change of its texts. */
function compile(tag: string, languageTexts: LanguageTexts): CompiledLanguage {
  const known = compiled.get(languageTexts) ?? new Map<string, CompiledLanguage>()
  compiled.set(languageTexts, known)
  const language = known.get(tag) ?? compileLanguage(tag, languageTexts.get(tag))
  known.set(tag, language)
  return language
}

const LOADED = AREAS.filter((area) => area !== 'mail')
const KEYS: ReadonlySet<string> = new Set(AREAS.flatMap((area) => SOURCE_TEXTS[area]))

function compileLanguage(tag: string, own: Readonly<Record<string, string>> = {}): CompiledLanguage {
  const bundled = translationsInto(tag)
  const find = (key: string) => own[key] ?? bundled[key]
  const areas = Object.fromEntries(LOADED.map((area) => [area, compileArea(area, SOURCE_TEXTS, find)]))
  const { server, ...pages } = areas as Record<LoadedArea, Texts>
  const loaded = { ...pages, store: { ...pages.store, ...server } }
  const files = Object.entries(loaded).flatMap(([area, texts]) =>
    Object.keys(texts).length > 0 ? [[area, textFile(tag, area, texts)] as const] : [],
  )
  // The owner's texts, such as the headline, are not in these files: the server puts them into the data of the pages.
  const written = Object.keys(own).filter((key) => !KEYS.has(key))
  const ofOwner = compileArea('server', { ...SOURCE_TEXTS, server: written }, find)
  return { texts: Object.assign(ofOwner, ...Object.values(loaded)), files: Object.fromEntries(files) }
}

function textFile(tag: string, area: string, texts: Texts): TextFile {
  const body = JSON.stringify(texts)
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 12)
  return { path: `/texts/${tag}/${area}-${hash}.json`, body }
}
