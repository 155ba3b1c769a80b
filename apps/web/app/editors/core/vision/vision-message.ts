// What the page and the worker that looks at photos tell each other.
import type { Face } from '@vitrine/composition/field'

export interface VisionRequest {
  id: number
  /** Transferred; the worker closes it. */
  picture: ImageBitmap
}

export interface VisionAnswer {
  id: number
  content: { faces: readonly Face[] } | { error: string }
}
