// The browser's own conversion of decoded frames to RGBA, several times faster than drawing them and with equal values.
// Not every browser has it.

/** The DOM types lack this option. */
interface ConvertingFrame {
  copyTo(into: Uint8ClampedArray, options: { format: 'RGBA' }): Promise<unknown>
}

/** False after the browser has rejected it once. */
let canConvert = true

/** Fills memory with the RGBA of a frame; false when this browser cannot. */
export async function convertFrame(frame: VideoFrame, into: Uint8ClampedArray): Promise<boolean> {
  if (!canConvert) return false
  try {
    await (frame as unknown as ConvertingFrame).copyTo(into, { format: 'RGBA' })
    return true
  } catch {
    canConvert = false
    return false
  }
}
