// Dependencies of the routes that process uploads.
import type { Uploads } from '../uploads.ts'
import type { FairQueue } from './fair-queue.ts'

export interface UploadedMedia {
  readonly uploads: Uploads
  /** Where all heavy work on customers' files waits, whichever route asks for it. */
  readonly queue: FairQueue
}
