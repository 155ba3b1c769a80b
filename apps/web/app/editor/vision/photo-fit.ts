// Rates how well photos fit frames: the fewer people and the less of a photo a frame cuts off, the better.

import type { Face } from '@vitrine/document/field'
import type { ClipShape } from '@vitrine/document/layer'
import { mapBounds } from '@vitrine/document/matrix'
import { cropForFaces } from '@vitrine/painter/face-crop'
import { placePicture } from '@vitrine/painter/picture'
import type { Size } from '../cropper/crop.ts'

/** A photo and the people in it. */
interface MeasuredPhoto extends Size {
  faces: readonly Face[]
}

interface PhotoFrame extends Size {
  clip?: ClipShape | undefined
}

/** Losing a face weighs as much as losing this share of the photo. */
const FACE_WEIGHT = 2
/** A face counts as visible when at least this share of its width and height is. */
const SHOWN = 0.9

/** The share of a photo that a frame cuts off, 0 to 1, and twice the share of its faces. */
export function photoCost(photo: MeasuredPhoto, frame: PhotoFrame): number {
  const [ratio, frameRatio] = [photo.width / photo.height, frame.width / frame.height]
  const cutOff = 1 - Math.min(ratio, frameRatio) / Math.max(ratio, frameRatio)
  const crop = cropForFaces(photo, frame, photo.faces, frame.clip)
  if (!crop) return cutOff
  const { matrix } = placePicture(photo, frame, 'cover', crop)
  const lost = photo.faces.filter(({ x, y, width, height }) => {
    const { width: wide, height: high } = photo
    const [left, top, right, bottom] = mapBounds(matrix, [x * wide, y * high, (x + width) * wide, (y + height) * high])
    const shownWidth = Math.min(right, frame.width) - Math.max(left, 0)
    const shownHeight = Math.min(bottom, frame.height) - Math.max(top, 0)
    return shownWidth < SHOWN * (right - left) || shownHeight < SHOWN * (bottom - top)
  })
  return cutOff + (FACE_WEIGHT * lost.length) / photo.faces.length
}
