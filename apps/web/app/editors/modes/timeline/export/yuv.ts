// Converts painted pixels to the colours of videos: BT.709 in limited range, as the server's videos. What browsers make of
// a canvas is full range, which players that ignore the flag show too dark.

const bits = 16
const half = 1 << (bits - 1)
const scaled = (value: number) => Math.round(value * 2 ** bits)

/** ITU-R BT.709: luma from red, green and blue, brought to 16..235. */
const [lumaRed, lumaGreen, lumaBlue] = [0.2126, 0.7152, 0.0722]
const lumaShare = 219 / 255
const chromaShare = 224 / 255
const [yr, yg, yb] = [scaled(lumaRed * lumaShare), scaled(lumaGreen * lumaShare), scaled(lumaBlue * lumaShare)]
const blueScale = chromaShare / (2 * (1 - lumaBlue))
const redScale = chromaShare / (2 * (1 - lumaRed))
const [ur, ug, ub] = [scaled(-lumaRed * blueScale), scaled(-lumaGreen * blueScale), scaled((1 - lumaBlue) * blueScale)]
const [vr, vg, vb] = [scaled((1 - lumaRed) * redScale), scaled(-lumaGreen * redScale), scaled(-lumaBlue * redScale)]
const lumaOffset = 16 * 2 ** bits + half
/** Chroma is the sum of eight weights: three bits more. */
const chromaBits = bits + 3
const chromaOffset = (128 * 2 ** bits + half) * 8

/** Bytes of a picture in planar 4:2:0. */
export function planarSize(width: number, height: number): number {
  return (width * height * 3) / 2
}

/** Red and blue of a pixel, 16 bits apart, so that both are added up at once; green comes alone. */
const redBlue = 0x00ff00ff

/**
 * Writes opaque RGBA pixels as planar 4:2:0. Chroma lies beside every other column, as H.264 videos have it: the columns
 * left and right of it count half. Both edges must be even. Each pixel is read once: this runs for every frame.
 */
export function writePlanar(rgba: Uint8ClampedArray, width: number, height: number, into: Uint8Array): void {
  const count = width * height
  // Every device that runs a browser puts the low byte, red, first. Signed, for engines compute fastest with those.
  const pixels = new Int32Array(rgba.buffer, rgba.byteOffset, count)
  const quarter = count / 4
  let chroma = count
  for (let row = 0; row < height; row += 2) {
    const top = row * width
    const end = top + width
    let leftRedBlue = 0
    let leftGreen = 0
    for (let n = top; n < end; n += 2, chroma++) {
      const a = pixels[n] as number
      const b = pixels[n + 1] as number
      const c = pixels[n + width] as number
      const d = pixels[n + width + 1] as number
      into[n] = lumaOf(a)
      into[n + 1] = lumaOf(b)
      into[n + width] = lumaOf(c)
      into[n + width + 1] = lumaOf(d)
      const middleRedBlue = (a & redBlue) + (c & redBlue)
      const middleGreen = ((a >>> 8) & 255) + ((c >>> 8) & 255)
      const rightRedBlue = (b & redBlue) + (d & redBlue)
      const rightGreen = ((b >>> 8) & 255) + ((d >>> 8) & 255)
      // At the edge the first column replaces the missing one.
      const isEdge = n === top
      const sum = (isEdge ? middleRedBlue : leftRedBlue) + 2 * middleRedBlue + rightRedBlue
      const green = (isEdge ? middleGreen : leftGreen) + 2 * middleGreen + rightGreen
      const red = sum & 0xffff
      const blue = sum >>> 16
      into[chroma] = (ur * red + ug * green + ub * blue + chromaOffset) >>> chromaBits
      into[chroma + quarter] = (vr * red + vg * green + vb * blue + chromaOffset) >>> chromaBits
      leftRedBlue = rightRedBlue
      leftGreen = rightGreen
    }
  }
}

function lumaOf(pixel: number): number {
  return (yr * (pixel & 255) + yg * ((pixel >>> 8) & 255) + yb * ((pixel >>> 16) & 255) + lumaOffset) >>> bits
}
