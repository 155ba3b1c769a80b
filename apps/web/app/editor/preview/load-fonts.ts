// Loads the fonts of a document's texts: its own, then fallback fonts for missing characters. Emoji fonts are large and
// load only when a text has emoji.
import type { FontFace, ResolvedDocument } from '@vitrine/document/document'
import type { AssetId } from '@vitrine/document/field'
import { addFallbackFaces, FALLBACK_FACES, listMarkFaces } from '@vitrine/painter/fallback-face'
import { openFonts } from '@vitrine/painter/font'
import { type FontSubset, joinSubsets, listNeededFonts } from '@vitrine/painter/font-subset'
import { loadShaper, type Shaper } from '@vitrine/painter/shaper'
import { listNeededAssets } from '@vitrine/project/resolve'
import type { AssetLibrary } from '../project/asset-library.ts'
import { fontAddress } from './template-file.ts'

export type FontFiles = ReadonlyMap<string, Uint8Array>

/** A resolved document with the fallback fonts of its texts, and the files of all its fonts. */
interface FontedDocument {
  document: ResolvedDocument
  fonts: FontFiles
  shaper: Shaper
}

/**
 * Loads all fonts of a resolved document that `loaded` lacks, for an export. Fonts load whole; if that fails, only the
 * subset that the texts need is loaded, which draws the same and which the preview has already cached for use without a
 * network. A font that the server lacks is left out and substituted, as in the preview. @param mark the text of the
 * watermark that is drawn over the document @throws Error when a required font cannot be fetched now, or when the
 * document has no font of its own
 */
export async function loadDocumentFonts(
  resolved: ResolvedDocument,
  library: AssetLibrary,
  loaded: FontFiles = new Map(),
  mark = '',
): Promise<FontedDocument> {
  const missingFonts = listMissingFonts(resolved, loaded)
  const unreachable = new Set<string>()
  const [shaper, own] = await Promise.all([
    loadShaper(),
    loadWholeFonts(missingFonts, (source) =>
      fetchFont(source, library, 'whole').catch(() => {
        unreachable.add(source)
        return undefined
      }),
    ),
  ])
  const present = new Map([...loaded, ...own])
  await addParts(resolved, { present, unreachable, shaper, library })
  if (missingFonts.length > 0 && !missingFonts.some((source) => present.has(source)))
    throw new Error('None of the fonts could be loaded')
  const document = addFallbackFaces(resolved, openFonts(shaper, resolved.fonts, present))
  const added = await loadWholeFonts(listMissingFonts(document, present), (source) =>
    unreachable.has(source) ? undefined : fetchFont(source, library, 'whole'),
  )
  const inHand = new Map([...present, ...added])
  const forMark = listMarkFaces(mark).filter(({ src }) => !inHand.has(src))
  // Without a network the watermark is written in a font of the document.
  const marking = await loadWholeFonts(
    forMark.map(({ src }) => src),
    (source) => loadFont(source, library, 'whole'),
  )
  return { document, fonts: new Map([...inHand, ...marking]), shaper }
}

/** Adds the subsets that the texts need of fonts that could not be fetched whole. */
async function addParts(
  document: ResolvedDocument,
  {
    present,
    unreachable,
    shaper,
    library,
  }: { present: Map<string, Uint8Array>; unreachable: ReadonlySet<string>; shaper: Shaper; library: AssetLibrary },
): Promise<void> {
  const absent = new Set<string>()
  const isOpen = (src: string) => unreachable.has(src) && !present.has(src) && !absent.has(src)
  const find = (src: AssetId) => {
    const bytes = present.get(src)
    if (bytes) return shaper.font(bytes)
    return isOpen(src) ? undefined : null
  }
  const listFontsToLoad = () => [...listNeededFonts(document, find)].filter(([src]) => isOpen(src))
  // A missing character requires further fonts.
  for (let missingFonts = listFontsToLoad(); missingFonts.length > 0; missingFonts = listFontsToLoad()) {
    for (const [src, subset] of missingFonts) {
      const bytes = await fetchFont(src, library, subset)
      if (bytes) present.set(src, bytes)
      else absent.add(src)
    }
  }
}

/** The fonts that a resolved document needs and `loaded` lacks, by asset id. */
export function listMissingFonts(resolved: ResolvedDocument, loaded: FontFiles): string[] {
  const missing = resolved.fonts.filter(({ src }) => !loaded.has(src))
  if (missing.length === 0) return []
  const needed = new Set<string>(listNeededAssets(resolved))
  return [...new Set(missing.map(({ src }) => src).filter((src) => needed.has(src)))]
}

