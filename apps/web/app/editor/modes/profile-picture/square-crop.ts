// Cropping a picture to a square: the crop of the editors, in a square frame, and the pixels that it shows.

import type { PictureCrop } from '@vitrine/contract/accounts'
import type { Crop } from '@vitrine/document/field'
import { type Framing, greatestZoom, limitCrop, restingCrop, type Size } from '../../cropper/crop.ts'

/** The smallest square that can be chosen; below this the result is unusable. */
const smallestSidePx = 64
/** Pictures are kept at 512 px; below half of that a square looks soft. */
const softBelowPx = 256
/** Side of the frame in its own pixels, whatever its size on the screen. */
export const frameSide = 1000

export function squareFraming(source: Size): Framing {
  return { source, frame: { width: frameSide, height: frameSide }, fit: 'cover' }
}

export function findHighestZoom({ width, height }: Size): number {
  return Math.max(1, Math.min(greatestZoom, Math.min(width, height) / smallestSidePx))
}

/** The nearest crop that is allowed: upright, inside the picture, and not too small. */
export function limitSquare(picture: Size, { x, y, zoom }: Crop): Crop {
  return limitCrop(squareFraming(picture), { ...restingCrop, x, y, zoom: Math.min(zoom, findHighestZoom(picture)) })
}

/** Side and centre of the square that the frame shows, in pixels of the upright picture. */
export function computeSquare({ width, height }: Size, { x, y, zoom }: Crop): { side: number; x: number; y: number } {
  const side = Math.min(width, height) / zoom
  return { side, x: width / 2 - x * side, y: height / 2 - y * side }
}

/** The square of a crop in whole pixels, inside the picture. */
export function toPictureCrop(picture: Size, crop: Crop): PictureCrop {
  const { side, x, y } = computeSquare(picture, limitSquare(picture, crop))
  const size = Math.floor(side)
  return {
    left: Math.min(Math.max(Math.round(x - size / 2), 0), picture.width - size),
    top: Math.min(Math.max(Math.round(y - size / 2), 0), picture.height - size),
    size,
  }
}

/** True when a picture cropped like this will look soft. */
export function isSoft(crop: PictureCrop): boolean {
  return crop.size < softBelowPx
}
