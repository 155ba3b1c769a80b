// Owns reading which rule of the database a failed statement ran into, so that a collision becomes an error instead of a
// question asked beforehand.
import pg from 'pg'

/** The name of the constraint or unique index that refused a statement; undefined for any other error. */
export function findViolatedConstraint(error: unknown): string | undefined {
  for (let current = error; current instanceof Error; current = current.cause) {
    if (current instanceof pg.DatabaseError) return current.constraint
  }
  return undefined
}
