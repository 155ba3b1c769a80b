// Validates ids from outside before they reach a uuid column, where a malformed one would cause a 500 instead of a 404.

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** True when `id` can be looked up in a uuid column. */
export function isUuid(id: string): boolean {
  return UUID.test(id)
}
