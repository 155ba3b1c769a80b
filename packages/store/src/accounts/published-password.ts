// Retires the demo passwords, which every start of a trial store prints, once the store serves real customers.
import { type Db, transaction } from '@vitrine/database/connection'
import { and, eq } from 'drizzle-orm'
import { ABSENT_HASH, hashPassword, isPasswordRight } from './password.ts'
import { endAllSessions } from './session.ts'
import { users } from './tables.ts'

/**
 * Removes the password of an account that still has the published one, and ends its sessions. Returns whether it did. Leaves
 * unknown accounts and changed passwords alone.
 */
export async function removePublishedPassword(db: Db, email: string, published: string): Promise<boolean> {
  const [user] = await db
    .select({ id: users.id, passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.email, email))
  const { id, passwordHash } = user ?? {}
  if (!id || !passwordHash || !(await isPasswordRight(published, passwordHash))) return false
  return transaction(db, async (tx) => {
    const { rowCount } = await tx
      .update(users)
      .set({ passwordHash: ABSENT_HASH })
      .where(and(eq(users.id, id), eq(users.passwordHash, passwordHash)))
    if (rowCount !== 1) return false
    await endAllSessions(tx, id)
    return true
  })
}

/** Restores the published password of an account from which it was removed. Returns whether it did. */
export async function restorePublishedPassword(db: Db, email: string, published: string): Promise<boolean> {
  const lacksOne = and(eq(users.email, email), eq(users.passwordHash, ABSENT_HASH))
  // Hashing a password is slow on purpose, so it must not happen at every start.
  const [user] = await db.select({ id: users.id }).from(users).where(lacksOne)
  if (!user) return false
  const passwordHash = await hashPassword(published)
  const { rowCount } = await db.update(users).set({ passwordHash }).where(lacksOne)
  return rowCount === 1
}
