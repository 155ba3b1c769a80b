// The first bytes of photos for tests: the headers that state their size, without pixels.

const toBytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
const big = (size: number, value: number) =>
  Uint8Array.from({ length: size }, (_, n) => (value >>> (8 * (size - 1 - n))) & 0xff)
const little = (size: number, value: number) => big(size, value).reverse()

function join(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

const chunk = (type: string, content: Uint8Array) => join(big(4, content.length), toBytes(type), content, big(4, 0))

/** A PNG up to its pixels. */
export function pngHead(width: number, height: number, { hasExif = false } = {}): Uint8Array<ArrayBuffer> {
  return join(
    toBytes('\x89PNG\r\n\x1a\n'),
    chunk('IHDR', join(big(4, width), big(4, height), toBytes('\x08\x02\0\0\0'))),
    ...(hasExif ? [chunk('eXIf', toBytes('MM\0*'))] : []),
    chunk('IDAT', big(4, 0)),
  )
}

/** An extended WebP up to its pixels. */
export function webpHead(width: number, height: number, { hasExif = false } = {}): Uint8Array<ArrayBuffer> {
  const facts = join(big(1, hasExif ? 8 : 0), big(3, 0), little(3, width - 1), little(3, height - 1))
  return join(toBytes('RIFF'), little(4, 100), toBytes('WEBPVP8X'), little(4, 10), facts)
}

const segment = (marker: number, content: Uint8Array) => join(big(2, marker), big(2, content.length + 2), content)

export interface JpegHead {
  /** The Exif orientation; no camera data by default. */
  orientation?: number
  isLittle?: boolean
  /** How many bytes of other data come before the size. */
  filling?: number
}

/** A JPEG up to its first scan, with its stored size. */
export function jpegHead(width: number, height: number, settings: JpegHead = {}): Uint8Array<ArrayBuffer> {
  const { orientation, isLittle = false, filling = 0 } = settings
  const number = isLittle ? little : big
  const exif = (value: number) =>
    join(
      toBytes(`Exif\0\0${isLittle ? 'II' : 'MM'}`),
      join(number(2, 42), number(4, 8), number(2, 2)),
      join(number(2, 0x010f), number(2, 2), number(4, 4), toBytes('Abc\0')),
      join(number(2, 0x0112), number(2, 3), number(4, 1), number(2, value), number(2, 0)),
      number(4, 0),
    )
  const fillings: Uint8Array[] = []
  for (let left = filling; left > 0; left -= 60_000)
    fillings.push(segment(0xffe2, new Uint8Array(Math.min(left, 60_000))))
  return join(
    big(2, 0xffd8),
    segment(0xffe0, toBytes('JFIF\0\x01\x01\0\0\x01\0\x01\0\0')),
    ...fillings,
    ...(orientation === undefined ? [] : [segment(0xffe1, exif(orientation))]),
    segment(0xffc4, new Uint8Array(20)),
    segment(0xffc2, join(big(1, 8), big(2, height), big(2, width), big(1, 3), new Uint8Array(9))),
    segment(0xffda, new Uint8Array(10)),
  )
}
