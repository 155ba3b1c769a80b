// The browser's half of the golden comparison: draws what the test asks for and sends the pixels back.

import type { ResolvedDocument } from '../src/document/document.ts'
import type { Context, Host, Path, Picture } from '../src/painter/host.ts'
import { createPainter } from '../src/painter/painter.ts'
import { createWatermark } from '../src/painter/watermark.ts'
import type { FontFiles } from '../src/text/font.ts'
import { loadShaper } from '../src/text/shaper.ts'
import { stripSource } from './strip.ts'

// The package is compiled without the DOM's types: these are the few parts of it that this page uses.
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
  drawGoldenFrames?: (request: GoldenRequest) => Promise<void>
}

/** One document to draw; files are fetched from `/file/<asset id>`, frames are posted to `/frame/<name>/<frame>`. */
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

page.drawGoldenFrames = async ({ name, document, frames, fonts, images, watermark }) => {
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
  const [face] = document.fonts
  const mark =
    watermark === undefined
      ? undefined
      : createWatermark(watermark, { host, shaper, fonts: files, ...(face && { face }) })
  for (const frame of frames) {
    painter.drawFrame(ctx, frame)
    mark?.draw(ctx, width, height)
    const { data } = ctx.getImageData(0, 0, width, height)
    await fetch(`/frame/${encodeURIComponent(name)}/${frame}`, { method: 'POST', body: data as unknown as ArrayBuffer })
  }
}
