// Crops a picture to a square: the editors' crop in a square frame, and its pixels.

import type { PictureCrop } from '@vitrine/contract/accounts'
import type { Crop } from '@vitrine/document/field'
import { type Framing, limitCrop, maxZoom, restingCrop, type Size } from '../../cropper/crop.ts'

/** The smallest allowed square; a smaller one is unusable. */
const smallestSidePx = 64
/** Pictures are stored at 512 px; a square of less than half of that looks soft. */
const softBelowPx = 256
/** Side of the frame in its own pixels, whatever its size on the screen. */
export const frameSide = 1000

export function squareFraming(source: Size): Framing {
  return { source, frame: { width: frameSide, height: frameSide }, fit: 'cover' }
}

export function findHighestZoom({ width, height }: Size): number {
  return Math.max(1, Math.min(maxZoom, Math.min(width, height) / smallestSidePx))
}

/** The nearest allowed crop: upright, inside the picture, and not too small. */
export function limitSquare(picture: Size, { x, y, zoom }: Crop): Crop {
  return limitCrop(squareFraming(picture), { ...restingCrop, x, y, zoom: Math.min(zoom, findHighestZoom(picture)) })
}

/** Side and centre of the visible square, in pixels of the upright picture. */
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
