// Wire schema of a visit: what a page reports when somebody opens it.
import { z } from 'zod'

export const visitRequest = z.object({
  path: z.string().startsWith('/').max(300).describe('Of the page that is looked at, without its query'),
})
