// Stickers, which are drawings of a few parts in a square of 100, and the search for them and for shapes.

import type { MessageDescriptor } from '@lingui/core'
import type { ShapeLayer } from '@vitrine/document/layer'
import type { ShapeItem } from '@vitrine/document/shape-item'
import { createI18n, i18n } from '../../../../language/i18n.ts'

/** One part: a filled or stroked path. */
export interface StickerPart {
  d: string
  fill?: string
  line?: string
  /** The stroke width in the drawing's unit. */
  width?: number
  /** Overlapping paths leave holes (even-odd rule). */
  holes?: boolean
}

export interface Sticker {
  id: string
  /** In the language of the page. */
  name: string
  /** Lowest first. */
  parts: readonly StickerPart[]
}

export interface StickerTheme {
  title: string
  stickers: readonly Sticker[]
}

/** The items of a shape layer for a sticker, around its centre; lists of shapes go top first. */
function createStickerShapes({ parts }: Sticker): ShapeItem[] {
  return parts.toReversed().map((part): ShapeItem => ({ ty: 'gr', it: [pathItem(part), ...paintItems(part), centred] }))
}

const centred: ShapeItem = { ty: 'tr', a: [50, 50], p: [0, 0] }

function pathItem({ d }: StickerPart): ShapeItem {
  return { ty: 'sh', d }
}

function paintItems({ fill, line, width, holes }: StickerPart): ShapeItem[] {
  return [
    ...(line ? [{ ty: 'st', c: line, w: width ?? 3, lc: 2, lj: 2 } as const] : []),
    ...(fill ? [{ ty: 'fl', c: fill, ...(holes && { r: 2 as const }) } as const] : []),
  ]
}

/** A sticker's layer of a given size, with its centre at a point. */
export function createStickerLayer(
  sticker: Sticker,
  { id, size, x, y, time }: { id: string; size: number; x: number; y: number; time: { in: number; out: number } },
): ShapeLayer {
  const scale = Math.round(size * 100) / 100
  return {
    id,
    type: 'shape',
    name: sticker.name,
    ...time,
    ks: { p: [Math.round(x), Math.round(y)], s: [scale, scale] },
    shapes: createStickerShapes(sticker),
  }
}

const english = createI18n('en', {})

/**
 * Whether each word of a search occurs in a message, in the language of the page or in English, or in words that are
 * the same in every language.
 */
export function matchesSearch(messages: readonly (MessageDescriptor | string)[], search: string): boolean {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const toSearchText = (message: MessageDescriptor | string) =>
    typeof message === 'string' ? message : `${i18n._(message)} ${english._(message)}`
  const all = messages.map(toSearchText).join(' ').toLowerCase()
  return words.every((word) => all.includes(word))
}
