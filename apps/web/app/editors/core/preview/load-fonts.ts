// Loads the fonts of a document's texts: its own, then fallback faces for missing characters. Emoji fonts are large and
// load only when a text has emoji.
import type { FontFace, ResolvedDocument } from '@vitrine/composition/document'
import { addFallbackFaces } from '@vitrine/composition/fallback-face'
import type { AssetId } from '@vitrine/composition/field'
import { openFonts } from '@vitrine/composition/font'
import { type FontSubset, joinSubsets } from '@vitrine/composition/font-subset'
import { listNeededFonts } from '@vitrine/composition/needed-font'
import { neededAssets } from '@vitrine/composition/resolve'
import { loadShaper, type Shaper } from '@vitrine/composition/shaper'
import type { AssetLibrary } from '../project/asset-library.ts'
import { findFallbackUrl } from './fallback-file.ts'
import { fontAddress } from './template-file.ts'

export type FontFiles = ReadonlyMap<string, Uint8Array>

/** A resolved document with the fallback faces that its texts need, and the files of all its fonts. */
export interface FontedDocument {
  document: ResolvedDocument
  fonts: FontFiles
  shaper: Shaper
}

/**
 * Loads all fonts that a resolved document offers, whole, and `loaded` lacks. A font that cannot be loaded is left out: others
 * stand in for it.
 * @param mark the text of the watermark that is drawn over the document
 * @throws Error when none of the document's own fonts can be had
 */
export async function loadDocumentFonts(
  resolved: ResolvedDocument,
  library: AssetLibrary,
  loaded: FontFiles = new Map(),
  mark?: string,
): Promise<FontedDocument> {
  const wanted = listMissingFonts(resolved, loaded)
  const [shaper, own] = await Promise.all([loadShaper(), loadWholeFonts(wanted, library)])
  if (wanted.length > 0 && own.size === 0) throw new Error('None of the fonts could be loaded')
  const present = new Map([...loaded, ...own])
  const document = addFallbackFaces(resolved, openFonts(shaper, resolved.fonts, present), mark)
  const added = await loadWholeFonts(listMissingFonts(document, present), library)
  return { document, fonts: new Map([...present, ...added]), shaper }
}

/** The fonts that a resolved document needs and `loaded` lacks, by asset id. */
export function listMissingFonts(resolved: ResolvedDocument, loaded: FontFiles): string[] {
  const missing = resolved.fonts.filter(({ src }) => !loaded.has(src))
  if (missing.length === 0) return []
  const needed = new Set<string>(neededAssets(resolved))
  return [...new Set(missing.map(({ src }) => src).filter((src) => needed.has(src)))]
}

/** Loads what the texts of a preview are drawn with, and the more that they need when they change. */
export interface PreviewFonts {
  /**
   * Loads the fonts that the visible texts of a resolved document are drawn with: only these, and only the part of each that
   * has their characters. What is drawn is the same as with all fonts whole.
   * @throws Error when none of the document's own fonts can be had
   */
  load(resolved: ResolvedDocument): Promise<FontedDocument>
  /** What the document needs and is not there, as one text to compare; empty when nothing is missing or there is no document. */
  nameMissing(document: ResolvedDocument | undefined): string
}

export function createPreviewFonts(library: AssetLibrary): PreviewFonts {
  const files = new Map<string, { bytes: Uint8Array; subset: FontSubset }>()
  const unavailable = new Set<string>()
  let shaper: Shaper | undefined

  const listWanted = (document: ResolvedDocument) => {
    const find = (src: AssetId) => {
      const file = files.get(src)
      if (file && shaper) return shaper.font(file.bytes)
      return unavailable.has(src) ? null : undefined
    }
    return [...listNeededFonts(document, find)].flatMap(([src, needed]) => {
      const subset = joinSubsets(files.get(src)?.subset ?? 'western', needed)
      return files.get(src)?.subset === subset ? [] : [{ src, subset }]
    })
  }
  const loadMore = async (document: ResolvedDocument) => {
    const wanted = listWanted(document).filter(({ src }) => !unavailable.has(src))
    await Promise.all(
      wanted.map(async ({ src, subset }) => {
        const bytes = await loadFont(src, library, subset)
        if (bytes) files.set(src, { bytes, subset })
        else unavailable.add(src)
      }),
    )
    return wanted.length > 0
  }
  const loadFallbacks = async (added: readonly FontFace[]) => {
    const wanted = added.map(({ src }) => src).filter((src) => files.get(src)?.subset !== 'whole')
    const loaded = await loadWholeFonts(wanted, library)
    for (const [src, bytes] of loaded) files.set(src, { bytes, subset: 'whole' })
  }
  const filesOf = (document: ResolvedDocument) =>
    new Map(document.fonts.flatMap(({ src }) => (files.has(src) ? [[src, files.get(src)?.bytes as Uint8Array]] : [])))

  return {
    async load(resolved) {
      unavailable.clear()
      const [opened] = await Promise.all([loadShaper(), loadMore(resolved)])
      shaper = opened
      // A font that lacks a character asks for the others.
      while (await loadMore(resolved));
      if (unavailable.size > 0 && filesOf(resolved).size === 0) throw new Error('None of the fonts could be loaded')
      const document = addFallbackFaces(resolved, openFonts(shaper, resolved.fonts, filesOf(resolved)))
      await loadFallbacks(document.fonts.slice(resolved.fonts.length))
      return { document, fonts: filesOf(document), shaper }
    },
    nameMissing(document) {
      if (!document) return ''
      const own = listWanted(document).filter(({ src }) => !unavailable.has(src))
      return own
        .map(({ src, subset }) => `${src} ${subset}`)
        .sort()
        .join()
    },
  }
}

/** Another text may need a font that the others did without. Typing goes on while it is fetched. */
export function createMoreFonts({
  nameMissing,
  load,
  onLoading,
}: {
  nameMissing: () => string
  load: () => Promise<void>
  /** Fonts are on their way, or none are any more. */
  onLoading: (isLoading: boolean) => void
}) {
  let isLoading = false
  return {
    /** Goes on until nothing is missing; what could not be had is tried again the next time. */
    async load() {
      if (isLoading) return
      isLoading = true
      let tried = ''
      for (let missing = nameMissing(); missing !== '' && missing !== tried; missing = nameMissing()) {
        tried = missing
        onLoading(true)
        await load().catch(() => undefined)
      }
      isLoading = false
      if (tried !== '') onLoading(false)
    },
  }
}

/** The bytes of the fonts that can be had, by asset id. */
async function loadWholeFonts(sources: readonly string[], library: AssetLibrary): Promise<FontFiles> {
  const files = await Promise.all(
    sources.map(async (source) => {
      const bytes = await loadFont(source, library, 'whole')
      return bytes && ([source, bytes] as const)
    }),
  )
  return new Map(files.filter((file) => file !== undefined))
}

/** A font or a part of it; undefined when it cannot be had. */
async function loadFont(source: string, library: AssetLibrary, subset: FontSubset): Promise<Uint8Array | undefined> {
  const own = library.find(source)?.url
  const url = own ? fontAddress(own, subset) : findFallbackUrl(source as FontFace['src'])
  const response = url ? await fetch(url).catch(() => undefined) : undefined
  return response?.ok ? new Uint8Array(await response.arrayBuffer()) : undefined
}
