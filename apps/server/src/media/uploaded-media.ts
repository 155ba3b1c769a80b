// Dependencies of the routes that process uploads.
import type { Uploads } from '../uploads/uploads.ts'
import type { FairQueue } from './fair-queue.ts'

export interface UploadedMedia {
  readonly uploads: Uploads
  /** The queue of all heavy work on customers' files. */
  readonly queue: FairQueue
}
