// Draws a receipt: one A4 page of PDF with selectable text.
import { type Image, loadImage, PDFDocument, type SKRSContext2D } from '@napi-rs/canvas'
import type { BrandSettings } from '@vitrine/contract/settings'
import { ENGLISH } from '@vitrine/language/language'
import { ENGLISH_TEXTS, type Texts } from '@vitrine/language/texts'
import { openReceiptFonts, type ReceiptFonts } from './receipt-font.ts'

/** A party of the sale, as lines of an address, beginning with the name. */
export type ReceiptParty = readonly [name: string, ...lines: string[]]

/** The branding of a receipt: the logo, or the mark and the name. */
export type ReceiptBrand = Pick<BrandSettings, 'name' | 'accent'> & { readonly logo?: Image | undefined }

interface ReceiptLine {
  readonly title: string
  /** In small print below the title. */
  readonly detail: string
  readonly quantity: number
  /** With its unit: `120 credits`, `₹399.00`. */
  readonly each: string
  readonly total: string
}

/** The content of a receipt, in the language of `texts`. */
export interface ReceiptSheet {
  /** Texts of the receipt itself. For a right-to-left language the whole page is mirrored. */
  readonly texts?: Texts
  readonly number: string
  readonly issuedAt: Date
  readonly brand: ReceiptBrand
  readonly seller: ReceiptParty
  readonly buyer: ReceiptParty
  /** The unit of the quantity: `Licences`, `Packs`. */
  readonly quantityLabel: string
  readonly lines: readonly ReceiptLine[]
  readonly subtotal: string
  readonly total: string
  /** Pairs such as `Payment` and its id, in printing order. */
  readonly facts: readonly (readonly [label: string, value: string])[]
  /** Longer texts below the totals, such as the licence. */
  readonly notes: readonly { readonly title: string; readonly text: string }[]
}

/** A page is a canvas; the library's types do not say that pictures can be drawn on it. */
type Paper = SKRSContext2D

/** A4 in points. */
const PAGE = { width: 595, height: 842 } as const
const MARGIN = 56
const RIGHT = PAGE.width - MARGIN
const FOOTER_TOP = PAGE.height - 64
const COLUMN = { quantity: 350, each: 440, total: RIGHT } as const

/** The space for a logo, in points. */
const LOGO = { width: 220, height: 40 } as const

const PAPER = '#ffffff'
const INK = '#16130f'
const MUTED = '#6b655b'
const LINE = '#e7e3da'
const ON_INK = '#fbfaf7'

/** A logo for a receipt; undefined for a file that cannot be drawn. */
export function openLogo(file: Buffer): Promise<Image | undefined> {
  return loadImage(file).catch(() => undefined)
}

/** Draws the receipt. Every text fits: long ones are wrapped, and the rest continues on another page. */
export function drawReceipt(sheet: ReceiptSheet): Buffer {
  const { number, seller, buyer } = sheet
  const { translate } = sheet.texts ?? ENGLISH_TEXTS
  const goods = sheet.lines.map(({ title }) => title).join(', ')
  const document = new PDFDocument({
    title: translate('Receipt {number}', { number }),
    author: seller[0],
    // Copied text loses the letters behind Indic ligatures; the metadata keeps every name readable to programs.
    subject: translate('{goods} for {buyer}', { goods, buyer: buyer[0] }),
    creator: sheet.brand.name,
  })
  const pen = new PageWriter(document, openReceiptFonts(), sheet)
  drawHead(pen, sheet)
  drawParties(pen, sheet)
  drawLines(pen, sheet)
  drawSums(pen, sheet)
  drawFacts(pen, sheet)
  for (const note of sheet.notes) drawNote(pen, note)
  return pen.finish()
}

/**
 * A date such as `21 November 2026`, unambiguous in every country. The day in India, whose year is in the number
 * (`receipt_year`).
 */
function writeDate(date: Date, { language, locale }: Texts): string {
  const english = language.tag === ENGLISH.tag
  const format: Intl.DateTimeFormatOptions = { dateStyle: 'long', timeZone: 'Asia/Kolkata', numberingSystem: 'latn' }
  return new Intl.DateTimeFormat(english ? 'en-GB' : locale, format).format(date)
}

