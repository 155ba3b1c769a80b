// Wire schemas of credits: the balance and the statement.
import { z } from 'zod'

export const userCreditsResponse = z.object({ credits: z.int() })

export const statementQuery = z.object({
  cursor: z.string().max(500).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(20),
})

/** Why credits moved. `pack`: purchased; `refund` and `dispute`: purchased credits taken back, or granted again. */
export const creditReason = z.enum(['signup', 'profile', 'template', 'adjustment', 'pack', 'refund', 'dispute'])
export type CreditReason = z.infer<typeof creditReason>

export const statementLine = z.object({
  id: z.string(),
  createdAt: z.iso.datetime(),
  reason: creditReason,
  description: z.string().describe('One line for people'),
  credits: z.int().describe('Positive when received, negative when spent'),
  balanceAfter: z.int(),
})
export type StatementLine = z.infer<typeof statementLine>

export const statement = z.object({ items: z.array(statementLine), nextCursor: z.string().nullable() })
export type Statement = z.infer<typeof statement>
