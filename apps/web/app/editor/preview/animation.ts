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
