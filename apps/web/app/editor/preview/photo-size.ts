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
