// Owns the fetching of the fonts that a document's words are set in. Those for emoji are large and wait until a text has some.
import type { FontFace, TemplateDocument } from '@vitrine/composition/document'
import type { Operation } from '@vitrine/composition/operation'
import { neededAssets, resolveDocument } from '@vitrine/composition/resolve'
import type { AssetLibrary } from '../asset-library.ts'
import type { ProjectContent } from '../project-store.ts'

export type FontFiles = ReadonlyMap<string, Uint8Array>

/** The fonts that content needs and `loaded` lacks, by asset id. */
export function listMissingFonts(template: TemplateDocument, content: ProjectContent, loaded: FontFiles): string[] {
  const document = { ...template, fonts: [...template.fonts, ...listAddedFaces(content.ops)] }
  const waiting = document.fonts.filter(({ covers, src }) => covers === 'emoji' && !loaded.has(src))
  const always = document.fonts.filter(({ covers, src }) => covers !== 'emoji' && !loaded.has(src))
  const needed =
    waiting.length > 0 ? new Set<string>(neededAssets(resolveDocument(document, content.values))) : undefined
  return [...new Set([...always, ...waiting.filter(({ src }) => needed?.has(src))].map(({ src }) => src))]
}

/** The faces that operations bring. */
export function listAddedFaces(ops: readonly unknown[]): FontFace[] {
  return (ops as readonly Operation[]).flatMap((one) => (one.op === 'add-font' ? [one.face] : []))
}

/**
 * The bytes of fonts by asset id. One that cannot be had is left out: others stand in for it.
 * @throws Error when there is none at all
 */
export async function loadFonts(sources: readonly string[], library: AssetLibrary): Promise<FontFiles> {
  const files = await Promise.all(
    sources.map(async (source) => {
      const url = library.find(source)?.url
      const response = url ? await fetch(url).catch(() => undefined) : undefined
      return response?.ok ? ([source, new Uint8Array(await response.arrayBuffer())] as const) : undefined
    }),
  )
  const found = files.filter((file) => file !== undefined)
  if (sources.length > 0 && found.length === 0) throw new Error('None of the fonts could be loaded')
  return new Map(found)
}
