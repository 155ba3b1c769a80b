// Addresses of the fallback fonts: assets of the build, fetched only when a text needs one.
import type { FontFace } from '@vitrine/document/document'
import { FALLBACK_FACES } from '@vitrine/painter/fallback-face'

const urls = import.meta.glob<string>('../../../../../packages/painter/fonts/*.ttf', {
  query: '?url',
  import: 'default',
  eager: true,
})

const byFile = new Map(Object.entries(urls).map(([path, url]) => [path.slice(path.lastIndexOf('/') + 1), url]))

/** The address of a fallback font's file; undefined for any other font. */
export function findFallbackUrl(src: FontFace['src']): string | undefined {
  const found = FALLBACK_FACES.find(({ face }) => face.src === src)
  return found && byFile.get(found.file)
}
