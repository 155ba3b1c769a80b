// The painter's host on the server: canvases and paths of @napi-rs/canvas. Code for browsers must not import this.
import { createCanvas, Path2D } from '@napi-rs/canvas'
import type { CanvasSurface, Host, Path } from '@vitrine/document/host'

/** A host that draws with Skia in this process. */
export function createNodeHost(): Host {
  return {
    createCanvas: (width, height) => createCanvas(width, height) as unknown as CanvasSurface,
    createPath: () => new Path2D() as unknown as Path,
    isSoftware: true,
  }
}
