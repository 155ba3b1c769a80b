// The browser's side of the golden comparison: requests documents from the test and sends back the pixels until none is left.

import type { ResolvedDocument } from '@vitrine/document/document'
import type { Context, Host, Path, Picture } from '@vitrine/document/host'
import { createPainter } from '../src/painter/painter.ts'
import { createWatermark } from '../src/painter/watermark.ts'
import type { FontFiles } from '../src/text/font.ts'
import { loadShaper } from '../src/text/shaper.ts'
import { stripSource } from './strip.ts'

// The package is compiled without the DOM's types: these are the members that this page uses.
interface PageCanvas {
  width: number
  height: number
  getContext(
    kind: '2d',
    settings?: object,
  ): (Context & { getImageData(x: number, y: number, w: number, h: number): { data: Uint8ClampedArray } }) | null
}
interface Page {
  document: { createElement(name: 'canvas'): PageCanvas }
  Path2D: new () => Path
  createImageBitmap(blob: object): Promise<{ width: number; height: number }>
}

/**
 * One document to draw, from `/next`; files are fetched from `/file/<asset id>`, frames are posted to `/frame/<name>/<frame>`,
 * and errors to `/problem`.
 */
export interface GoldenRequest {
  name: string
  document: ResolvedDocument
  frames: readonly number[]
  fonts: readonly string[]
  images: readonly string[]
  watermark?: string
}

const page = globalThis as unknown as Page

const host: Host = {
  createCanvas(width, height) {
    const canvas = page.document.createElement('canvas')
    canvas.width = width
    canvas.height = height
    return canvas
  },
  createPath: () => new page.Path2D(),
}

async function fetchFile(id: string): Promise<Response> {
  const response = await fetch(`/file/${encodeURIComponent(id)}`)
  if (!response.ok) throw new Error(`${id}: ${response.status}`)
  return response
}

async function post(path: string, body: string | ArrayLike<number>): Promise<void> {
  await fetch(path, { method: 'POST', body: body as string })
}

async function draw({ name, document, frames, fonts, images, watermark }: GoldenRequest): Promise<void> {
  const shaper = await loadShaper()
  const files: FontFiles = new Map(
    await Promise.all(
      fonts.map(async (id) => [id, new Uint8Array(await (await fetchFile(id)).arrayBuffer())] as const),
    ),
  )
  const pictures = new Map<string, Picture>(
    await Promise.all(
      images.map(async (id) => {
        const bitmap = await page.createImageBitmap(await (await fetchFile(id)).blob())
        return [id, { source: bitmap, width: bitmap.width, height: bitmap.height }] as const
      }),
    ),
  )
  const painter = createPainter({ document, host, shaper, fonts: files, pictures: stripSource(pictures) })
  const { width, height } = painter
  const canvas = host.createCanvas(width, height) as PageCanvas
  const ctx = canvas.getContext('2d', { willReadFrequently: true })
  if (!ctx) throw new Error('no canvas')
  const mark =
    watermark === undefined
      ? undefined
      : createWatermark(watermark, { host, shaper, faces: document.fonts, fonts: files })
  for (const frame of frames) {
    painter.drawFrame(ctx, frame)
    mark?.draw(ctx, width, height)
    await post(`/frame/${encodeURIComponent(name)}/${frame}`, ctx.getImageData(0, 0, width, height).data)
  }
}

try {
  for (;;) {
    const response = await fetch('/next')
    if (response.status === 204) break
    await draw((await response.json()) as GoldenRequest)
  }
} catch (error) {
  await post('/problem', error instanceof Error ? `${error.message}\n${error.stack}` : String(error))
}
