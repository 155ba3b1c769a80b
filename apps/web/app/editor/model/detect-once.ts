// Detects faces once per chosen file: when it is chosen among several, or when it appears on the stage.
import type { Face } from '@vitrine/document/field'
import { importWithRetry } from '../../api/load-part.ts'

const found = new WeakMap<Blob, Promise<readonly Face[]>>()

/**
 * Detects the faces of a decoded photo. Returns none if the detector, which is fetched for the first photo, cannot be
 * loaded. @param file the file that the photo was decoded from, if it is on this device
 */
export function detectOnce(photo: ImageBitmap, file: Blob | undefined): Promise<readonly Face[]> {
  const known = file && found.get(file)
  if (known) return known
  const faces = importWithRetry(() => import('../vision/vision.ts')).then(
    ({ detectFaces }) => detectFaces(photo),
    () => {
      // The next attempt may have a network.
      if (file) found.delete(file)
      return []
    },
  )
  if (file) found.set(file, faces)
  return faces
}