function drawHead(pen: PageWriter, { number, issuedAt, brand }: ReceiptSheet): void {
  if (brand.logo) drawLogo(pen, brand.logo)
  else drawMarkAndName(pen, brand)
  const { translate } = pen.texts
  pen.write(translate('Receipt'), { x: RIGHT, y: MARGIN + 26, font: 'headline', size: 28, align: 'right' })
  pen.y = MARGIN + 72
  for (const [label, value, x] of [
    [translate('Number'), number, MARGIN],
    [translate('Date'), writeDate(issuedAt, pen.texts), MARGIN + 240],
  ] as const) {
    pen.write(label, { x, y: pen.y, size: 8.5, color: MUTED })
    pen.write(value, { x, y: pen.y + 16, font: 'strong', size: 11 })
  }
  pen.y += 40
}

function drawLogo(pen: PageWriter, logo: Image): void {
  const scale = Math.min(LOGO.width / logo.width, LOGO.height / logo.height)
  const [width, height] = [logo.width * scale, logo.height * scale]
  pen.context.drawImage(logo, pen.leftOf(MARGIN, width), MARGIN, width, height)
}

function drawMarkAndName(pen: PageWriter, { name, accent }: ReceiptBrand): void {
  drawMark(pen.context, { left: pen.leftOf(MARGIN, 36), top: MARGIN, size: 36 }, accent)
  // Not the headline's face: some of its letters cannot be copied out of a PDF.
  const style = { font: 'strong', size: 18 } as const
  const [line = ''] = pen.breakLines(name, style, RIGHT - MARGIN - 48 - 130)
  pen.write(line, { ...style, x: MARGIN + 48, y: MARGIN + 25 })
}

function drawParties(pen: PageWriter, { seller, buyer }: ReceiptSheet): void {
  const { translate } = pen.texts
  pen.rule()
  const top = pen.y + 22
  let bottom = top
  for (const [label, party, x] of [
    [translate('Sold by'), seller, MARGIN],
    [translate('Sold to'), buyer, MARGIN + 240],
  ] as const) {
    pen.write(label, { x, y: top, size: 8.5, color: MUTED })
    let y = top
    for (const [index, line] of party.entries()) {
      const font = index === 0 ? ('strong' as const) : ('text' as const)
      for (const part of pen.breakLines(line, { font, size: 10 }, 225)) {
        y += 16
        pen.write(part, { x, y, font, size: 10 })
      }
    }
    bottom = Math.max(bottom, y)
  }
  pen.y = bottom + 36
}

function drawLines(pen: PageWriter, { lines, quantityLabel }: ReceiptSheet): void {
  const { translate, locale } = pen.texts
  for (const [label, x, align] of [
    [translate('Description'), MARGIN, 'left'],
    [quantityLabel, COLUMN.quantity, 'right'],
    [translate('Each'), COLUMN.each, 'right'],
    [translate('Amount'), COLUMN.total, 'right'],
  ] as const) {
    pen.write(label, { x, y: pen.y, size: 8.5, color: MUTED, align })
  }
  pen.y += 10
  pen.rule(INK)
  const width = COLUMN.quantity - 60 - MARGIN
  for (const { title, detail, quantity, each, total } of lines) {
    const titles = pen.breakLines(title, { font: 'strong', size: 10.5 }, width)
    const details = pen.breakLines(detail, { font: 'text', size: 9 }, width)
    pen.makeRoom(24 + titles.length * 16 + details.length * 13)
    pen.y += 22
    pen.write(new Intl.NumberFormat(locale, { numberingSystem: 'latn' }).format(quantity), {
      x: COLUMN.quantity,
      y: pen.y,
      size: 10,
      align: 'right',
    })
    pen.write(each, { x: COLUMN.each, y: pen.y, size: 10, align: 'right' })
    pen.write(total, { x: COLUMN.total, y: pen.y, size: 10, align: 'right' })
    pen.writeLines(titles, { font: 'strong', size: 10.5 }, 16)
    pen.writeLines(details, { font: 'text', size: 9, color: MUTED }, 13)
    pen.y -= 2
    pen.rule()
  }
}

