// The addresses of a template's files in the preview. Page and scripts must agree on them: the page preloads the files
// before its scripts run.

import type { Layer } from '@vitrine/document/layer'
import type { FontSubset } from '@vitrine/painter/font-subset'
import { pictureAt } from '../../ui/picture-source.ts'

/** Width of the smaller copies in pixels: what a phone shows of a picture. They have a third of the bytes or less. */
const SMALL_WIDTH = 720

/** The address of a font, or of its subset. */
export function fontAddress(url: string, subset: FontSubset): string {
  return url.startsWith('/media/') && subset !== 'whole' ? `${url}?part=${subset}` : url
}

/** The address of a smaller copy of a photo, `width` pixels wide; undefined when the photo itself is small. */
export function smallPhotoAddress(url: string, width: number | undefined): string | undefined {
  return width !== undefined && width > SMALL_WIDTH ? pictureAt(url, SMALL_WIDTH) : undefined
}

/** Pictures whose size in pixels determines the size of a layer: a copy cannot replace them. */
export function listSizedByFile(layers: readonly Layer[]): ReadonlySet<string> {
  const own = layers.flatMap((layer) => (layer.type === 'image' && !layer.box ? [String(layer.asset)] : []))
  const inside = layers.flatMap((layer) => (layer.type === 'group' ? [...listSizedByFile(layer.layers)] : []))
  return new Set([...own, ...inside])
}
