// Owns the wire of visits: what a page tells when somebody looks at it.
import { z } from 'zod'

export const visitRequest = z.object({
  path: z.string().startsWith('/').max(300).describe('Of the page that is looked at, without its query'),
})
