// Turns search text into a pattern for SQL's `like`.

/** A lower-case `like` pattern that finds the text anywhere, taken literally. */
export function toPattern(search: string): string {
  return `%${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
}
