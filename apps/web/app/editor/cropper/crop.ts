// Changes a crop by drag, wheel, pinch and rotation. The engine computes the placement and the limits, so that the
// export shows what the customer dragged. Points are pixels of the frame.
import type { Crop, MediaField } from '@vitrine/document/field'
import { CENTRED, placePicture } from '@vitrine/painter/picture'

export interface Size {
  width: number
  height: number
}

export interface Point {
  x: number
  y: number
}

/** A picture, its frame and its crop. */
export interface Framing {
  source: Size
  frame: Size
  fit: NonNullable<MediaField['fit']>
}

export const restingCrop: Crop = CENTRED

export const maxZoom = 8

/** A picture with `cover` always fills its frame; one with `contain` may be smaller. */
export function minZoom({ fit }: Framing): number {
  return fit === 'cover' ? 1 : 0.25
}

/** The CSS matrix of the picture in its frame, and the crop after the engine's limits. */
export function placeInFrame({ source, frame, fit }: Framing, crop: Crop) {
  return placePicture(source, frame, fit, crop)
}

const clamp = (value: number, min: number, max: number) => Math.min(max, Math.max(min, value))

/** Degrees from -180 (not included) to 180. */
export function normalizeDegrees(degrees: number): number {
  const turned = ((degrees % 360) + 360) % 360
  return turned > 180 ? turned - 360 : turned
}

/** The nearest crop that is allowed. */
export function limitCrop(framing: Framing, crop: Crop): Crop {
  const zoom = clamp(crop.zoom, minZoom(framing), maxZoom)
  const used = placeInFrame(framing, { ...crop, zoom, rotate: normalizeDegrees(crop.rotate) }).crop
  // The engine does not limit a contained picture; here it stays where it can be seen and dragged back.
  const reach = framing.fit === 'contain' ? 0.5 : Number.POSITIVE_INFINITY
  return {
    x: tidy(clamp(used.x, -reach, reach)),
    y: tidy(clamp(used.y, -reach, reach)),
    zoom: tidy(zoom),
    rotate: tidy(used.rotate),
    ...(used.flip && { flip: used.flip }),
  }
}

/** Mirrors the picture as seen on the screen, whatever its rotation. Its position stays. */
export function flipCrop(crop: Crop, direction: 'horizontal' | 'vertical'): Crop {
  const { flip, ...rest } = crop
  // For a picture rotated by 90°, the screen axis is the picture's other axis.
  const isOnItsSide = Math.round(crop.rotate / 90) % 2 !== 0
  const turnsHorizontal = (direction === 'horizontal') !== isOnItsSide
  const horizontal = (flip === 'horizontal' || flip === 'both') !== turnsHorizontal
  const vertical = (flip === 'vertical' || flip === 'both') === turnsHorizontal
  if (!horizontal && !vertical) return rest
  return { ...rest, flip: horizontal && vertical ? 'both' : horizontal ? 'horizontal' : 'vertical' }
}

/** Six digits are finer than a pixel of any video, and make nearly equal crops equal. Adding 0 turns -0 into 0. */
function tidy(value: number): number {
  return Math.round(value * 1e6) / 1e6 + 0
}

/** Moves the picture by frame pixels. */
export function panCrop(framing: Framing, crop: Crop, by: Point): Crop {
  const { width, height } = framing.frame
  return limitCrop(framing, { ...crop, x: crop.x + by.x / width, y: crop.y + by.y / height })
}

/** Zooms around `anchor`, or around the middle of the frame. */
export function zoomCrop(framing: Framing, crop: Crop, factor: number, anchor?: Point): Crop {
  const zoom = clamp(crop.zoom * factor, minZoom(framing), maxZoom)
  const grown = zoom / crop.zoom
  const { width, height } = framing.frame
  // The anchor in the unit of the crop: fractions of the frame from its middle. Distances from it scale with the zoom.
  const at = anchor ? { x: anchor.x / width - 0.5, y: anchor.y / height - 0.5 } : { x: 0, y: 0 }
  return limitCrop(framing, {
    ...crop,
    x: at.x + (crop.x - at.x) * grown,
    y: at.y + (crop.y - at.y) * grown,
    zoom,
  })
}

/** Rotates the picture to an angle around the middle of the frame. */
export function rotateCrop(framing: Framing, crop: Crop, degrees: number): Crop {
  const scaleAt = (rotate: number) => computeScale(placeInFrame(framing, { ...crop, rotate }).matrix)
  // The angle changes how large the picture must be to fill the frame, and offsets scale with it.
  const grown = scaleAt(degrees) / scaleAt(crop.rotate)
  const angle = ((degrees - crop.rotate) * Math.PI) / 180
  const { width, height } = framing.frame
  const [dx, dy] = [crop.x * width * grown, crop.y * height * grown]
  return limitCrop(framing, {
    ...crop,
    x: (dx * Math.cos(angle) - dy * Math.sin(angle)) / width,
    y: (dx * Math.sin(angle) + dy * Math.cos(angle)) / height,
    rotate: degrees,
  })
}

/** The angle from the nearest quarter turn, -45 to 45 degrees, which the fine slider shows. */
export function computeTilt(degrees: number): number {
  return degrees - 90 * Math.round(degrees / 90)
}

/** Moves, scales and rotates the picture by two fingers. */
export function pinchCrop(
  framing: Framing,
  crop: Crop,
  from: readonly [Point, Point],
  to: readonly [Point, Point],
): Crop {
  const middle = ([a, b]: readonly [Point, Point]): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })
  const distance = ([a, b]: readonly [Point, Point]) => Math.hypot(b.x - a.x, b.y - a.y)
  const [start, end] = [middle(from), middle(to)]
  // Fingers that start at the same point have no distance to compare with.
  const factor = distance(from) < 1 ? 1 : distance(to) / distance(from)
  // Scaling comes first, because the move may need the room.
  const grown = zoomCrop(framing, crop, factor, start)
  return panCrop(framing, grown, { x: end.x - start.x, y: end.y - start.y })
}

/** Source pixels per pixel of the frame. Below 1 the video upscales, and the picture looks soft. */
export function sharpness(framing: Framing, crop: Crop): number {
  return 1 / computeScale(placeInFrame(framing, crop).matrix)
}

function computeScale([a, b]: readonly number[]): number {
  return Math.hypot(a ?? 1, b ?? 0)
}
