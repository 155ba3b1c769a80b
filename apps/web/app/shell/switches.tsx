// The switches of theme and language.
import { t } from '@lingui/core/macro'
import { choiceCookie, ENGLISH, getPathPrefix } from '@vitrine/language/language'
import Monitor from 'lucide-react/icons/monitor'
import Moon from 'lucide-react/icons/moon'
import Sun from 'lucide-react/icons/sun'
import { useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { createNotifier } from '../api/observable.ts'
import { useLanguages } from '../api/root-data.ts'
import { findToken } from '../api/token.ts'
import { IconButton } from '../ui/button.tsx'
import { chooseTheme, readTheme, type Theme } from './theme.ts'

const next: Record<Theme, Theme> = { system: 'light', light: 'dark', dark: 'system' }
const icons = { system: Monitor, light: Sun, dark: Moon }

const { notify, subscribe } = createNotifier()

function themeText(theme: Theme): string {
  if (theme === 'system') return t`Theme: system. Change to light`
  return theme === 'light' ? t`Theme: light. Change to dark` : t`Theme: dark. Change to system`
}

/** Cycles through light, dark and system theme. */
export function ThemeSwitch() {
  const theme = useSyncExternalStore<Theme>(subscribe, readTheme, () => 'system')
  const Icon = icons[theme]
  return (
    <IconButton
      label={themeText(theme)}
      onClick={() => {
        chooseTheme(next[theme])
        notify()
      }}
    >
      <Icon aria-hidden="true" size={19} />
    </IconButton>
  )
}

/**
 * Links, so that it works without scripts and search engines follow it. Renders nothing in a store with one language. The server remembers English by its address, and the browser the
 * others.
 */
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
                href={`${getPathPrefix({ tag }) || `/${ENGLISH.tag}`}${page}`}
                onClick={() => chooseLanguage(tag)}
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

/** Makes a language the default for addresses without one, and for the emails of the account. */
function chooseLanguage(tag: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Safari 17.
  document.cookie = choiceCookie({ tag }, location.protocol === 'https:')
  const token = findToken()
  if (token === undefined) return
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ language: tag })
  // `keepalive` lets it outlive this page. If it is lost, the next sign-in sends it again.
  fetch('/api/profile', { method: 'PUT', keepalive: true, headers, body }).catch(() => {})
}
