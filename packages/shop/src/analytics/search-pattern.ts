// Turns search text into a pattern for SQL's `like`.

/** A pattern of `like` that finds the words anywhere, themselves taken literally, in small letters. */
export function toPattern(search: string): string {
  return `%${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
}
