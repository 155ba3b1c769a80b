// Photos in files. Decodes them upright, no larger than they are shown. Large ones are decoded one at a time, because
// several would exceed the memory of a page on a phone; small ones do not wait for them.

interface DecodedPhoto {
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
async function findLargeSize(file: Blob): Promise<PhotoSize | undefined> {
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

// Reads the size of a photo from its first bytes: decoding 48 million pixels for it would take a phone 200 MB.

/** Pixels of a photo as shown, upright. */
export interface PhotoSize {
  width: number
  height: number
}

/** How much of a file is read at once; camera data and previews before the size may be longer. */
const PIECE_BYTES = 64 * 1024
/** The limit of camera, preview and profile segments; no photo has more. */
const MAX_SEGMENTS = 200
/** Segments of a JPEG (ITU-T T.81, annex B) and of its camera data (Exif 2.3). */
const [START, APP1, SCAN, LONE_FIRST, LONE_LAST] = [0xffd8, 0xe1, 0xda, 0xd0, 0xd9]
/** Markers between SOF0 and SOF15 that are tables, not frame headers. */
const TABLES = [0xc4, 0xc8, 0xcc]
const ORIENTATION = 0x0112
/** From this Exif orientation on, width and height are swapped. */
const FIRST_ON_ITS_SIDE = 5

/** The size of a JPEG, PNG or WebP; undefined for other formats, and where only a decoder knows the orientation. */
export async function readPhotoSize(file: Blob): Promise<PhotoSize | undefined> {
  try {
    const head = await read(file, 0)
    if (head.getUint16(0) === START) return await readJpegSize(file)
    if (head.getUint32(0) === 0x89504e47) return readPngSize(head)
    if (letters(head, 0, 4) === 'RIFF' && letters(head, 8, 4) === 'WEBP') return readWebpSize(head)
    return undefined
  } catch {
    // The file ends before its size.
    return undefined
  }
}

async function read(file: Blob, at: number): Promise<DataView> {
  return new DataView(await file.slice(at, at + PIECE_BYTES).arrayBuffer())
}

function letters(view: DataView, at: number, length: number): string {
  return String.fromCharCode(...new Uint8Array(view.buffer, at, length))
}

async function readJpegSize(file: Blob): Promise<PhotoSize | undefined> {
  let [piece, from] = [await read(file, 0), 0]
  let orientation: number | undefined
  for (let at = 2, n = 0; n < MAX_SEGMENTS; n++) {
    // The longest segment fits into a piece that begins with it.
    if (at - from > 0 && at + 10 > from + piece.byteLength) [piece, from] = [await read(file, at), at]
    const marker = piece.getUint16(at - from) & 0xff
    if (piece.getUint8(at - from) !== 0xff || marker === SCAN) return undefined
    // A marker may be preceded by any number of fill bytes, and some have no content.
    if (marker === 0xff || (marker >= LONE_FIRST && marker <= LONE_LAST)) {
      at += marker === 0xff ? 1 : 2
      continue
    }
    const length = piece.getUint16(at - from + 2)
    if (marker >= 0xc0 && marker <= 0xcf && !TABLES.includes(marker)) {
      const [height, width] = [piece.getUint16(at - from + 5), piece.getUint16(at - from + 7)]
      if (width === 0 || height === 0) return undefined
      return (orientation ?? 1) >= FIRST_ON_ITS_SIDE ? { width: height, height: width } : { width, height }
    }
    if (marker === APP1 && orientation === undefined) {
      if (at + length + 2 > from + piece.byteLength) [piece, from] = [await read(file, at), at]
      orientation = readOrientation(piece, at - from + 4)
    }
    at += 2 + length
  }
  return undefined
}

/** The Exif orientation, 1 to 8; undefined for a segment without one. */
function readOrientation(view: DataView, at: number): number | undefined {
  if (letters(view, at, 6) !== 'Exif\0\0') return undefined
  const start = at + 6
  const isLittle = letters(view, start, 2) === 'II'
  const table = start + view.getUint32(start + 4, isLittle)
  const count = view.getUint16(table, isLittle)
  for (let n = 0; n < count; n++) {
    const entry = table + 2 + n * 12
    if (view.getUint16(entry, isLittle) !== ORIENTATION) continue
    const value = view.getUint16(entry + 8, isLittle)
    return value >= 1 && value <= 8 ? value : 1
  }
  return 1
}

function readPngSize(head: DataView): PhotoSize | undefined {
  // Camera data, if any, comes before the pixels.
  const text = new TextDecoder('latin1').decode(head)
  const pixels = text.indexOf('IDAT')
  if (pixels < 0 || text.slice(0, pixels).includes('eXIf')) return undefined
  return toPhotoSize(head.getUint32(16), head.getUint32(20))
}

function readWebpSize(head: DataView): PhotoSize | undefined {
  const kind = letters(head, 12, 4)
  if (kind === 'VP8 ') return toPhotoSize(head.getUint16(26, true) & 0x3fff, head.getUint16(28, true) & 0x3fff)
  if (kind === 'VP8L') {
    const bits = head.getUint32(21, true)
    return toPhotoSize((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1)
  }
  const hasExif = (head.getUint8(20) & 0x08) !== 0
  if (kind !== 'VP8X' || hasExif) return undefined
  const three = (at: number) => head.getUint16(at, true) + head.getUint8(at + 2) * 65_536
  return toPhotoSize(three(24) + 1, three(27) + 1)
}

function toPhotoSize(width: number, height: number): PhotoSize | undefined {
  return width > 0 && height > 0 ? { width, height } : undefined
}

// Detects whether an image file is animated; the editor uses only a still of it.

/** Flag of the extended header of WebP. */
const WEBP_ANIMATION = 0x02
/** Blocks of GIF89a. */
const [GIF_IMAGE, GIF_EXTENSION] = [0x2c, 0x21]

/** True for a GIF, WebP or PNG with more than one frame. Reads only as much of the file as needed. */
export async function isAnimated(file: Blob): Promise<boolean> {
  try {
    const head = await readBytes(file, 64)
    const text = (at: number, length: number) => String.fromCharCode(...head.subarray(at, at + length))
    if (text(0, 4) === 'RIFF' && text(8, 8) === 'WEBPVP8X') return ((head[20] ?? 0) & WEBP_ANIMATION) !== 0
    // The animation chunk stands before the first frame.
    if (text(1, 3) === 'PNG') return text(0, 64).includes('acTL')
    return text(0, 4) === 'GIF8' && hasSecondImage(await readBytes(file, file.size))
  } catch {
    return false
  }
}

async function readBytes(file: Blob, length: number): Promise<Uint8Array> {
  return new Uint8Array(await file.slice(0, length).arrayBuffer())
}

/** Walks the blocks of a GIF. */
function hasSecondImage(bytes: Uint8Array): boolean {
  const tableBytes = (flags = 0) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)
  const afterSubBlocks = (from: number) => {
    let at = from
    while (bytes[at]) at += (bytes[at] as number) + 1
    return at + 1
  }
  let images = 0
  let at = 13 + tableBytes(bytes[10])
  while (at < bytes.length && images < 2) {
    if (bytes[at] === GIF_EXTENSION) at = afterSubBlocks(at + 2)
    else if (bytes[at] === GIF_IMAGE) {
      images += 1
      // Skips the descriptor, the local colour table and the code size before the data.
      at = afterSubBlocks(at + 10 + tableBytes(bytes[at + 9]) + 1)
    } else break
  }
  return images > 1
}
