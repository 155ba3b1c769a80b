// Messages between the page and the vision worker.
import type { Face } from '@vitrine/document/field'
import type { Mask } from './find-people.ts'

export interface VisionRequest {
  id: number
  task: 'faces' | 'people'
  /** Transferred; the worker closes it. */
  picture: ImageBitmap
}

export interface VisionAnswer {
  id: number
  content: { faces: readonly Face[] } | { people: Mask | undefined } | { error: string }
}
