// Draws a billing document: A4 pages of PDF with selectable text. The same sheet and logo give the same bytes, so nothing here
// asks the clock or the language of the machine.
import { type Image, loadImage, PDFDocument, type SKRSContext2D } from '@napi-rs/canvas'
import { type BillingFonts, openBillingFonts } from './font.ts'
import type { BillingSheet, SheetBrand, SheetPair } from './sheet.ts'

/** A page is a canvas; the library's types do not say that pictures can be drawn on it. */
type PageContext = SKRSContext2D

/** A4 in points. */
const PAGE = { width: 595, height: 842 } as const
const MARGIN = 56
const RIGHT = PAGE.width - MARGIN
const FOOTER_TOP = PAGE.height - 64
const COLUMN = { quantity: 350, each: 440, amount: RIGHT } as const
/** The left edges of the two halves of the page, for the head and the parties, and their width. */
const HALVES = [MARGIN, MARGIN + 240] as const
const HALF_WIDTH = 225
const SUMS_LEFT = COLUMN.quantity - 40

/** The space for a logo, in points; the title has the rest of the line. */
const LOGO = { width: 220, height: 40 } as const
// Not the headline's face: its “n” cannot be copied or searched in a PDF.
const TITLE = { font: 'strong', size: 26 } as const
const TITLE_WIDTH = RIGHT - MARGIN - LOGO.width - 16

const BACKGROUND = '#ffffff'
const INK = '#16130f'
const MUTED = '#6b655b'
const LINE = '#e7e3da'
const ON_INK = '#fbfaf7'

/** A logo for a sheet; undefined for a file that cannot be drawn. */
export function openLogo(file: Buffer): Promise<Image | undefined> {
  return loadImage(file).catch(() => undefined)
}

/** Draws the sheet as a PDF with the logo that it names. `picture` is the file of the logo; undefined without one. */
export async function drawBillingFile(sheet: BillingSheet, picture: Buffer | undefined): Promise<Buffer> {
  return drawBillingSheet(sheet, { logo: picture && (await openLogo(picture)) })
}

/**
 * Draws the sheet as a PDF, with the picture that it names as its logo. Every text fits: long ones are wrapped, and the rest
 * continues on another page.
 */
export function drawBillingSheet(sheet: BillingSheet, { logo }: { readonly logo: Image | undefined }): Buffer {
  // Copied text loses the letters behind Indic ligatures; the metadata keeps every name readable to programs.
  const pen = new PageWriter(new PDFDocument({ ...sheet.metadata }), openBillingFonts(), sheet)
  drawHead(pen, sheet, logo)
  drawParties(pen, sheet)
  drawTable(pen, sheet)
  drawSums(pen, sheet)
  drawFacts(pen, sheet)
  for (const note of sheet.notes) drawNote(pen, note)
  return pen.finish()
}

function drawHead(pen: PageWriter, { title, brand, head }: BillingSheet, logo: Image | undefined): void {
  const size = TITLE.size * Math.min(1, TITLE_WIDTH / pen.widthOf(title, TITLE))
  const titleWidth = pen.widthOf(title, { ...TITLE, size })
  if (logo) drawLogo(pen, logo)
  else drawMarkAndName(pen, brand, RIGHT - MARGIN - titleWidth - 24)
  pen.write(title, { ...TITLE, size, x: RIGHT, y: MARGIN + 26, align: 'right' })
  pen.y = MARGIN + 72
  for (let index = 0; index < head.length; index += 2) {
    let lines = 1
    for (const [column, { label, value }] of head.slice(index, index + 2).entries())
      lines = Math.max(lines, drawPair(pen, { label, value }, HALVES[column] ?? MARGIN))
    pen.y += 26 + lines * 14
  }
}

/** Draws a value below its label, and returns the number of its lines. */
function drawPair(pen: PageWriter, { label, value }: SheetPair, x: number): number {
  const style = { font: 'strong', size: 11 } as const
  const lines = pen.breakLines(value, style, HALF_WIDTH)
  pen.write(label, { x, y: pen.y, size: 8.5, color: MUTED })
  for (const [index, line] of lines.entries()) pen.write(line, { ...style, x, y: pen.y + 16 + index * 14 })
  return lines.length
}

