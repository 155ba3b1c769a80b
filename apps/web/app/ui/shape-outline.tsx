// A small rectangle in the aspect ratio of a template, and the name of the ratio.
import { pixelSize } from '../language/pixel-size.ts'

interface Size {
  width: number
  height: number
}

/** A rectangle of the aspect ratio in a square of 22 px. */
export function ShapeOutline({ width, height }: Size) {
  const scale = 22 / Math.max(width, height)
  return (
    <span aria-hidden="true" className="flex size-5.5 items-center justify-center">
      <span
        className="border-2 border-current"
        style={{ width: `${width * scale}px`, height: `${height * scale}px` }}
      />
    </span>
  )
}

/** '16:9' for 1920 × 1080; without a simple ratio, the size in pixels. */
export function ratioText({ width, height }: Size): string {
  const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b))
  const common = divisor(width, height)
  const [across, down] = [width / common, height / common]
  return across <= 21 && down <= 21 ? `${across}:${down}` : pixelSize(width, height)
}
