// Draws the finished image in this browser: the shared painter at full size with the full photos, encoded as a file.
import type { TemplateDocument } from '@vitrine/document/document'
import type { Picture } from '@vitrine/document/host'
import { createPainter } from '@vitrine/painter/painter'
import { createWatermark } from '@vitrine/painter/watermark'
import { listNeededAssets } from '@vitrine/project/resolve'
import type { Size } from '../../../cropper/crop.ts'
import { loadDocumentFonts } from '../../../preview/load-fonts.ts'
import { resolveContent, stillHost } from '../../../preview/painting.ts'
import type { AssetLibrary, KnownAsset } from '../../../project/asset-library.ts'
import type { ProjectContent } from '../../../project/project-store.ts'
import { findFormat, type PictureFormat, type SourceInHand } from './picture-plan.ts'

interface PictureOrder {
  document: TemplateDocument
  content: ProjectContent
  library: AssetLibrary
  size: Size
  format: PictureFormat
  /** 1 to 100; PNG has none. */
  quality: number
  /** Text of the watermark on unpaid pictures. */
  watermark?: string
}

/** Draws and encodes a picture. Rejects when a photo cannot be loaded, memory runs out or the format is unknown. */
export async function drawPicture(order: PictureOrder): Promise<Blob> {
  const { document, content, library, size, format, quality } = order
  const [{ document: resolved, fonts, shaper }, photos] = await Promise.all([
    loadDocumentFonts(resolveContent(document, content), library, undefined, order.watermark),
    openPhotos(shownImages(document, content, library)),
  ])
  const canvas = window.document.createElement('canvas')
  try {
    canvas.width = size.width
    canvas.height = size.height
    const context = canvas.getContext('2d', { alpha: false })
    if (!context) throw new Error('There is not enough memory for an image of this size')
    const pictures = { image: (assetId: string) => photos.get(assetId) }
    const painter = createPainter({ document: resolved, host: stillHost, shaper, fonts, pictures })
    painter.drawFrame(context, 0, { scale: size.width / painter.width })
    if (order.watermark !== undefined) {
      const mark = createWatermark(order.watermark, { host: stillHost, shaper, faces: resolved.fonts, fonts })
      mark.draw(context, size.width, size.height)
    }
    return await write(canvas, format, quality)
  } finally {
    for (const { source } of photos.values()) (source as ImageBitmap).close()
    // Safari frees a canvas's memory only when its size changes.
    canvas.width = 0
    canvas.height = 0
  }
}

/** The photos of a picture, and whether this browser has them at full size. */
export function sourcesInHand(
  document: TemplateDocument,
  content: ProjectContent,
  library: AssetLibrary,
): SourceInHand[] {
  return shownImages(document, content, library).map(({ assetId, file, width, height }) => ({
    width: width ?? 0,
    height: height ?? 0,
    // The template's own pictures are fetched at full size; earlier uploads have only an editing copy.
    isWhole: file !== undefined || assetId.startsWith('sha256:'),
  }))
}

/** Whether a picture shows a frame of a video or plate: the server renders those, because it decodes every video. */
export function showsVideo(document: TemplateDocument, content: ProjectContent, library: AssetLibrary): boolean {
  return listNeededAssets(resolveContent(document, content)).some((assetId) => library.find(assetId)?.kind === 'video')
}

/** Formats that this browser can encode; Safari has no WebP. */
export function writableFormats(): PictureFormat[] {
  const probe = window.document.createElement('canvas')
  probe.width = 1
  probe.height = 1
  const formats: readonly PictureFormat[] = ['png', 'jpeg', 'webp']
  return formats.filter((format) =>
    probe.toDataURL(findFormat(format).mime).startsWith(`data:${findFormat(format).mime}`),
  )
}

function shownImages(document: TemplateDocument, content: ProjectContent, library: AssetLibrary): KnownAsset[] {
  return listNeededAssets(resolveContent(document, content)).flatMap((assetId) => {
    const asset = library.find(assetId)
    return asset?.kind === 'image' ? asset : []
  })
}

async function openPhotos(assets: readonly KnownAsset[]): Promise<Map<string, Picture>> {
  const opened = assets.map(async (asset): Promise<[string, Picture]> => {
    const bitmap = await createImageBitmap(asset.file ?? (await fetchFile(asset.url)), {
      imageOrientation: 'from-image',
    })
    return [asset.assetId, { source: bitmap, width: bitmap.width, height: bitmap.height }]
  })
  return new Map(await Promise.all(opened))
}

async function fetchFile(url: string | undefined): Promise<Blob> {
  const response = url === undefined ? undefined : await fetch(url)
  if (!response?.ok) throw new Error('A photo of this image could not be loaded')
  return response.blob()
}

function write(canvas: HTMLCanvasElement, format: PictureFormat, quality: number): Promise<Blob> {
  const { mime } = findFormat(format)
  return new Promise((done, failed) => {
    canvas.toBlob(
      (blob) => (blob?.type === mime ? done(blob) : failed(new Error(`This browser cannot write ${mime}`))),
      mime,
      quality / 100,
    )
  })
}
