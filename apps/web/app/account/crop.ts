// The arithmetic of cropping a picture to a square. All values are in pixels of the upright picture, so that they do not
// depend on the size of the frame on the screen.
import type { PictureCrop } from '@vitrine/contract/accounts'

export type PictureSize = { width: number; height: number }

/** What the frame shows: `zoom` 1 is the largest square that fits; `x` and `y` are its centre. */
export type CropView = { zoom: number; x: number; y: number }

/** The smallest square that can be chosen; below this the result is unusable. */
const smallestSidePx = 64
const highestZoom = 8
/** Pictures are kept at 512 px; below half of that a square looks soft. */
const softBelowPx = 256

export function findHighestZoom({ width, height }: PictureSize): number {
  return Math.max(1, Math.min(highestZoom, Math.min(width, height) / smallestSidePx))
}

function sideOf({ width, height }: PictureSize, zoom: number): number {
  return Math.min(width, height) / zoom
}

/** The view with its square brought back inside the picture. */
function settle(picture: PictureSize, { zoom, x, y }: CropView): CropView {
  const settledZoom = Math.min(Math.max(zoom, 1), findHighestZoom(picture))
  const half = sideOf(picture, settledZoom) / 2
  return {
    zoom: settledZoom,
    x: Math.min(Math.max(x, half), picture.width - half),
    y: Math.min(Math.max(y, half), picture.height - half),
  }
}

/** The largest square in the middle. */
export function startView(picture: PictureSize): CropView {
  return { zoom: 1, x: picture.width / 2, y: picture.height / 2 }
}

/** Moves the picture under the frame by fractions of the frame's side: positive `right` and `down` follow the pointer. */
export function movePicture(picture: PictureSize, view: CropView, right: number, down: number): CropView {
  const side = sideOf(picture, view.zoom)
  return settle(picture, { ...view, x: view.x - right * side, y: view.y - down * side })
}

export function zoomTo(picture: PictureSize, view: CropView, zoom: number): CropView {
  return settle(picture, { ...view, zoom })
}

/** The square of a view in whole pixels, inside the picture. */
export function cropOf(picture: PictureSize, view: CropView): PictureCrop {
  const { zoom, x, y } = settle(picture, view)
  const size = Math.floor(sideOf(picture, zoom))
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
