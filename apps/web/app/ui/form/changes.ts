// What was typed into a form, beside what is stored and what somebody else has stored meanwhile: field by field.

/** The server trims blanks, so one at an end is no change yet. */
const toComparedText = (value: unknown) =>
  JSON.stringify(value, (_key, part: unknown) => (typeof part === 'string' ? part.trim() : part))

export const isSame = (one: unknown, other: unknown): boolean => toComparedText(one) === toComparedText(other)

/** Only what differs from `stored`. */
export function findChanges<Values extends object>(typed: Values, stored: Values): Partial<Values> {
  const names = Object.keys(typed) as (keyof Values)[]
  const changed = names.filter((name) => !isSame(typed[name], stored[name])).map((name) => [name, typed[name]])
  return Object.fromEntries(changed) as Partial<Values>
}

/** What is stored now, with what was typed since `before`. Blanks stay under the hands of whoever is typing. */
export function rebase<Values extends object>(typed: Values, before: Values, now: Values): Values {
  const names = Object.keys(now) as (keyof Values)[]
  const blanks = names.filter((name) => isSame(typed[name], now[name])).map((name) => [name, typed[name]])
  return { ...now, ...Object.fromEntries(blanks), ...findChanges(typed, before) }
}
