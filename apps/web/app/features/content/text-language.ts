// The language of a written text, where it is another one than that of the page around it.
import { useLanguages } from '../../api/root-data.ts'

export type TextLanguage = { lang?: string; dir?: 'ltr' | 'rtl' }

/** `lang` and `dir` of the element that holds a text; nothing where the page has the same. `tag` is BCP 47. */
export function useTextLanguage(tag: string): TextLanguage {
  return toTextLanguage(tag, useTextLanguages())
}

/** For lists of texts, each with `toTextLanguage`. */
export const useTextLanguages = useLanguages

/** As `useTextLanguage`, of one of several texts. */
export function toTextLanguage(
  tag: string,
  { language, languages }: Pick<ReturnType<typeof useLanguages>, 'language' | 'languages'>,
): TextLanguage {
  if (tag === language.tag) return {}
  return { lang: tag, dir: languages.find((each) => each.tag === tag)?.direction ?? 'ltr' }
}
