// Crops, rotates and mirrors RGB pixels as a HEIF file specifies.
import type { DecodedHeif } from './decode-heif.ts'
import type { Change } from './heif-file.ts'

/** Applies the changes one after the other. */
export function makeUpright(picture: DecodedHeif, changes: readonly Change[]): DecodedHeif {
  return changes.reduce(applyChange, picture)
}

/** The same changes of a picture that is so many times smaller. A pixel that a cut divides is left out. */
export function shrinkChanges(changes: readonly Change[], shrink: number): Change[] {
  return changes.map((change) => {
    if (change.kind !== 'crop') return change
    const [left, top] = [Math.ceil(change.left / shrink), Math.ceil(change.top / shrink)]
    const width = Math.max(1, Math.floor((change.left + change.width) / shrink) - left)
    const height = Math.max(1, Math.floor((change.top + change.height) / shrink) - top)
    return { kind: 'crop', left, top, width, height }
  })
}

function applyChange(picture: DecodedHeif, change: Change): DecodedHeif {
  const { width, height } = picture
  if (change.kind === 'crop') {
    const { left, top } = change
    return rearrange(picture, change.width, change.height, (x, y) => (top + y) * width + left + x)
  }
  if (change.kind === 'mirror') {
    const isLeftToRight = change.axis === 'horizontal'
    return rearrange(picture, width, height, (x, y) =>
      isLeftToRight ? y * width + (width - 1 - x) : (height - 1 - y) * width + x,
    )
  }
  // Where a pixel of the turned picture lies in the one before, clockwise.
  if (change.quarterTurns === 1) return rearrange(picture, height, width, (x, y) => (height - 1 - x) * width + y)
  if (change.quarterTurns === 3) return rearrange(picture, height, width, (x, y) => x * width + (width - 1 - y))
  return rearrange(picture, width, height, (x, y) => (height - 1 - y) * width + (width - 1 - x))
}

function rearrange(
  { pixels }: DecodedHeif,
  width: number,
  height: number,
  sourceOf: (x: number, y: number) => number,
): DecodedHeif {
  const target = Buffer.allocUnsafe(width * height * 3)
  let at = 0
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const from = sourceOf(x, y) * 3
      target[at++] = pixels[from] as number
      target[at++] = pixels[from + 1] as number
      target[at++] = pixels[from + 2] as number
    }
  }
  return { width, height, pixels: target }
}
