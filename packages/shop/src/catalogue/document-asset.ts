// Owns which files a document brings along.
import type { TemplateDocument } from '@vitrine/composition/document'

/** The ids of all files a document brings along: pictures, music, fonts. */
export function listDocumentAssetIds(document: TemplateDocument): string[] {
  return [...new Set([...Object.keys(document.assets), ...document.fonts.map((font) => font.src)])]
}
