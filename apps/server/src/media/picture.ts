// Makes profile pictures: a square, cut from an upload or from a picture of the caller's library, re-encoded.
import { randomUUID } from 'node:crypto'
import type { PictureCrop, SetPictureRequest } from '@vitrine/contract/accounts'
import { uploadLimits } from '@vitrine/contract/media'
import { Refusal } from '@vitrine/contract/refusal'
import { setProfilePicture } from '@vitrine/shop/accounts'
import { keepFiles } from '@vitrine/shop/keep-file'
import { getUserAsset } from '@vitrine/shop/media'
import sharp from 'sharp'
import type { AppDeps } from '../deps.ts'
import type { Uploads } from '../uploads.ts'
import { normaliseImage, refuseTooManyPixels } from './image.ts'
import { withReadablePicture } from './readable-picture.ts'
import { sniffFile } from './sniff.ts'

const EDGE = 512

/**
 * Makes the square picture that was asked for, stores it and sets it in place of the old one. A finished upload is used up by
 * it, last, so that a request whose answer was lost can be sent again. Refuses
 * upload-not-found, upload-incomplete, asset-not-found, asset-deleted, upload-type-not-allowed, upload-too-large,
 * image-too-many-pixels, media-damaged, and invalid-input for a crop that is not inside the picture.
 */
export async function storePicture(
  deps: Pick<AppDeps, 'db' | 'storage'>,
  uploads: Uploads,
  userId: string,
  { uploadId, assetId, crop }: SetPictureRequest,
): Promise<void> {
  const { db, storage } = deps
  const data = uploadId !== undefined ? await fromUpload() : await fromAsset(assetId ?? '')
  const key = `private/pictures/${randomUUID()}.webp`
  const old = await keepFiles(
    deps,
    (put) => put(key, data, { contentType: 'image/webp' }),
    (tx) => setProfilePicture(tx, userId, key),
  )
  // After the commit: a record must never offer a file that is gone.
  if (old !== null) await storage.delete(old)
  if (uploadId !== undefined) await uploads.remove(uploadId)

  async function fromUpload(): Promise<Buffer> {
    return await uploads.withComplete(userId, uploadId ?? '', async (upload) => {
      const { kind, contentType } = await sniffFile(upload.path)
      if (kind !== 'image') throw new Refusal('upload-type-not-allowed', { found: contentType })
      if (upload.sizeBytes > uploadLimits.imageBytes) {
        throw new Refusal('upload-too-large', { limitBytes: uploadLimits.imageBytes })
      }
      return await withReadablePicture(upload.path, contentType, (path) => cutSquare(path, crop))
    })
  }

  async function fromAsset(id: string): Promise<Buffer> {
    const asset = await getUserAsset(db, userId, id)
    if (asset.kind !== 'image' || asset.status !== 'ready' || asset.storageKey === null) {
      throw new Refusal('upload-type-not-allowed', { found: asset.mime })
    }
    const file = await storage.localFile(asset.storageKey)
    try {
      return await cutSquare(file.path, crop)
    } finally {
      await file.release()
    }
  }
}

/** The square of an upright picture as 512 × 512 WebP in sRGB, without any metadata; on white where something shows through. */
async function cutSquare(path: string, crop: PictureCrop | undefined): Promise<Buffer> {
  // Cutting decodes all that lies above the cut: of a photo that is too large for that, a smaller copy is cut.
  const isLarge = (await refuseTooManyPixels(path)) > uploadLimits.imagePixels
  const { autoOrient } = await sharp(path, { limitInputPixels: uploadLimits.photoPixels })
    .metadata()
    .catch(() => {
      throw new Refusal('media-damaged')
    })
  const { left, top, size } = crop ?? largestSquare(autoOrient)
  if (left + size > autoOrient.width || top + size > autoOrient.height) {
    const message = 'The square must lie inside the picture'
    throw new Refusal('invalid-input', { issues: [{ path: 'crop', message }] }, message)
  }
  const copy = isLarge ? await normaliseImage(path) : undefined
  const share = copy ? copy.width / autoOrient.width : 1
  const part = {
    left: Math.floor(left * share),
    top: Math.floor(top * share),
    side: Math.max(1, Math.floor(size * share)),
  }
  try {
    return await sharp(copy?.master.data ?? path, { limitInputPixels: uploadLimits.imagePixels, failOn: 'error' })
      .autoOrient()
      .extract({ left: part.left, top: part.top, width: part.side, height: part.side })
      .resize(EDGE, EDGE)
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .webp({ quality: 82 })
      .toBuffer()
  } catch {
    throw new Refusal('media-damaged')
  }
}

function largestSquare({ width, height }: { width: number; height: number }): PictureCrop {
  const size = Math.min(width, height)
  return { left: Math.floor((width - size) / 2), top: Math.floor((height - size) / 2), size }
}
