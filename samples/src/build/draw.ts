// Draws frames of a sample in this process with the engine's own painter: for contact sheets and tests.
import { readFileSync } from 'node:fs'
import { type Canvas, createCanvas, type Image, loadImage } from '@napi-rs/canvas'
import type { TemplateDocument } from '@vitrine/composition/document'
import type { AssetId, FieldValues } from '@vitrine/composition/field'
import { createNodeHost } from '@vitrine/composition/node-host'
import { createPainter } from '@vitrine/composition/painter'
import type { Context } from '@vitrine/composition/painter-host'
import { neededAssets, resolveDocument } from '@vitrine/composition/resolve'
import { loadShaper } from '@vitrine/composition/shaper'
import { getIngredient } from './ingredient.ts'

const images = new Map<AssetId, Image>()
const fontBytes = new Map<AssetId, Uint8Array>()

/** Opens a document with values and answers a function that draws a frame at a scale. */
export async function openSample(
  document: TemplateDocument,
  values: FieldValues = {},
): Promise<(frame: number, scale: number) => Canvas> {
  const resolved = resolveDocument(document, values)
  const needed = new Set(neededAssets(resolved))
  for (const { src } of document.fonts) {
    if (needed.has(src) && !fontBytes.has(src)) fontBytes.set(src, readFileSync(getIngredient(src).file))
  }
  for (const [id, asset] of Object.entries(document.assets) as [AssetId, { kind: string }][]) {
    if (asset.kind === 'image' && !images.has(id)) images.set(id, await loadImage(getIngredient(id).file))
  }
  const painter = createPainter({
    document: resolved,
    host: createNodeHost(),
    shaper: await loadShaper(),
    fonts: fontBytes,
    pictures: {
      image(id) {
        const image = images.get(id as AssetId)
        return image && { source: image, width: image.width, height: image.height }
      },
    },
  })
  return (frame, scale) => {
    const canvas = createCanvas(Math.round(painter.width * scale), Math.round(painter.height * scale))
    painter.drawFrame(canvas.getContext('2d') as unknown as Context, frame, { scale })
    return canvas
  }
}
