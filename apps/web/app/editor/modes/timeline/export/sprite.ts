// The layers over a video: drawn when they change, stored as planes with alpha, and blended into each frame by the
// server's kernel.
import type { LayerState } from '@vitrine/painter/painter'
import type { ExportSize } from '../../../../../testing/export-contract.ts'
import type { PlaneMemory, Planes } from '../media/plane-memory.ts'

/** A rectangle of the video in pixels. All four numbers are even. */
export interface Area {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Addresses of planes; the kernel's sources document their contents. */
export interface Sprite {
  readonly area: Area
  /** Bytes per row, a multiple of 16; columns beyond the area are transparent. */
  readonly stride: number
  readonly luma: number
  readonly blue: number
  readonly red: number
  readonly opacity: number
  readonly cover: number
}

/** Canvas sizes are multiples of this, so that a moving layer does not need a new canvas per frame. */
const canvasStep = 64

/** The bounds of layers, with a margin for the chroma samples at their edges; undefined when nothing is there. */
export function computeArea(
  layers: readonly LayerState[],
  scale: number,
  { width, height }: ExportSize,
): Area | undefined {
  const all = layers.flatMap(({ bounds }) => (bounds ? [bounds.map((edge) => edge * scale)] : []))
  const findOuterEdge = (n: number, choose: (...edges: number[]) => number) =>
    choose(...all.map((edges) => edges[n] as number))
  const x = Math.max(0, Math.floor(findOuterEdge(0, Math.min) / 2) * 2 - 2)
  const y = Math.max(0, Math.floor(findOuterEdge(1, Math.min) / 2) * 2)
  const right = Math.min(width, Math.ceil(findOuterEdge(2, Math.max) / 2) * 2 + 2)
  const bottom = Math.min(height, Math.ceil(findOuterEdge(3, Math.max) / 2) * 2)
  return right > x && bottom > y ? { x, y, width: right - x, height: bottom - y } : undefined
}

/** Draws a picture with transparency into the memory of a name. */
export async function createSprite(
  memory: PlaneMemory,
  name: string,
  area: Area,
  draw: (context: OffscreenCanvasRenderingContext2D) => unknown,
): Promise<Sprite> {
  // Kernels process steps of 16 pixels.
  const stride = Math.ceil(area.width / 16) * 16
  const context = getContext2d(area)
  const { width, height } = context.canvas
  clearSprite(context)
  await draw(context)
  const count = stride * area.height
  const pixels = memory.reserve('pixels', width * height * 4)
  const luma = memory.reserve(name, (count * 11) / 4)
  // The fast way to read canvases is inexact for low alpha.
  memory.view(pixels, width * height * 4).set(context.getImageData(0, 0, width, height).data)
  memory.kernel.premultiply(pixels, width * height)
  const opacity = luma + count
  const blue = opacity + count
  const [red, cover] = [blue + count / 4, blue + count / 2]
  memory.kernel.toSprite(pixels, width * 4, luma, blue, red, opacity, cover, stride, stride, area.height)
  return { area, stride, luma, blue, red, opacity, cover }
}

export function clearSprite(context: OffscreenCanvasRenderingContext2D): void {
  context.setTransform(1, 0, 0, 1, 0, 0)
  context.clearRect(0, 0, context.canvas.width, context.canvas.height)
}

/** Blends a sprite over a picture. */
export function blendSprite({ kernel }: PlaneMemory, to: Planes, { area, ...sprite }: Sprite): void {
  const { luma, blue, red, opacity, cover, stride } = sprite
  const color = ((area.y / 2) * to.stride) / 2 + area.x / 2
  kernel.blendSprite(
    ...[to.luma + area.y * to.stride + area.x, to.blue + color, to.red + color, to.stride],
    ...[luma, blue, red, opacity, cover, stride, stride, area.height],
  )
}

let drawing: OffscreenCanvasRenderingContext2D | undefined

/** The canvas for sprites, reused if it is large enough. */
function getContext2d(area: Area): OffscreenCanvasRenderingContext2D {
  const [width, height] = [area.width, area.height].map((edge) => Math.ceil(edge / canvasStep) * canvasStep) as [
    number,
    number,
  ]
  if (drawing?.canvas.width === width && drawing.canvas.height === height) return drawing
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('This browser has no canvas for the video')
  drawing = context
  return context
}
