// Loads the fonts of a document's texts: its own, then fallback faces for missing characters. Emoji fonts are large and
// load only when a text has emoji.
import type { FontFace, ResolvedDocument } from '@vitrine/composition/document'
import { addFallbackFaces } from '@vitrine/composition/fallback-face'
import { openFonts } from '@vitrine/composition/font'
import { neededAssets } from '@vitrine/composition/resolve'
import { loadShaper, type Shaper } from '@vitrine/composition/shaper'
import type { AssetLibrary } from '../project/asset-library.ts'
import { findFallbackUrl } from './fallback-file.ts'

export type FontFiles = ReadonlyMap<string, Uint8Array>

/** A resolved document with the fallback faces that its texts need, and the files of all its fonts. */
export interface FontedDocument {
  document: ResolvedDocument
  fonts: FontFiles
  shaper: Shaper
}

/**
 * Loads the fonts that a resolved document needs and `loaded` lacks. A font that cannot be loaded is left out: others stand
 * in for it.
 * @throws Error when none of the document's own fonts can be had
 */
export async function loadDocumentFonts(
  resolved: ResolvedDocument,
  library: AssetLibrary,
  loaded: FontFiles = new Map(),
): Promise<FontedDocument> {
  const wanted = listMissingFonts(resolved, loaded)
  const [shaper, own] = await Promise.all([loadShaper(), loadFonts(wanted, library)])
  if (wanted.length > 0 && own.size === 0) throw new Error('None of the fonts could be loaded')
  const present = new Map([...loaded, ...own])
  const document = addFallbackFaces(resolved, openFonts(shaper, resolved.fonts, present))
  const added = await loadFonts(listMissingFonts(document, present), library)
  return { document, fonts: new Map([...present, ...added]), shaper }
}

/** The fonts that a resolved document needs and `loaded` lacks, by asset id. */
export function listMissingFonts(resolved: ResolvedDocument, loaded: FontFiles): string[] {
  const missing = resolved.fonts.filter(({ src }) => !loaded.has(src))
  if (missing.length === 0) return []
  const needed = new Set<string>(neededAssets(resolved))
  return [...new Set(missing.map(({ src }) => src).filter((src) => needed.has(src)))]
}

/** The bytes of the fonts that can be had, by asset id. */
async function loadFonts(sources: readonly string[], library: AssetLibrary): Promise<FontFiles> {
  const files = await Promise.all(
    sources.map(async (source) => {
      const url = library.find(source)?.url ?? findFallbackUrl(source as FontFace['src'])
      const response = url ? await fetch(url).catch(() => undefined) : undefined
      return response?.ok ? ([source, new Uint8Array(await response.arrayBuffer())] as const) : undefined
    }),
  )
  return new Map(files.filter((file) => file !== undefined))
}
