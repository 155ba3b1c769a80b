// Wire schemas of the session list: where a user is signed in, and signing out other devices.
import { z } from 'zod'

export const listedSession = z.object({
  sessionId: z.uuid(),
  device: z.string().describe('Browser and system; empty when unknown'),
  createdAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime().describe('Exact to a few minutes'),
  expiresAt: z.iso.datetime(),
  rememberMe: z.boolean(),
  current: z.boolean().describe('The session of this request'),
})
export type ListedSession = z.infer<typeof listedSession>

export const sessionList = z.object({ sessions: z.array(listedSession).describe('The current one first') })
export type SessionList = z.infer<typeof sessionList>

export const endSessionsResponse = z.object({ message: z.string(), sessionsEnded: z.int() })
