// The theme: the visitor's choice, stored in the browser and applied before the first paint, else the store's own.
import { persisted } from '../api/persisted.ts'

export type Theme = 'light' | 'dark' | 'system'

const storageKey = 'vitrine-theme'

/** Runs inline in the head, before the first paint, so that the page does not flash in the wrong theme. */
export const themeScript = `try{const t=localStorage.getItem('${storageKey}');const d=document.documentElement.dataset;if(t==='light'||t==='dark')d.theme=t;else if(t)delete d.theme}catch{}`

const themes: readonly string[] = ['light', 'dark', 'system'] satisfies Theme[]
const isTheme = (value: unknown): value is Theme => themes.includes(value as string)
const stored = persisted(storageKey, (value) => (isTheme(value) ? value : undefined))

/** The stored choice, else the store's theme. Storage may be unavailable (private windows). */
export function readTheme(): Theme {
  const { defaultTheme } = document.documentElement.dataset
  return stored.read() ?? (isTheme(defaultTheme) ? defaultTheme : 'system')
}

export function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}

/** Applies and stores a choice. */
export function chooseTheme(theme: Theme): void {
  applyTheme(theme)
  stored.write(theme)
}
