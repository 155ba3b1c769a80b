// The files of the first picture of an untouched project. The HTML of an editor's page names them, so that they load in
// parallel with the scripts.

import type { TemplateDocument as DocumentAnswer } from '@vitrine/contract/catalogue'
import { framesPerSecond, type TemplateDocument } from '@vitrine/document/document'
import { listNeededFonts } from '@vitrine/painter/needed-font'
import { drawnAssets, resolveDocument } from '@vitrine/project/resolve'
import { documentAddress } from '../../api/whole-api.ts'
import { createAssetLibrary } from '../project/asset-library.ts'
import { AHEAD_SECONDS } from './stage-state.ts'
import { fontAddress, listSizedByFile, smallPhotoAddress } from './template-file.ts'

/** How many documents have their files cached: a catalogue may be larger, but few templates are opened at a time. */
const MAX_CACHED = 100
const known = new Map<string, StartFiles>()

interface StartFiles {
  fonts: readonly string[]
  photos: readonly string[]
}

/**
 * Addresses of the document, of the fonts of its texts, and of the photos that the first picture waits for, in this
 * order. The editor requests the same addresses unless the project replaces them.
 */
export function listStartFiles(answer: DocumentAnswer, { withPhotos }: { withPhotos: boolean }): string[] {
  const { templateId, documentHash } = answer
  const { fonts, photos } = known.get(documentHash) ?? findStartFiles(answer)
  known.delete(documentHash)
  known.set(documentHash, { fonts, photos })
  for (const [oldest] of known) if (known.size > MAX_CACHED) known.delete(oldest)
  return [...new Set([documentAddress(templateId), ...fonts, ...(withPhotos ? photos : [])])]
}

function findStartFiles({ document, assets }: DocumentAnswer): StartFiles {
  // The document was validated when the template was published.
  const template = document as unknown as TemplateDocument
  const resolved = resolveDocument(template, {})
  const library = createAssetLibrary(assets, template.assets, [])
  const sizedByFile = listSizedByFile(template.layers)
  const fonts = [...listNeededFonts(resolved, () => undefined)].flatMap(([src, subset]) => {
    const url = library.find(src)?.url
    return url ? [fontAddress(url, subset)] : []
  })
  const first = template.output?.poster?.frame ?? 0
  const moments = AHEAD_SECONDS.map((seconds) => first + Math.round(seconds * framesPerSecond(template.canvas.fps)))
  const shown = new Set(moments.flatMap((frame) => drawnAssets(resolved, frame)))
  const photos = [...shown].flatMap((assetId) => {
    const asset = library.find(assetId)
    if (asset?.kind !== 'image' || !asset.url) return []
    const small = sizedByFile.has(assetId) ? undefined : smallPhotoAddress(asset.url, asset.width)
    return [small ?? asset.url]
  })
  return { fonts, photos }
}
