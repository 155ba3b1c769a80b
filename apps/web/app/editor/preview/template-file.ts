// The addresses under which the preview fetches a template's files, the same ones wherever they are named: a page asks for them
// before its scripts have come, and the scripts find them there.

import type { Layer } from '@vitrine/document/layer'
import type { FontSubset } from '@vitrine/painter/font-subset'
import { pictureAt } from '../../ui/picture-source.ts'

/** Pixels of the smaller copies' width: what a phone shows of a picture. A third of the bytes, or less. */
const SMALL_WIDTH = 720

/** The address of a font, or of the part of it that is needed. */
export function fontAddress(url: string, subset: FontSubset): string {
  return url.startsWith('/media/') && subset !== 'whole' ? `${url}?part=${subset}` : url
}

/** The address of a smaller copy of a photo `width` pixels wide; undefined when it is small itself. */
export function smallPhotoAddress(url: string, width: number | undefined): string | undefined {
  return width !== undefined && width > SMALL_WIDTH ? pictureAt(url, SMALL_WIDTH) : undefined
}

/** Pictures whose size in pixels is the size of a layer: no copy of another size can stand in for them. */
export function listSizedByFile(layers: readonly Layer[]): ReadonlySet<string> {
  const own = layers.flatMap((layer) => (layer.type === 'image' && !layer.box ? [String(layer.asset)] : []))
  const inside = layers.flatMap((layer) => (layer.type === 'group' ? [...listSizedByFile(layer.layers)] : []))
  return new Set([...own, ...inside])
}
