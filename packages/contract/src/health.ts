// Wire schema of the health report.
import { z } from 'zod'

const part = z.enum(['ok', 'failing'])

export const health = z.object({
  status: z.enum(['ok', 'degraded']),
  version: z.string(),
  database: part,
  queue: part,
  storage: part,
  uptimeSeconds: z.number(),
})
export type Health = z.infer<typeof health>
