// Decodes photos upright, no larger than they are shown. Large ones are decoded one at a time, because several would
// exceed the memory of a page on a phone; small ones do not wait for them.
import { type PhotoSize, readPhotoSize } from './photo-size.ts'

export interface DecodedPhoto {
  /** The caller closes it. */
  bitmap: ImageBitmap
  /** The size in the file, which may be larger than the bitmap. */
  full: PhotoSize
}

/** Photos with at least this many pixels (4 bytes each) are decoded alone. */
const LARGE_PIXELS = 16_000_000
/** How many small photos are decoded at once. */
const SMALL_AT_ONCE = 4
/** Rounding tolerance for the sides of a smaller copy. */
const ROUNDED = 2

const oneByOne = createTurns(1)
const fewAtOnce = createTurns(SMALL_AT_ONCE)

function isLargePhoto({ width, height }: PhotoSize): boolean {
  return width * height > LARGE_PIXELS
}

/**
 * Decodes a photo, its longer edge at most `longestEdge` pixels. Rejects when it is damaged or this browser cannot read
 * it.
 */
export async function decodePhoto(file: Blob, longestEdge: number): Promise<DecodedPhoto> {
  return decodeInTurn(file, (size) => decode(file, size, longestEdge))
}

/**
 * Runs a decoder within the limits for concurrent decoding. @param decodeIt receives the size, if the file states it
 */
export async function decodeInTurn<T>(file: Blob, decodeIt: (size: PhotoSize | undefined) => Promise<T>): Promise<T> {
  const size = await readPhotoSize(file)
  const take = size && !isLargePhoto(size) ? fewAtOnce : oneByOne
  return take(() => decodeIt(size))
}

/** The size of a large photo, if the file states it; undefined for others, which decode quickly. */
export async function findLargeSize(file: Blob): Promise<PhotoSize | undefined> {
  const size = await readPhotoSize(file)
  return size && isLargePhoto(size) ? size : undefined
}

/** The size of a photo, without decoding a large one. Rejects when this browser cannot read it. */
export async function measurePhoto(file: Blob): Promise<PhotoSize> {
  const large = await findLargeSize(file)
  if (large) return large
  const { bitmap, full } = await decodePhoto(file, Number.POSITIVE_INFINITY)
  bitmap.close()
  return full
}

async function decode(file: Blob, size: PhotoSize | undefined, longestEdge: number): Promise<DecodedPhoto> {
  if (size && longestEdge < Math.max(size.width, size.height)) {
    const bitmap =
      (isLargePhoto(size) && (await decodeReduced(file, size, longestEdge).catch(() => undefined))) ||
      (await makeSmaller(file, size, longestEdge))
    if (bitmap) return { bitmap, full: size }
  }
  const whole = await createImageBitmap(file, { imageOrientation: 'from-image' })
  const full = { width: whole.width, height: whole.height }
  const scale = longestEdge / Math.max(whole.width, whole.height)
  if (scale >= 1) return { bitmap: whole, full }
  try {
    const bitmap = await createImageBitmap(whole, {
      resizeWidth: Math.max(1, Math.round(whole.width * scale)),
      resizeHeight: Math.max(1, Math.round(whole.height * scale)),
      resizeQuality: 'high',
    })
    return { bitmap, full }
  } finally {
    whole.close()
  }
}

/** Undefined if the browser's orientation differs from the camera data. */
async function makeSmaller(
  source: Blob | VideoFrame,
  size: PhotoSize,
  longestEdge: number,
): Promise<ImageBitmap | undefined> {
  const bitmap = await createImageBitmap(source, {
    imageOrientation: 'from-image',
    // With one side set, the other follows, whether a browser rotates the photo before or after resizing.
    ...(size.width >= size.height ? { resizeWidth: longestEdge } : { resizeHeight: longestEdge }),
    resizeQuality: 'high',
  })
  if (Math.abs(bitmap.width - (bitmap.height * size.width) / size.height) < ROUNDED) return bitmap
  bitmap.close()
  return undefined
}

/**
 * Chromium decodes a JPEG at one to seven eighths of its size, in a fifth of the time and without holding all of it.
 * Undefined for other browsers and formats.
 */
async function decodeReduced(file: Blob, size: PhotoSize, longestEdge: number): Promise<ImageBitmap | undefined> {
  const eighths = Math.ceil((8 * longestEdge) / Math.max(size.width, size.height))
  if (typeof ImageDecoder !== 'function' || file.type !== 'image/jpeg' || eighths > 7) return undefined
  const [desiredWidth, desiredHeight] = [size.width, size.height].map((side) => Math.ceil((side * eighths) / 8) + 1)
  const decoder = new ImageDecoder({
    data: file.stream(),
    type: file.type,
    ...(desiredWidth && desiredHeight && { desiredWidth, desiredHeight }),
  })
  try {
    const { image } = await decoder.decode()
    try {
      const edge = Math.max(image.codedWidth, image.codedHeight)
      // A decoder that ignores the requested size gives no benefit.
      return edge >= longestEdge && edge < Math.max(size.width, size.height)
        ? await makeSmaller(image, size, longestEdge)
        : undefined
    } finally {
      image.close()
    }
  } finally {
    decoder.close()
  }
}

/** Runs tasks in order, at most `most` of them at the same time. */
function createTurns(most: number) {
  let running = 0
  const waiting: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < most) running += 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
