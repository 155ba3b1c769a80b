// The choice of the language: links, so that it works before the scripts have come and search engines follow it.
import { t } from '@lingui/core/macro'
import { ENGLISH, LANGUAGE_COOKIE, prefixOf } from '@vitrine/language/language'
import { useLocation } from 'react-router'
import { useLanguages } from '../ui/root-data.ts'

const ONE_YEAR_SECONDS = 365 * 24 * 60 * 60

/** Nothing in a shop with one language. The server remembers English by its address, and the browser the others. */
export function LanguageSwitch({ className }: { className?: string }) {
  const { language, languages } = useLanguages()
  const { pathname, search } = useLocation()
  if (languages.length < 2) return null
  const page = `${pathname === '/' ? '' : pathname}${search}`
  return (
    <nav aria-label={t`Language`} className={className}>
      <ul className="flex flex-wrap gap-x-5 gap-y-1">
        {languages.map(({ tag, name, direction }) => (
          <li key={tag}>
            {tag === language.tag ? (
              <span lang={tag} dir={direction} aria-current="true" className="inline-block py-1 font-medium">
                {name}
              </span>
            ) : (
              <a
                lang={tag}
                hrefLang={tag}
                dir={direction}
                href={`${prefixOf({ tag }) || `/${ENGLISH.tag}`}${page}`}
                onClick={() => rememberLanguage(tag)}
                className="inline-block rounded-control py-1 text-muted transition-colors hover:text-ink"
              >
                {name}
              </a>
            )}
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Addresses without a language lead to this one from now on. */
function rememberLanguage(tag: string): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Safari 17.
  document.cookie = `${LANGUAGE_COOKIE}=${tag}; Path=/; Max-Age=${ONE_YEAR_SECONDS}; SameSite=Lax${secure}`
}
