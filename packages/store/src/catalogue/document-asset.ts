// The files of a document, and replacing an owner's own files with catalogue files.
import type { Asset, TemplateDocument } from '@vitrine/document/document'
import type { AssetId } from '@vitrine/document/field'
import type { CatalogueAsset } from '../media/media.ts'

/** The ids of all files that a document names: pictures, music, fonts. */
export function listDocumentAssetIds(document: TemplateDocument): string[] {
  return [...new Set([...Object.keys(document.assets), ...document.fonts.map((font) => font.src)])]
}

/** The document with an owner's own files replaced. `files` has a catalogue file for each. */
export function withCatalogueFiles(
  document: TemplateDocument,
  files: ReadonlyMap<string, CatalogueAsset>,
): TemplateDocument {
  const replace = (value: unknown): unknown => {
    if (typeof value === 'string') return files.get(value)?.id ?? value
    if (Array.isArray(value)) return value.map(replace)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, replace(inner)]))
  }
  const described = Object.fromEntries([...files.values()].map((file) => [file.id, describe(file)]))
  const replaced = replace(document) as TemplateDocument
  return { ...replaced, assets: { ...replaced.assets, ...described } as Record<AssetId, Asset> }
}

function describe({ kind, mime, width = 1, height = 1, durationMs = 0 }: CatalogueAsset): Asset {
  const seconds = durationMs / 1000
  if (kind === 'video') return { kind, w: width, h: height, seconds, mime }
  return kind === 'audio' ? { kind, seconds, mime } : { kind: 'image', w: width, h: height, mime }
}
