// Draws frames of a version in this browser and measures how well they agree with those of the server.
import { differencePicture, EQUAL_PSNR, isTooFar, measureAgreement } from '@vitrine/composition/agreement'
import type { TemplateDocument } from '@vitrine/composition/document'
import { createPainter } from '@vitrine/composition/painter'
import type { Picture } from '@vitrine/composition/painter-host'
import { neededAssets } from '@vitrine/composition/resolve'
import type { DocumentAsset } from '@vitrine/contract/catalogue'
import type { FrameComparison } from '@vitrine/contract/publishing'
import { loadDocumentFonts } from '../../editors/core/preview/load-fonts.ts'
import { resolvedFor, stillHost } from '../../editors/core/preview/painting.ts'
import { createAssetLibrary } from '../../editors/core/project/asset-library.ts'

type ServerFrame = FrameComparison['frames'][number]

export interface MeasuredFrame {
  frame: number
  /** Decibels, 100 for equal pictures. */
  psnr: number
  /** Of a frame that looks different. */
  pictures: { browser: ImageData; difference: ImageData } | undefined
}

/** The browser gives pages other pixels than it drew, to hide what sort of machine it runs on. */
export class PixelsHidden extends Error {}

export interface FramesToCompare {
  document: TemplateDocument
  addresses: Readonly<Record<string, DocumentAsset>>
  frames: readonly ServerFrame[]
  onFrame: (done: number) => void
  signal: AbortSignal
}

/**
 * Compares frames one after another. Videos are left out on both sides: a browser has only small copies of them.
 * @throws PixelsHidden, the signal's reason, and what keeps a file from being loaded
 */
export async function compareFrames({
  document,
  addresses,
  frames,
  onFrame,
  signal,
}: FramesToCompare): Promise<MeasuredFrame[]> {
  if (!canReadPixels()) throw new PixelsHidden()
  const library = createAssetLibrary(addresses, document.assets, [])
  const resolved = resolvedFor(document, { values: {}, difference: {}, aspect: null })
  const [fonted, images] = await Promise.all([
    loadDocumentFonts(resolved, library),
    loadImages(neededAssets(resolved), addresses, signal),
  ])
  try {
    const pictures = { image: (assetId: string) => images.get(assetId) }
    const painter = createPainter({ ...fonted, host: stillHost, pictures })
    const measured: MeasuredFrame[] = []
    for (const { frame, url } of frames) {
      const server = await loadPixels(url, signal)
      const { width, height } = server
      const context = contextOf(width, height)
      painter.drawFrame(context, frame, { scale: Math.max(width / painter.width, height / painter.height) })
      measured.push(measure(frame, server, context.getImageData(0, 0, width, height)))
      onFrame(measured.length)
      signal.throwIfAborted()
    }
    return measured
  } finally {
    for (const { source } of images.values()) source.close()
  }
}

function measure(frame: number, server: ImageData, browser: ImageData): MeasuredFrame {
  const psnr = Math.min(EQUAL_PSNR, Math.max(0, measureAgreement(server.data, browser.data).psnr))
  if (!isTooFar(psnr)) return { frame, psnr, pictures: undefined }
  const difference = new ImageData(differencePicture(server.data, browser.data), server.width, server.height)
  return { frame, psnr, pictures: { browser, difference } }
}

type Decoded = Picture & { source: ImageBitmap }

async function loadImages(
  needed: readonly string[],
  addresses: FramesToCompare['addresses'],
  signal: AbortSignal,
): Promise<Map<string, Decoded>> {
  const wanted = needed.flatMap((id) => {
    const address = addresses[id]
    return address?.kind === 'image' ? [{ id, url: address.url }] : []
  })
  const loaded = wanted.map(async ({ id, url }) => {
    const source = await createImageBitmap(await fetchBlob(url, signal), { imageOrientation: 'from-image' })
    return [id, { source, width: source.width, height: source.height }] as const
  })
  return new Map(await Promise.all(loaded))
}

/** The pixels of a picture as they are in the file. */
async function loadPixels(url: string, signal: AbortSignal): Promise<ImageData> {
  const bitmap = await createImageBitmap(await fetchBlob(url, signal), { colorSpaceConversion: 'none' })
  const context = contextOf(bitmap.width, bitmap.height)
  context.drawImage(bitmap, 0, 0)
  const pixels = context.getImageData(0, 0, bitmap.width, bitmap.height)
  bitmap.close()
  return pixels
}

async function fetchBlob(url: string | undefined, signal: AbortSignal): Promise<Blob> {
  if (!url) throw new Error('a file has no address')
  const response = await fetch(url, { signal })
  if (!response.ok) throw new Error(`a file could not be loaded: ${response.status}`)
  return response.blob()
}

function contextOf(width: number, height: number): CanvasRenderingContext2D {
  const canvas = window.document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('no canvas')
  return context
}

function canReadPixels(): boolean {
  const context = contextOf(2, 2)
  context.fillStyle = '#4080c0'
  context.fillRect(0, 0, 2, 2)
  const { data } = context.getImageData(0, 0, 2, 2)
  return data.every((value, n) => value === [64, 128, 192, 255][n % 4])
}
