// Owns looking at how a JPEG is laid out (ITU-T T.81, annex B). One written in a single scan can be decoded row by row, however
// large it is; of any other a decoder keeps all coefficients in memory, six bytes per pixel.
import { open } from 'node:fs/promises'

/** Camera, preview and profile segments; more than any photo has. */
const MOST_SEGMENTS = 2000

/** Whether the picture is a JPEG whose first scan holds all of it. False for what is no JPEG or is broken. */
export async function isSingleScanJpeg(path: string): Promise<boolean> {
  await using file = await open(path)
  const read = async (at: number, length: number) => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at)
    return bytesRead === length ? buffer : undefined
  }
  if ((await read(0, 2))?.readUInt16BE() !== START) return false
  let components: number | undefined
  for (let at = 2, n = 0; n < MOST_SEGMENTS; n++) {
    const head = await read(at, 5)
    if (head?.[0] !== 0xff) return false
    const marker = head[1] as number
    // A marker may be preceded by any number of fill bytes.
    if (marker === 0xff) {
      at++
      continue
    }
    if (marker === SCAN) return components !== undefined && head[4] === components
    if (FRAMES.has(marker)) {
      if (marker !== BASELINE && marker !== EXTENDED) return false
      components = (await read(at + 9, 1))?.[0]
    }
    at += 2 + head.readUInt16BE(2)
  }
  return false
}

const START = 0xffd8
const SCAN = 0xda
const BASELINE = 0xc0
const EXTENDED = 0xc1
/** Heads of frames: SOF0 to SOF15 without the tables DHT, JPG and DAC between them. */
const FRAMES: ReadonlySet<number> = new Set(
  Array.from({ length: 16 }, (_, n) => 0xc0 + n).filter((marker) => ![0xc4, 0xc8, 0xcc].includes(marker)),
)
