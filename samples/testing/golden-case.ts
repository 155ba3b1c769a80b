// A sample as a case of the golden comparison, in both tiers.
import { readFileSync } from 'node:fs'
import type { TemplateDocument } from '@vitrine/document/document'
import type { AssetId } from '@vitrine/document/field'
import type { GoldenCase } from '@vitrine/painter/golden'
import { listNeededAssets, resolveDocument } from '@vitrine/project/resolve'
import { getAssetPath } from './sample.ts'

/** With its first frame and its poster, which are the same in a picture. */
export function createGoldenCase(document: TemplateDocument): GoldenCase {
  const resolved = resolveDocument(document, {})
  const needed = new Set(listNeededAssets(resolved))
  const images = Object.entries(document.assets).filter(([, asset]) => asset.kind === 'image')
  return {
    name: document.id,
    document: resolved,
    fonts: readFiles(document.fonts.map(({ src }) => src).filter((src) => needed.has(src))),
    images: readFiles(images.map(([id]) => id as AssetId)),
    frames: [...new Set([0, document.output?.poster?.frame ?? 0])],
  }
}

function readFiles(ids: readonly AssetId[]): Map<string, Uint8Array> {
  return new Map(ids.map((id) => [id, new Uint8Array(readFileSync(getAssetPath(id)))]))
}
