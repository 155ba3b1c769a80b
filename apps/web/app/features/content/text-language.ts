// The language of a written text, if it differs from the page's.
import { useLanguages } from '../../api/root-data.ts'

export type TextLanguage = { lang?: string; dir?: 'ltr' | 'rtl' }

/** `lang` and `dir` of a text's element; nothing if the page has the same. `tag` is BCP 47. */
export function useTextLanguage(tag: string): TextLanguage {
  return toTextLanguage(tag, useTextLanguages())
}

/** For lists of texts, together with `toTextLanguage`. */
export const useTextLanguages = useLanguages

/** As `useTextLanguage`, for one of several texts. */
export function toTextLanguage(
  tag: string,
  { language, languages }: Pick<ReturnType<typeof useLanguages>, 'language' | 'languages'>,
): TextLanguage {
  if (tag === language.tag) return {}
  return { lang: tag, dir: languages.find((each) => each.tag === tag)?.direction ?? 'ltr' }
}
