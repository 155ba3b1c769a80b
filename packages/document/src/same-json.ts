// Compares two values as JSON.

/** Ignores the order of keys and keys with undefined values; -0 equals 0, as after a JSON round trip. */
export function isSameJson(one: unknown, other: unknown): boolean {
  if (one === other || Object.is(one, other)) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  if (Array.isArray(one) || Array.isArray(other)) {
    if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) return false
    return one.every((item, index) => isSameJson(item ?? null, other[index] ?? null))
  }
  const others = other as Readonly<Record<string, unknown>>
  let left = Object.values(others).filter((value) => value !== undefined).length
  for (const [key, value] of Object.entries(one)) {
    if (value === undefined) continue
    if (!Object.hasOwn(others, key) || !isSameJson(value, others[key])) return false
    left--
  }
  return left === 0
}