function drawLogo(pen: PageWriter, logo: Image): void {
  const scale = Math.min(LOGO.width / logo.width, LOGO.height / logo.height)
  const [width, height] = [logo.width * scale, logo.height * scale]
  pen.context.drawImage(logo, pen.leftOf(MARGIN, width), MARGIN, width, height)
}

function drawMarkAndName(pen: PageWriter, { name, accent }: SheetBrand, width: number): void {
  drawMark(pen.context, { left: pen.leftOf(MARGIN, 36), top: MARGIN, size: 36 }, accent)
  const large = { font: 'strong', size: 18 } as const
  const small = { font: 'strong', size: 13 } as const
  const [line = '', ...more] = pen.breakLines(name, large, width - 48)
  if (more.length === 0) pen.write(line, { ...large, x: MARGIN + 48, y: MARGIN + 25 })
  const parts = more.length === 0 ? [] : pen.breakLines(name, small, width - 48).slice(0, 2)
  for (const [index, part] of parts.entries())
    pen.write(part, { ...small, x: MARGIN + 48, y: MARGIN + 15 + index * 17 })
}

function drawParties(pen: PageWriter, { parties }: BillingSheet): void {
  pen.rule()
  const top = pen.y + 22
  let bottom = top
  for (const [column, { label, lines, small }] of parties.entries()) {
    const x = HALVES[column] ?? MARGIN
    pen.write(label, { x, y: top, size: 8.5, color: MUTED })
    let y = top
    for (const [index, line] of [...lines, ...small].entries()) {
      const isSmall = index >= lines.length
      const style = { font: index === 0 ? 'strong' : 'text', size: isSmall ? 8.5 : 10 } as const
      for (const part of pen.breakLines(line, style, HALF_WIDTH)) {
        y += isSmall ? 14 : 16
        pen.write(part, { ...style, x, y, color: isSmall ? MUTED : INK })
      }
    }
    bottom = Math.max(bottom, y)
  }
  pen.y = bottom + 36
}

function drawTable(pen: PageWriter, { table: { headings, rows } }: BillingSheet): void {
  pen.write(headings.title, { x: MARGIN, y: pen.y, size: 8.5, color: MUTED })
  for (const column of ['quantity', 'each', 'amount'] as const)
    pen.write(headings[column], { x: COLUMN[column], y: pen.y, size: 8.5, color: MUTED, align: 'right' })
  pen.y += 10
  pen.rule(INK)
  const width = COLUMN.quantity - 60 - MARGIN
  for (const row of rows) {
    const titles = pen.breakLines(row.title, { font: 'strong', size: 10.5 }, width)
    const small = row.small.flatMap((line) => pen.breakLines(line, { font: 'text', size: 9 }, width))
    pen.makeRoom(24 + titles.length * 16 + small.length * 13)
    pen.y += 22
    for (const column of ['quantity', 'each', 'amount'] as const)
      pen.write(row[column], { x: COLUMN[column], y: pen.y, size: 10, align: 'right' })
    pen.writeLines(titles, { font: 'strong', size: 10.5 }, 16)
    pen.writeLines(small, { font: 'text', size: 9, color: MUTED }, 13)
    pen.y -= 2
    pen.rule()
  }
}

function drawSums(pen: PageWriter, { sums, brand }: BillingSheet): void {
  pen.makeRoom(46 + sums.length * 18)
  pen.y += 24
  for (const { label, value, isTotal } of sums) {
    if (isTotal) {
      pen.fill(brand.accent, { x: SUMS_LEFT, y: pen.y - 6, width: RIGHT - SUMS_LEFT, height: 1.5 })
      pen.y += 18
    }
    const style = isTotal ? ({ font: 'strong', size: 13 } as const) : ({ font: 'text', size: 10 } as const)
    const labels = pen.breakLines(label, style, RIGHT - SUMS_LEFT - pen.widthOf(value, style) - 12)
    pen.write(value, { ...style, x: RIGHT, y: pen.y, align: 'right' })
    pen.writeLines(labels, { ...style, x: SUMS_LEFT, color: isTotal ? INK : MUTED }, isTotal ? 22 : 18)
  }
  pen.y += 18
}

