// The entry point for pictures that the store itself has drawn: these need no separate process.
import sharp from 'sharp'

/** The dominant colour of the picture at `path`, as `#rrggbb`. Only for pictures that the store has drawn. */
export async function findDominantColor(path: string): Promise<string> {
  const { dominant } = await sharp(path).resize(160).stats()
  const parts = [dominant.r, dominant.g, dominant.b].map((part) => part.toString(16).padStart(2, '0'))
  return `#${parts.join('')}`
}