/** Loads the fonts for the texts of a preview, and more of them when the texts change. */
interface PreviewFonts {
  /**
   * Loads the fonts of the visible texts of a resolved document: only the subset of each with the required characters.
   * The result draws the same as with whole fonts. @throws Error when none of the document's own fonts can be loaded
   */
  load(resolved: ResolvedDocument): Promise<FontedDocument>
  /** The missing fonts as one string to compare; empty when nothing is missing or there is no document. */
  nameMissing(document: ResolvedDocument | undefined): string
}

export function createPreviewFonts(library: AssetLibrary): PreviewFonts {
  const files = new Map<string, { bytes: Uint8Array; subset: FontSubset }>()
  const unavailable = new Set<string>()
  let shaper: Shaper | undefined

  const listFontsToLoad = (document: ResolvedDocument) => {
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
    const missingFonts = listFontsToLoad(document).filter(({ src }) => !unavailable.has(src))
    await Promise.all(
      missingFonts.map(async ({ src, subset }) => {
        const bytes = await loadFont(src, library, subset)
        if (bytes) files.set(src, { bytes, subset })
        else unavailable.add(src)
      }),
    )
    return missingFonts.length > 0
  }
  const loadFallbacks = async (added: readonly FontFace[]) => {
    const partialFonts = added.map(({ src }) => src).filter((src) => files.get(src)?.subset !== 'whole')
    const loaded = await loadWholeFonts(partialFonts, (source) => loadFont(source, library, 'whole'))
    for (const [src, bytes] of loaded) files.set(src, { bytes, subset: 'whole' })
  }
  const collectFontFiles = (document: ResolvedDocument) =>
    new Map(document.fonts.flatMap(({ src }) => (files.has(src) ? [[src, files.get(src)?.bytes as Uint8Array]] : [])))

  return {
    async load(resolved) {
      unavailable.clear()
      const [opened] = await Promise.all([loadShaper(), loadMore(resolved)])
      shaper = opened
      // A missing character requires further fonts.
      while (await loadMore(resolved));
      if (unavailable.size > 0 && collectFontFiles(resolved).size === 0)
        throw new Error('None of the fonts could be loaded')
      const document = addFallbackFaces(resolved, openFonts(shaper, resolved.fonts, collectFontFiles(resolved)))
      await loadFallbacks(document.fonts.slice(resolved.fonts.length))
      return { document, fonts: collectFontFiles(document), shaper }
    },
    nameMissing(document) {
      if (!document) return ''
      const own = listFontsToLoad(document).filter(({ src }) => !unavailable.has(src))
      return own
        .map(({ src, subset }) => `${src} ${subset}`)
        .sort()
        .join()
    },
  }
}

/** Loads further fonts for changed texts, without blocking typing. */
export function createMoreFonts({
  nameMissing,
  load,
  onLoading,
}: {
  nameMissing: () => string
  load: () => Promise<void>
  /** Called when fonts start or stop loading. */
  onLoading: (isLoading: boolean) => void
}) {
  let isLoading = false
  return {
    /** Repeats until nothing is missing; failed fonts are retried the next time. */
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

/** The bytes of the fonts that `load` finds, by asset id. */
async function loadWholeFonts(
  sources: readonly string[],
  load: (source: string) => Promise<Uint8Array | undefined> | undefined,
): Promise<FontFiles> {
  const files = await Promise.all(
    sources.map(async (source) => {
      const bytes = await load(source)
      return bytes && ([source, bytes] as const)
    }),
  )
  return new Map(files.filter((file) => file !== undefined))
}

/** A font or a subset of it; undefined when it cannot be fetched. */
function loadFont(source: string, library: AssetLibrary, subset: FontSubset): Promise<Uint8Array | undefined> {
  return fetchFont(source, library, subset).catch(() => undefined)
}

/** A font or a subset of it; undefined when there is none. @throws Error when it cannot be fetched now */
async function fetchFont(source: string, library: AssetLibrary, subset: FontSubset): Promise<Uint8Array | undefined> {
  const own = library.find(source)?.url
  const url = own ? fontAddress(own, subset) : findFallbackUrl(source as FontFace['src'])
  if (url === undefined) return undefined
  const response = await fetch(url)
  if (response.ok) return new Uint8Array(await response.arrayBuffer())
  if (response.status === 429 || response.status >= 500)
    throw new Error(`A font could not be loaded: ${response.status}`)
  return undefined
}

// Addresses of the fallback fonts: assets of the build, fetched only when a text needs one.

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
