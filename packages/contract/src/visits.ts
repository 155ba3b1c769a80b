// Wire schema of a visit, which a page reports when it is opened.
import { z } from 'zod'

export const visitRequest = z.object({
  path: z.string().startsWith('/').max(300).describe('Of the page that is looked at, without its query'),
})
