// The languages of the pages with their texts: what the program brings, below what the owner has written.
import { createHash } from 'node:crypto'
import {
  AREAS,
  type Area,
  type CompiledText,
  compileArea,
  SOURCE_TEXTS,
  translationsInto,
} from '@vitrine/language/catalogue'
import { BUNDLED_LANGUAGES, ENGLISH, type Language } from '@vitrine/language/language'
import type { SettingsState } from './current-settings.ts'

/** What a page may load; texts of the server come with those of the store. */
export type PageArea = Exclude<Area, 'server'>
type Texts = Readonly<Record<string, CompiledText>>

/** A file of texts for browsers. */
export interface TextFile {
  /** Address, with a hash of the contents. */
  readonly path: string
  readonly body: string
}

/** A language with all its texts. */
export interface PageLanguage extends Language {
  /** Texts by id, of all areas. */
  readonly texts: Texts
  /** Of the areas that have texts of their own; English ones are in the code. */
  readonly files: Readonly<Partial<Record<PageArea, TextFile>>>
}

type LanguageSource = Pick<SettingsState, 'languages' | 'languageTexts'>

const known = new WeakMap<LanguageSource, readonly PageLanguage[]>()

/** English, and the other languages that visitors can choose, in the owner's order. Made once for each state of the settings. */
export function listPageLanguages(settings: LanguageSource): readonly PageLanguage[] {
  const made = known.get(settings) ?? offeredLanguages(settings).map((language) => describe(language, settings))
  known.set(settings, made)
  return made
}

/** All languages that have texts: the bundled ones and the owner's. */
export function allLanguages({ languages }: Pick<LanguageSource, 'languages'>): readonly Language[] {
  const bundled = BUNDLED_LANGUAGES
  return [...bundled, ...languages.added.filter(({ tag }) => !bundled.some((each) => each.tag === tag))]
}

function offeredLanguages(settings: LanguageSource): Language[] {
  const all = allLanguages(settings)
  const offered = settings.languages.offered.flatMap((tag) => all.find((each) => each.tag === tag) ?? [])
  return [ENGLISH, ...new Set(offered.filter(({ tag }) => tag !== ENGLISH.tag))]
}

/** Compiling takes a tenth of a second, so a language is compiled when it is first asked for, and again when its texts change. */
function describe(language: Language, { languageTexts }: LanguageSource): PageLanguage {
  const own = languageTexts.get(language.tag)
  let compiled: Pick<PageLanguage, 'texts' | 'files'> | undefined
  const get = () => (compiled ??= compileLanguage(language, own))
  return {
    ...language,
    get texts() {
      return get().texts
    },
    get files() {
      return get().files
    },
  }
}

const lastCompiled = new Map<string, { own: unknown; compiled: Pick<PageLanguage, 'texts' | 'files'> }>()

function compileLanguage({ tag }: Language, own: Readonly<Record<string, string>> = {}) {
  const ownTexts = JSON.stringify(own)
  const last = lastCompiled.get(tag)
  if (last?.own === ownTexts) return last.compiled
  const bundled = translationsInto(tag)
  const find = (key: string) => own[key] ?? bundled[key]
  const areas = Object.fromEntries(AREAS.map((area) => [area, compileArea(area, SOURCE_TEXTS, find)])) as Record<
    Area,
    Texts
  >
  const { server, ...pages } = areas
  const loaded = { ...pages, store: { ...pages.store, ...server } }
  const files = Object.entries(loaded).flatMap(([area, texts]) =>
    Object.keys(texts).length > 0 ? [[area, textFile(tag, area, texts)] as const] : [],
  )
  const compiled = { texts: Object.assign({}, ...Object.values(areas)) as Texts, files: Object.fromEntries(files) }
  lastCompiled.set(tag, { own: ownTexts, compiled })
  return compiled
}

function textFile(tag: string, area: string, texts: Texts): TextFile {
  const body = JSON.stringify(texts)
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 12)
  return { path: `/texts/${tag}/${area}-${hash}.json`, body }
}
