// The theme: stored in the browser, applied before the first paint, system by default.
export type Theme = 'light' | 'dark' | 'system'

const storageKey = 'vitrine-theme'

/** Runs inline in the head, before anything is painted, so that a remembered choice never flashes. */
export const themeScript = `try{const t=localStorage.getItem('${storageKey}');if(t==='light'||t==='dark')document.documentElement.dataset.theme=t}catch{}`

/** The remembered choice. Storage can be refused (private windows); the system's theme is then right. */
export function readTheme(): Theme {
  try {
    const stored = localStorage.getItem(storageKey)
    return stored === 'light' || stored === 'dark' ? stored : 'system'
  } catch {
    return 'system'
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
    if (theme === 'system') localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, theme)
  } catch {
    // A window without storage keeps the choice until it is closed.
  }
}
