// Owns bringing painted pixels into the colours of films: BT.709 in limited range, as the server's films have them. What
// browsers make of a canvas by themselves is full range, and players that do not look show it too dark.

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
/** Chroma is the sum of eight weights. */
const chromaOffset = (128 * 2 ** bits + half) * 8

/** Bytes of a picture in planar 4:2:0. */
export function planarSize(width: number, height: number): number {
  return (width * height * 3) / 2
}

/**
 * Writes opaque RGBA pixels as planar 4:2:0. Chroma lies beside every other column, as H.264 films have it: the columns
 * left and right of it count half. Both edges must be even.
 */
export function writePlanar(rgba: Uint8ClampedArray, width: number, height: number, into: Uint8Array): void {
  const pixels = width * height
  const luma = into.subarray(0, pixels)
  for (let n = 0, at = 0; n < pixels; n++, at += 4) {
    luma[n] =
      (yr * (rgba[at] as number) + yg * (rgba[at + 1] as number) + yb * (rgba[at + 2] as number) + lumaOffset) >>> bits
  }
  const columns = width / 2
  const blues = into.subarray(pixels, pixels + pixels / 4)
  const reds = into.subarray(pixels + pixels / 4, pixels + pixels / 2)
  const stride = width * 4
  for (let row = 0; row < height / 2; row++) {
    const top = row * 2 * stride
    for (let column = 0; column < columns; column++) {
      const middle = top + column * 8
      const left = column > 0 ? middle - 4 : middle
      const right = middle + 4
      const r = weigh(rgba, left, middle, right, stride)
      const g = weigh(rgba, left + 1, middle + 1, right + 1, stride)
      const b = weigh(rgba, left + 2, middle + 2, right + 2, stride)
      const n = row * columns + column
      blues[n] = (ur * r + ug * g + ub * b + chromaOffset) / 524_288
      reds[n] = (vr * r + vg * g + vb * b + chromaOffset) / 524_288
    }
  }
}

/** Eight times the mean of two rows, the middle column counting double. */
function weigh(rgba: Uint8ClampedArray, left: number, middle: number, right: number, stride: number): number {
  return (
    (rgba[left] as number) +
    2 * (rgba[middle] as number) +
    (rgba[right] as number) +
    (rgba[left + stride] as number) +
    2 * (rgba[middle + stride] as number) +
    (rgba[right + stride] as number)
  )
}
