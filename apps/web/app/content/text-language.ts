// The language of a written text, where it is another one than that of the page around it.
import { useLanguages } from '../ui/root-data.ts'

export type TextLanguage = { lang?: string; dir?: 'ltr' | 'rtl' }

/** `lang` and `dir` of the element that holds a text; nothing where the page has the same. `tag` is BCP 47. */
export function useTextLanguage(tag: string): TextLanguage {
  const { language, languages } = useLanguages()
  if (tag === language.tag) return {}
  return { lang: tag, dir: languages.find((each) => each.tag === tag)?.direction ?? 'ltr' }
}
