// Wire schemas of the books: what an accountant closes a month with.
import { z } from 'zod'
import { booksPeriodKinds } from './books-period.ts'

/** A month, quarter or year. The store checks `value`, because it must also know today. */
export const booksPeriodQuery = z.object({
  kind: z.enum(booksPeriodKinds),
  value: z.string().max(12).describe('2026-11, 2026-27-Q3 or 2026-27'),
})
export type BooksPeriodQuery = z.infer<typeof booksPeriodQuery>

/** A period with its limits: midnight in India, the end excluded. */
export const booksPeriod = booksPeriodQuery.extend({
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  isUnfinished: z.boolean().describe('Whether it has not ended yet'),
})
