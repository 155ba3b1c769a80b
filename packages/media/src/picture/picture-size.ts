// The size of a picture in memory, for processes that are bounded children themselves: nothing is decoded.
import { ApiError } from '@vitrine/contract/api-error'
import { isPictureType, openPicture } from './decoder.ts'

/** Width and height as stored, before any rotation; undefined for an unreadable or too large picture. */
export async function findPictureSize(
  bytes: Uint8Array,
  contentType: string,
): Promise<{ width: number; height: number } | undefined> {
  if (!isPictureType(contentType)) return undefined
  try {
    const { width, height } = (await openPicture(bytes, contentType)).header
    return { width, height }
  } catch (error) {
    if (error instanceof ApiError) return undefined
    throw error
  }
}
