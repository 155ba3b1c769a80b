// Creates pictures for tests that are more expensive to decode than they look.
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** A valid one-bit PNG of any size, built by hand so that the test never holds the picture itself. */
export function emptyPng(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const length = Buffer.alloc(4)
    length.writeUInt32BE(data.length)
    const checksum = Buffer.alloc(4)
    checksum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, checksum])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 1
  const rows = deflateSync(Buffer.alloc((width / 8 + 1) * height))
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/**
 * A grey progressive JPEG with a number of scans, all valid: one coefficient of one colour each, from coarse to fine, as often
 * as the format allows and then again.
 */
export async function buildProgressiveJpeg(width: number, height: number, scans: number): Promise<Buffer> {
  const plain = await sharp({ create: { width, height, channels: 3, background: '#888888' } })
    .jpeg({ progressive: true })
    .toBuffer()
  const { head, groups } = splitScans(plain)
  const [first] = groups
  const rough = groups.filter((group) => group.bytes[group.at] === 1 && (group.bytes[group.at + 2] ?? 0) >> 4 === 0)
  const parts = [head, ...(first ? [first.bytes] : [])]
  for (let n = 0; parts.length < scans + 1; n++) {
    const group = rough[Math.floor(n / (63 * 14)) % rough.length]
    if (!group) break
    const bytes = Buffer.from(group.bytes)
    const [coefficient, bit] = [1 + (Math.floor(n / 14) % 63), 13 - (n % 14)]
    bytes[group.at] = coefficient
    bytes[group.at + 1] = coefficient
    bytes[group.at + 2] = bit === 13 ? 13 : ((bit + 1) << 4) | bit
    parts.push(bytes)
  }
  return Buffer.concat([...parts, Buffer.from([0xff, 0xd9])])
}

/** What stands before the first table of codes, and each scan with its tables; `at` is where its range of coefficients is told. */
function splitScans(jpeg: Buffer): { head: Buffer; groups: { bytes: Buffer; at: number }[] } {
  const groups: { bytes: Buffer; at: number }[] = []
  let [start, at] = [0, 2]
  let head: Buffer = Buffer.alloc(0)
  while (jpeg[at + 1] !== 0xd9) {
    const marker = jpeg[at + 1]
    if (marker === 0xc4 && start === 0) {
      start = at
      head = jpeg.subarray(0, at)
    }
    const next = at + 2 + jpeg.readUInt16BE(at + 2)
    if (marker !== 0xda) {
      at = next
      continue
    }
    let end = next
    while (jpeg[end] !== 0xff || jpeg[end + 1] === 0) end++
    groups.push({ bytes: jpeg.subarray(start, end), at: at + 5 + 2 * (jpeg[at + 4] ?? 0) - start })
    at = end
    start = end
  }
  return { head, groups }
}