function drawFacts(pen: PageWriter, { facts }: BillingSheet): void {
  const labels = facts.map(({ label }) => pen.widthOf(label, { size: 9.5 }) + 12)
  const indent = Math.min(Math.max(120, ...labels), (RIGHT - MARGIN) / 2)
  for (const { label, value } of facts) {
    const values = pen.breakLines(value, { font: 'text', size: 9.5 }, RIGHT - MARGIN - indent)
    pen.makeRoom(values.length * 16)
    pen.write(label, { x: MARGIN, y: pen.y, size: 9.5, color: MUTED })
    pen.writeLines(values, { font: 'text', size: 9.5, x: MARGIN + indent }, 16)
  }
  pen.y += 14
}

function drawNote(pen: PageWriter, { title, text }: { title: string; text: string }): void {
  // A title stays with the first lines of its text.
  pen.makeRoom(title === '' || text === '' ? 17 : 60)
  const titles = pen.breakLines(title, { font: 'strong', size: 10 }, RIGHT - MARGIN)
  pen.writeLines(titles, { font: 'strong', size: 10 }, 17)
  for (const line of pen.breakLines(text, { font: 'text', size: 9.5 }, RIGHT - MARGIN)) {
    pen.makeRoom(15)
    pen.writeLines([line], { font: 'text', size: 9.5 }, 15)
  }
  pen.y += text === '' ? 5 : 14
}

/** The bundled mark: a lit window with a video in it, above its sill. */
function drawMark(
  context: PageContext,
  { left, top, size }: { left: number; top: number; size: number },
  accent: string,
): void {
  context.save()
  context.translate(left, top)
  context.scale(size / 32, size / 32)
  context.fillStyle = INK
  context.beginPath()
  context.roundRect(0, 0, 32, 32, 8)
  context.fill()
  context.fillStyle = accent
  context.beginPath()
  context.moveTo(8, 24)
  context.lineTo(8, 14.5)
  context.arc(16, 14.5, 8, Math.PI, 0)
  context.lineTo(24, 24)
  context.fill()
  context.fillStyle = INK
  context.beginPath()
  context.moveTo(13.4, 13.6)
  context.lineTo(13.4, 20.4)
  context.lineTo(19.4, 17)
  context.fill()
  context.strokeStyle = ON_INK
  context.lineWidth = 1.6
  context.lineCap = 'round'
  context.beginPath()
  context.moveTo(6, 26.5)
  context.lineTo(26, 26.5)
  context.stroke()
  context.restore()
}

interface TextStyle {
  readonly font?: keyof BillingFonts
  readonly size: number
}

interface Placed extends TextStyle {
  readonly x: number
  readonly y: number
  readonly color?: string
  readonly align?: 'left' | 'right'
}

/** Letters of right-to-left scripts. */
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u

/**
 * Writes lines and continues on the next page. `y` is the baseline of the next line, in points from the top; `x` counts from the
 * side where lines begin in the language, and `left` is the left edge of the page.
 */
class PageWriter {
  y = MARGIN
  context: PageContext
  readonly #document: PDFDocument
  readonly #fonts: BillingFonts
  readonly #sheet: BillingSheet
  #page = 0

  constructor(document: PDFDocument, fonts: BillingFonts, sheet: BillingSheet) {
    this.#document = document
    this.#fonts = fonts
    this.#sheet = sheet
    this.context = this.#beginPage()
  }

