// Wire schemas of the sandbox outbox, which receives emails and SMS when no real provider is configured.
import { z } from 'zod'

export const outboxMessage = z.object({
  id: z.string(),
  channel: z.enum(['mail', 'sms']),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  createdAt: z.iso.datetime(),
})
export type OutboxMessage = z.infer<typeof outboxMessage>

export const outbox = z.object({ messages: z.array(outboxMessage).describe('Newest first') })
export type Outbox = z.infer<typeof outbox>
