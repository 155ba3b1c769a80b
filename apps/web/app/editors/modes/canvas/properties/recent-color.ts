// The recent colours of this browser, for every template.

const key = 'vitrine-colors'
const kept = 12

/** Newest first, as `#rrggbb`. */
export function listRecentColors(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(stored) ? stored.filter((color) => /^#[\da-f]{6}$/.test(String(color))).slice(0, kept) : []
  } catch {
    return []
  }
}

export function rememberColor(color: string): void {
  try {
    const next = [color, ...listRecentColors().filter((other) => other !== color)].slice(0, kept)
    localStorage.setItem(key, JSON.stringify(next))
  } catch {
    // A browser that keeps nothing offers no colours used lately.
  }
}
