// Faces of chosen files, each looked at once: when it is chosen among several, or when it is on the stage.
import type { Face } from '@vitrine/document/field'
import { importWithRetry } from '../../api/load-part.ts'

const found = new WeakMap<Blob, Promise<readonly Face[]>>()

/**
 * Finds the faces of a decoded photo. Without this part of the program, which is fetched for the first photo, there are none.
 * @param file the chosen file that it was decoded from, where it is here
 */
export function detectOnce(photo: ImageBitmap, file: Blob | undefined): Promise<readonly Face[]> {
  const known = file && found.get(file)
  if (known) return known
  const faces = importWithRetry(() => import('../vision/vision.ts')).then(
    ({ detectFaces }) => detectFaces(photo),
    () => {
      // The next look at the file may find a network.
      if (file) found.delete(file)
      return []
    },
  )
  if (file) found.set(file, faces)
  return faces
}