function drawSums(pen: PageWriter, { subtotal, total, brand }: ReceiptSheet): void {
  const { translate } = pen.texts
  pen.makeRoom(100)
  pen.y += 24
  for (const [label, value] of [
    [translate('Subtotal'), subtotal],
    [translate('Tax'), '-'],
  ] as const) {
    pen.write(label, { x: COLUMN.quantity - 40, y: pen.y, size: 10, color: MUTED })
    pen.write(value, { x: RIGHT, y: pen.y, size: 10, align: 'right' })
    pen.y += 18
  }
  pen.fill(brand.accent, { x: COLUMN.quantity - 40, y: pen.y - 6, width: RIGHT - COLUMN.quantity + 40, height: 1.5 })
  pen.y += 18
  pen.write(translate('Total'), { x: COLUMN.quantity - 40, y: pen.y, font: 'strong', size: 13 })
  pen.write(total, { x: RIGHT, y: pen.y, font: 'strong', size: 13, align: 'right' })
  pen.y += 40
}

function drawFacts(pen: PageWriter, { facts }: ReceiptSheet): void {
  const labels = facts.map(([label]) => pen.widthOf(label, { size: 9.5 }) + 12)
  const indent = Math.min(Math.max(120, ...labels), (RIGHT - MARGIN) / 2)
  for (const [label, value] of facts) {
    const values = pen.breakLines(value, { font: 'text', size: 9.5 }, RIGHT - MARGIN - indent)
    pen.makeRoom(values.length * 16)
    pen.write(label, { x: MARGIN, y: pen.y, size: 9.5, color: MUTED })
    pen.writeLines(values, { font: 'text', size: 9.5, x: MARGIN + indent }, 16)
  }
  pen.y += 14
}

function drawNote(pen: PageWriter, { title, text }: { title: string; text: string }): void {
  pen.makeRoom(60)
  pen.write(title, { x: MARGIN, y: pen.y, font: 'strong', size: 10 })
  pen.y += 17
  for (const line of pen.breakLines(text, { font: 'text', size: 9.5 }, RIGHT - MARGIN)) {
    pen.makeRoom(15)
    pen.writeLines([line], { font: 'text', size: 9.5 }, 15)
  }
  pen.y += 14
}

/** The bundled mark: a lit window with a video in it, above its sill. */
function drawMark(
  context: Paper,
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
  readonly font?: keyof ReceiptFonts
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
 * side where lines begin in the language, and `left` is the left edge on paper.
 */
class PageWriter {
  y = MARGIN
  context: Paper
  readonly texts: Texts
  readonly #document: PDFDocument
  readonly #fonts: ReceiptFonts
  readonly #sheet: ReceiptSheet
  #page = 0

  constructor(document: PDFDocument, fonts: ReceiptFonts, sheet: ReceiptSheet) {
    this.#document = document
    this.#fonts = fonts
    this.#sheet = sheet
    this.texts = sheet.texts ?? ENGLISH_TEXTS
    this.context = this.#beginPage()
  }

  get #isMirrored(): boolean {
    return this.texts.language.direction === 'rtl'
  }

  /** The left edge on paper of a box with this width. */
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
      for (const { segment } of graphemes.segment(word)) {
        if (line !== '' && !fits(line + segment)) {
          lines.push(line)
          line = ''
        }
        line += segment
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

  #beginPage(): Paper {
    const context = this.#document.beginPage(PAGE.width, PAGE.height) as Paper
    this.context = context
    this.#page++
    context.fillStyle = PAPER
    context.fillRect(0, 0, PAGE.width, PAGE.height)
    const { number, seller } = this.#sheet
    const { translate, locale } = this.texts
    const page = new Intl.NumberFormat(locale, { numberingSystem: 'latn' }).format(this.#page)
    this.fill(LINE, { x: MARGIN, y: FOOTER_TOP, width: RIGHT - MARGIN, height: 0.75 })
    const foot = { y: FOOTER_TOP + 20, size: 8, color: MUTED }
    const [name] = seller
    const statement = translate('{seller}. Made by a computer; valid without a signature.', { seller: name })
    this.write(statement, { ...foot, x: MARGIN })
    this.write(translate('{number}, page {page}', { number, page }), { ...foot, x: RIGHT, align: 'right' })
    return context
  }
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Removes unprintable characters and collapses white space. */
function printable(text: string): string {
  return text.replace(/[\p{Cc}\s]+/gu, ' ').trim()
}
