// Ids of public files.
import { z } from 'zod'

/** The id of a published file, which is the hash of its bytes. */
export const storedId = z.string().regex(/^sha256:[0-9a-f]{64}$/)
