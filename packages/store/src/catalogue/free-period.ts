// Templates that are free for a limited time.
import { ApiError } from '@vitrine/contract/api-error'
import type { Tx } from '@vitrine/database/connection'
import { eq, sql } from 'drizzle-orm'
import { announceCatalogueChange } from './change.ts'
import { templates } from './tables.ts'

const { freeFrom, freeUntil } = templates

/** First and last day, or neither. */
export type FreeDays = Pick<typeof templates.$inferSelect, 'freeFrom' | 'freeUntil'>

/**
 * Sets the first and last day on which a template is free; null ends the period. Earlier purchases are neither charged nor
 * refunded. Returns the days before and after. Refuses template-not-found.
 */
export async function setFreePeriod(
  tx: Tx,
  templateId: string,
  period: { readonly from: string; readonly until: string } | null,
): Promise<{ before: FreeDays; after: FreeDays }> {
  const isThis = eq(templates.id, templateId)
  const [before] = await tx.select({ freeFrom, freeUntil }).from(templates).where(isThis).for('no key update')
  if (!before) throw new ApiError('template-not-found')
  const after = { freeFrom: period?.from ?? null, freeUntil: period?.until ?? null }
  await tx
    .update(templates)
    .set({ ...after, updatedAt: sql`now()` })
    .where(isThis)
  await announceCatalogueChange(tx)
  return { before, after }
}
