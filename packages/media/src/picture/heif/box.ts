// Reads the boxes of ISO base media files (ISO/IEC 14496-12): named, nested byte ranges. Reads never leave the given bytes,
// whatever lengths the file claims.

/** The file contradicts its boxes; the message says where. */
export class HeifError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'HeifError'
  }
}

export interface Box {
  /** Four letters. */
  readonly type: string
  readonly content: ByteReader
}

/** More boxes at one level than any picture has. */
const MAX_BOXES = 20_000

/** Reads consecutive big-endian numbers. Throws `HeifError` at the end of the bytes. */
export class ByteReader {
  readonly bytes: Buffer
  at = 0

  constructor(bytes: Buffer) {
    this.bytes = bytes
  }

  get left(): number {
    return this.bytes.length - this.at
  }

  /** An unsigned number of 0, 1, 2, 3, 4 or 8 bytes. */
  number(size: number): number {
    if (size === 0) return 0
    if (size > this.left) throw new HeifError('a box ends too early')
    const start = this.at
    this.at += size
    if (size <= 6) return this.bytes.readUIntBE(start, size)
    const value = this.bytes.readBigUInt64BE(start)
    if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw new HeifError(`${value} is no size`)
    return Number(value)
  }

  take(size: number): Buffer {
    if (size < 0 || size > this.left) throw new HeifError('a box ends too early')
    this.at += size
    return this.bytes.subarray(this.at - size, this.at)
  }

  letters(size: number): string {
    return this.take(size).toString('latin1')
  }

  /** Version and flags, the beginning of many boxes. */
  head(): { version: number; flags: number } {
    return { version: this.number(1), flags: this.number(3) }
  }

  /** The boxes that fill the rest. The last box of a whole file may be truncated: reading it fails only if needed data is missing. */
  boxes({ isFile = false } = {}): Box[] {
    const boxes: Box[] = []
    while (this.left >= 8) {
      const short = this.number(4)
      const type = this.letters(4)
      const length = short === 1 ? this.number(8) - 16 : short === 0 ? this.left : short - 8
      if (length < 0 || (length > this.left && !isFile))
        throw new HeifError(`the box ${type} is longer than what it lies in`)
      boxes.push({ type, content: new ByteReader(this.take(Math.min(length, this.left))) })
      if (boxes.length > MAX_BOXES) throw new HeifError('too many boxes')
    }
    return boxes
  }
}
