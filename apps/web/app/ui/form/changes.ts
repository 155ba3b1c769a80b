// Merges the typed values of a form with the stored ones and with changes saved elsewhere meanwhile, field by field.

/** The server trims blanks, so surrounding ones are no change. */
const toComparedText = (value: unknown) =>
  JSON.stringify(value, (_key, part: unknown) => (typeof part === 'string' ? part.trim() : part))

export const isSame = (one: unknown, other: unknown): boolean => toComparedText(one) === toComparedText(other)

/** Only the values that differ from `stored`. */
export function findChanges<Values extends object>(typed: Values, stored: Values): Partial<Values> {
  const names = Object.keys(typed) as (keyof Values)[]
  const changed = names.filter((name) => !isSame(typed[name], stored[name])).map((name) => [name, typed[name]])
  return Object.fromEntries(changed) as Partial<Values>
}

/** The stored values, with what was typed since `before`. Blanks stay, so that typing is not disturbed. */
export function rebase<Values extends object>(typed: Values, before: Values, now: Values): Values {
  const names = Object.keys(now) as (keyof Values)[]
  const blanks = names.filter((name) => isSame(typed[name], now[name])).map((name) => [name, typed[name]])
  return { ...now, ...Object.fromEntries(blanks), ...findChanges(typed, before) }
}
