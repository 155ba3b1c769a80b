// What an exported image may be (format, quality, size) and where it is drawn: in this browser as long as memory allows,
// else on the server from the same document.
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { PictureOutput } from '@vitrine/contract/renders'
import type { Size } from '../../../cropper/crop.ts'
import { formatNames } from '../../../export/export-text.ts'

export type PictureFormat = PictureOutput['format']

/** Pixels of the largest canvas that every browser supports: iOS stops at 16 777 216. */
export const pixelBudget = 4096 * 4096

/** The shorter edge of unpaid pictures. */
const previewShortEdge = 540

export const formats: readonly {
  format: PictureFormat
  name: string
  ending: string
  mime: string
  note: MessageDescriptor
}[] = [
  {
    format: 'png',
    name: formatNames.png,
    ending: 'png',
    mime: 'image/png',
    note: msg`Lossless, best for printing and editing`,
  },
  {
    format: 'jpeg',
    name: formatNames.jpeg,
    ending: 'jpg',
    mime: 'image/jpeg',
    note: msg`Small file, opens everywhere`,
  },
  {
    format: 'webp',
    name: formatNames.webp,
    ending: 'webp',
    mime: 'image/webp',
    note: msg`Smallest file, best for websites`,
  },
]

export function findFormat(format: PictureFormat) {
  return formats.find((other) => other.format === format) ?? (formats[0] as (typeof formats)[number])
}

/** Pixels of the finished picture. */
export function fullSize({ width, height }: Size, scale: number): Size {
  return { width: Math.round(width * scale), height: Math.round(height * scale) }
}

/** Pixels of the free preview. */
export function previewSize({ width, height }: Size): Size {
  const scale = Math.min(1, previewShortEdge / Math.min(width, height))
  return { width: Math.round(width * scale), height: Math.round(height * scale) }
}

/** A photo in the picture, as this browser has it. */
export interface SourceInHand {
  width: number
  height: number
  /** False: only a smaller copy is here; the server has the whole file. */
  isWhole: boolean
}

interface PictureTask {
  size: Size
  format: PictureFormat
  /** Formats that this browser can encode. */
  writable: readonly PictureFormat[]
  sources: readonly SourceInHand[]
}

/**
 * Whether the browser or the server renders a picture in full quality. Both draw the same document with the same
 * painter.
 */
export function chooseMaker({ size, format, writable, sources }: PictureTask): 'device' | 'server' {
  const fits = ({ width, height }: Size) => width * height <= pixelBudget
  const isWithin = fits(size) && sources.every((source) => source.isWhole && fits(source))
  return isWithin && writable.includes(format) ? 'device' : 'server'
}

/** Source pixels per pixel of the picture below which doubling the size adds no detail. */
const sharpEnough = 0.85

/**
 * Whether doubling the size adds detail: words and shapes always gain, photos only with enough pixels. @param sharpness
 * of each of the customer's photos at the template's own size; see `sharpness` of crop.ts
 */
export function allowsDouble(sharpness: readonly number[]): boolean {
  return sharpness.every((ratio) => ratio / 2 >= sharpEnough)
}

/** 'Terracotta-Day.png', 'Terracotta-Day-preview.jpg' */
export function createFileName(templateName: string, format: PictureFormat, isPreview: boolean): string {
  const text = templateName.match(/[\p{L}\p{M}\p{N}]+/gu)?.join('-') ?? 'picture'
  return `${text}${isPreview ? '-preview' : ''}.${findFormat(format).ending}`
}
