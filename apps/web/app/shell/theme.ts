// The theme: the visitor's choice, stored in the browser and applied before the first paint, else the shop's own.
export type Theme = 'light' | 'dark' | 'system'

const storageKey = 'vitrine-theme'

/** Runs inline in the head, before anything is painted, so that a remembered choice never flashes. */
export const themeScript = `try{const t=localStorage.getItem('${storageKey}');const d=document.documentElement.dataset;if(t==='light'||t==='dark')d.theme=t;else if(t)delete d.theme}catch{}`

const themes: readonly string[] = ['light', 'dark', 'system'] satisfies Theme[]
const isTheme = (text: string | null | undefined): text is Theme => text != null && themes.includes(text)

/** The remembered choice, else the shop's theme. Storage can be refused (private windows). */
export function readTheme(): Theme {
  const { defaultTheme } = document.documentElement.dataset
  const shopTheme = isTheme(defaultTheme) ? defaultTheme : 'system'
  try {
    const stored = localStorage.getItem(storageKey)
    return isTheme(stored) ? stored : shopTheme
  } catch {
    return shopTheme
  }
}

export function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}

/** Applies and remembers a choice. */
export function chooseTheme(theme: Theme): void {
  applyTheme(theme)
  try {
    localStorage.setItem(storageKey, theme)
  } catch {
    // A window without storage keeps the choice until it is closed.
  }
}
