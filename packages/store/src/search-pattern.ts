// Search texts in patterns of SQL's `like`.

/** The text as part of a pattern, taken literally. */
export function escapePattern(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}

/** A lower-case pattern that finds the text anywhere. */
export function toPattern(search: string): string {
  return `%${escapePattern(search.toLowerCase())}%`
}
