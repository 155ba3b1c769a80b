// Reads the PDFs that the server draws: the text of the pages, its glyphs, and the document's metadata. Understands only the
// output of the drawing library.
import { inflateSync } from 'node:zlib'

export interface PdfForTest {
  readonly pages: number
  /** Every piece of text in the order of drawing. */
  readonly texts: readonly string[]
  /** For each piece of text the numbers of its glyphs in their font; 0 draws the box of a missing character. */
  readonly glyphs: readonly (readonly number[])[]
  readonly title: string
  readonly subject: string
}

export function readPdf(file: Buffer): PdfForTest {
  const source = file.toString('latin1')
  const objects = new Map<string, { head: string; stream: string }>()
  for (const [, id = '', head = '', body = ''] of source.matchAll(OBJECT)) {
    const bytes = Buffer.from(body, 'latin1')
    // Short streams, such as the outline of a letter, are not compressed.
    objects.set(id, { head, stream: (head.includes('/FlateDecode') ? inflateSync(bytes) : bytes).toString('latin1') })
  }
  const fonts = new Map<string, FontTable>()
  for (const { head } of objects.values()) {
    for (const [, name = '', id = ''] of head.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const map = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id)?.head ?? '')?.[1] ?? ''
      fonts.set(name, readFontTable(objects.get(map)?.stream ?? ''))
    }
  }
  const texts: string[] = []
  const glyphs: number[][] = []
  const pages = [...objects.values()].filter(({ head }) => /\/Type \/Page\b/.test(head))
  for (const { head } of pages) {
    const content = objects.get(/\/Contents (\d+) 0 R/.exec(head)?.[1] ?? '')?.stream ?? ''
    for (const [, font = '', drawn = ''] of content.matchAll(/BT\n\/(F\d+) [\d.]+ Tf\n([\s\S]*?)ET/g)) {
      const { letters, digits } = fonts.get(font) ?? { letters: new Map<number, string>(), digits: 4 }
      const numbers = [...drawn.matchAll(/<([0-9A-F]+)> Tj/g)].flatMap(([, hex = '']) =>
        (hex.match(new RegExp(`.{${digits}}`, 'g')) ?? []).map((code) => Number.parseInt(code, 16)),
      )
      const text = numbers.map((number) => letters.get(number) ?? '').join('')
      // The library draws words and the spaces between them one by one.
      const goesOn = texts.length > 0 && (text.trim() === '' || texts.at(-1)?.endsWith(' '))
      if (goesOn) {
        texts.push(texts.pop() + text)
        glyphs.at(-1)?.push(...numbers)
      } else {
        texts.push(text)
        glyphs.push(numbers)
      }
    }
  }
  return { pages: pages.length, texts, glyphs, title: readInfo(source, 'Title'), subject: readInfo(source, 'Subject') }
}

const OBJECT = /(\d+) 0 obj\n([\s\S]*?)(?:stream\n([\s\S]*?)\nendstream\n)?endobj/g

/** What programs use to copy text: glyph number to letters, and the number of hexadecimal digits of a glyph. */
interface FontTable {
  readonly letters: ReadonlyMap<number, string>
  readonly digits: number
}

function readFontTable(stream: string): FontTable {
  const [, range = '0000', table = ''] =
    /begincodespacerange\n<([0-9A-F]+)>[\s\S]*?endcodespacerange([\s\S]*)/.exec(stream) ?? []
  const letters = new Map<number, string>()
  const number = (hex: string) => Number.parseInt(hex, 16)
  for (const [, from = '', to = '', last] of table.matchAll(/<([0-9A-F]+)> <([0-9A-F]+)>(?: <([0-9A-F]+)>)?\n/g)) {
    if (last === undefined) letters.set(number(from), utf16(to))
    else {
      for (let glyph = number(from); glyph <= number(to); glyph++) {
        letters.set(glyph, String.fromCodePoint(number(last) + glyph - number(from)))
      }
    }
  }
  return { letters, digits: range.length }
}

function readInfo(source: string, name: string): string {
  const [, plain, hex] = new RegExp(`/${name} (?:\\(([^)]*)\\)|<FEFF([0-9A-F]*)>)`).exec(source) ?? []
  return plain ?? utf16(hex ?? '')
}

function utf16(hex: string): string {
  return Buffer.from(hex, 'hex').swap16().toString('utf16le')
}
