// The door for pictures that the store has drawn itself, and nobody else: these need no process of their own.
import sharp from 'sharp'

/** The colour that stands for most of the picture at `path`, as `#rrggbb`. Only for what the store has drawn. */
export async function findDominantColor(path: string): Promise<string> {
  const { dominant } = await sharp(path).resize(160).stats()
  const parts = [dominant.r, dominant.g, dominant.b].map((part) => part.toString(16).padStart(2, '0'))
  return `#${parts.join('')}`
}