  get #isMirrored(): boolean {
    return this.#sheet.direction === 'rtl'
  }

  /** The left edge on the page of a box with this width. */
  leftOf(x: number, width: number): number {
    return this.#isMirrored ? PAGE.width - x - width : x
  }

  fill(color: string, { x, y, width, height }: { x: number; y: number; width: number; height: number }): void {
    this.context.fillStyle = color
    this.context.fillRect(this.leftOf(x, width), y, width, height)
  }

  write(text: string, { x, y, font = 'text', size, color = INK, align = 'left' }: Placed): void {
    this.#use({ font, size })
    this.context.fillStyle = color
    this.context.textAlign = (align === 'left') !== this.#isMirrored ? 'left' : 'right'
    this.context.direction = RIGHT_TO_LEFT.test(text) ? 'rtl' : 'ltr'
    this.context.fillText(text, this.leftOf(x, 0), y)
  }

  writeLines(lines: readonly string[], style: TextStyle & { color?: string; x?: number }, leading: number): void {
    for (const line of lines) {
      this.write(line, { x: MARGIN, ...style, y: this.y })
      this.y += leading
    }
  }

  widthOf(text: string, style: TextStyle): number {
    this.#use(style)
    return this.context.measureText(text).width
  }

  /** Breaks a text into lines of at most `width` points, between words where possible. */
  breakLines(text: string, style: TextStyle, width: number): string[] {
    this.#use(style)
    const fits = (line: string) => this.context.measureText(line).width <= width
    const lines: string[] = []
    let line = ''
    for (const word of printable(text).split(' ')) {
      const longer = line === '' ? word : `${line} ${word}`
      if (fits(longer)) {
        line = longer
        continue
      }
      if (line !== '') lines.push(line)
      line = ''
      for (const [cluster] of word.matchAll(CLUSTER)) {
        if (line !== '' && !fits(line + cluster)) {
          lines.push(line)
          line = ''
        }
        line += cluster
      }
    }
    return line === '' ? lines : [...lines, line]
  }

  rule(color = LINE): void {
    this.fill(color, { x: MARGIN, y: this.y, width: RIGHT - MARGIN, height: 0.75 })
  }

  /** Starts the next page when less than `height` points are left on this one. */
  makeRoom(height: number): void {
    if (this.y + height <= FOOTER_TOP - 12) return
    this.#document.endPage()
    this.context = this.#beginPage()
    this.y = MARGIN + 20
  }

  finish(): Buffer {
    this.#document.endPage()
    return this.#document.close()
  }

  #use({ font = 'text', size }: TextStyle): void {
    this.context.font = `${size}px ${this.#fonts[font]}`
  }

  #beginPage(): PageContext {
    const context = this.#document.beginPage(PAGE.width, PAGE.height) as PageContext
    this.context = context
    this.#page++
    context.fillStyle = BACKGROUND
    context.fillRect(0, 0, PAGE.width, PAGE.height)
    const { statement, page } = this.#sheet.footer
    const pageText = page.replaceAll('{page}', String(this.#page))
    this.fill(LINE, { x: MARGIN, y: FOOTER_TOP, width: RIGHT - MARGIN, height: 0.75 })
    const style = { font: 'text', size: 8, color: MUTED } as const
    this.write(pageText, { ...style, x: RIGHT, y: FOOTER_TOP + 20, align: 'right' })
    const room = RIGHT - MARGIN - this.widthOf(pageText, style) - 16
    for (const [index, line] of this.breakLines(statement, style, room).entries())
      this.write(line, { ...style, x: MARGIN, y: FOOTER_TOP + 20 + index * 11 })
    return context
  }
}

/**
 * A letter with its marks, and in Indic scripts (after a virama) also the letters that it is joined with. `Intl.Segmenter` finds
 * more, but differently in every version of Node.
 */
const CLUSTER = /.(?:[\p{M}\u200c\u200d]|(?<=[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0c4d\u0ccd\u0d4d\u200d])\p{L})*/gsu

/** Emoji, which no bundled font has: a font of the machine would draw them, or boxes. */
const EMOJI = /(?![©®™])\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\ufe0f/gu

/** Removes unprintable characters and collapses white space. */
function printable(text: string): string {
  return text
    .replace(EMOJI, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
}
