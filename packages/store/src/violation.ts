// Finds the constraint that a failed statement violated, so that a collision becomes an API error without an earlier check.
import pg from 'pg'

/** The name of the constraint or unique index that refused a statement; undefined for any other error. */
export function findViolatedConstraint(error: unknown): string | undefined {
  for (let current = error; current instanceof Error; current = current.cause) {
    if (current instanceof pg.DatabaseError) return current.constraint
  }
  return undefined
}
