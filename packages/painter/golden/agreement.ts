// Measures how well two drawings of the same frame match: a customer's browser and the server must agree.

/** Decibels that the browser's and the server's frames must reach. */
export const MIN_PSNR = 45

export interface Agreement {
  /** Peak signal-to-noise ratio over red, green and blue in decibels; infinite for equal pictures. */
  readonly psnr: number
  /** Largest difference of one channel, 0 to 255. */
  readonly worst: number
}

/**
 * Compares two pictures of the same size, RGBA with 8 bits each; alpha does not count.
 * @throws Error when they differ in size
 */
export function measureAgreement(
  one: Uint8ClampedArray | Uint8Array,
  other: Uint8ClampedArray | Uint8Array,
): Agreement {
  if (one.length !== other.length)
    throw new Error(`Pictures of ${one.length} and ${other.length} bytes cannot be compared`)
  const [pixels, others] = [toPixels(one), toPixels(other)]
  let squares = 0
  let worst = 0
  for (let pixel = 0; pixel < pixels.length; pixel++) {
    // Most values are equal.
    if (pixels[pixel] === others[pixel]) continue
    for (let n = pixel * 4; n < pixel * 4 + 3; n++) {
      const difference = Math.abs((one[n] as number) - (other[n] as number))
      squares += difference * difference
      if (difference > worst) worst = difference
    }
  }
  const mean = squares / ((one.length / 4) * 3)
  return { psnr: mean === 0 ? Number.POSITIVE_INFINITY : 10 * Math.log10((255 * 255) / mean), worst }
}

/** RGBA as one number each. */
function toPixels(bytes: Uint8ClampedArray | Uint8Array): Uint32Array {
  const { buffer, byteOffset, length } = bytes.byteOffset % 4 === 0 ? bytes : new Uint8Array(bytes)
  return new Uint32Array(buffer, byteOffset, length / 4)
}

/** The amplification of differences in `differencePicture`. */
const DIFFERENCE_GAIN = 8

/** The differences of two pictures of the same size: black where they match. */
export function differencePicture(
  one: Uint8ClampedArray | Uint8Array,
  other: Uint8ClampedArray | Uint8Array,
): Uint8ClampedArray<ArrayBuffer> {
  const shown = new Uint8ClampedArray(one.length)
  for (let n = 0; n < one.length; n++)
    shown[n] = (n & 3) === 3 ? 255 : Math.abs((one[n] as number) - (other[n] as number)) * DIFFERENCE_GAIN
  return shown
}
