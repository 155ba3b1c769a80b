// Draws the picture that messengers show with links (the store's name, its headline, and the mark in its accent colour), and
// icons.
import { createCanvas, loadImage, type SKRSContext2D } from '@napi-rs/canvas'
import { openBillingFonts } from '@vitrine/billing-pdf/font'
import { inkOn } from '@vitrine/contract/brand-color'
import type { BrandSettings } from '@vitrine/contract/settings'

/** The size that messengers and social networks require (the Open Graph protocol). */
const SIZE = { width: 1200, height: 630 } as const
const MARGIN = 86
/** The right edge of text, where the mark begins. */
const TEXT_RIGHT = 800
const HEADLINE_LINES = 3
/** In characters: a longer line, drawn smaller, would be hard to read in a list of messages. */
const LONG_LINE = 30

/** PNG of 1200x630 with the headline of the home page. A long name or line is drawn smaller. */
export async function drawSharePicture({ name, accent, headlines }: BrandSettings, headline: string): Promise<Buffer> {
  const canvas = createCanvas(SIZE.width, SIZE.height)
  const context = canvas.getContext('2d')
  const fonts = openBillingFonts()
  const face = headlines === 'serif' ? fonts.headline : fonts.strong
  context.fillStyle = '#16130f'
  context.fillRect(0, 0, SIZE.width, SIZE.height)
  context.fillStyle = '#fbfaf7'
  writeFitting(context, name, { face, size: 44, y: 124 })
  for (const [index, line] of breakHeadline(headline).entries())
    writeFitting(context, line, { face, size: 84, y: 342 + index * 96 })
  drawMark(context, accent)
  return canvas.encode('png')
}

/** Breaks a headline between clauses; if there are too many, between words into lines of about the same length. */
export function breakHeadline(headline: string): string[] {
  const clauses = headline.split(/(?<=[,;:.!?।])\s+/)
  if (clauses.length <= HEADLINE_LINES && clauses.every(({ length }) => length <= LONG_LINE)) return clauses
  const lines: string[] = []
  for (const word of headline.split(/\s+/)) {
    const line = lines.at(-1)
    const isFull = line === undefined || line.length + word.length / 2 > headline.length / HEADLINE_LINES
    if (isFull && lines.length < HEADLINE_LINES) lines.push(word)
    else lines[lines.length - 1] = `${line} ${word}`
  }
  return lines
}

interface Square {
  readonly size: number
  /** Whether `background` fills the rest of the square. */
  readonly isFilled: boolean
  readonly background: string
  /** Margin on each side, as a share of the square. */
  readonly margin: number
}

/** PNG of a square with one of the store's pictures, as large as fits into its middle. */
export async function drawInSquare(source: Buffer, { size, isFilled, background, margin }: Square): Promise<Buffer> {
  const picture = await loadImage(source)
  const canvas = createCanvas(size, size)
  const context = canvas.getContext('2d')
  if (isFilled) {
    context.fillStyle = background
    context.fillRect(0, 0, size, size)
  }
  const room = size * (1 - 2 * margin)
  const scale = room / Math.max(picture.width, picture.height)
  const [width, height] = [picture.width * scale, picture.height * scale]
  context.drawImage(picture, (size - width) / 2, (size - height) / 2, width, height)
  return canvas.encode('png')
}

function writeFitting(
  context: SKRSContext2D,
  text: string,
  { face, size, y }: { face: string; size: number; y: number },
): void {
  context.font = `${size}px ${face}`
  const { width } = context.measureText(text)
  const fitting = Math.min(1, (TEXT_RIGHT - MARGIN) / width)
  context.font = `${size * fitting}px ${face}`
  context.fillText(text, MARGIN, y)
}

/** A lit window with a video in it, above its sill. */
function drawMark(context: SKRSContext2D, accent: string): void {
  const [left, right, top, bottom] = [880, 1130, 146, 546]
  const middle = (left + right) / 2
  const radius = (right - left) / 2
  context.fillStyle = accent
  context.beginPath()
  context.moveTo(left, bottom)
  context.arc(middle, top + radius, radius, Math.PI, 0)
  context.lineTo(right, bottom)
  context.fill()
  context.fillStyle = inkOn(accent)
  context.beginPath()
  context.moveTo(middle - 30, 296)
  context.lineTo(middle + 55, 350)
  context.lineTo(middle - 30, 404)
  context.fill()
  context.strokeStyle = '#fbfaf7'
  context.lineWidth = 5
  context.lineCap = 'round'
  context.beginPath()
  context.moveTo(842, 563)
  context.lineTo(1168, 563)
  context.stroke()
}
