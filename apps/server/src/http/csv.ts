// Writes CSV (RFC 4180) for spreadsheets: UTF-8 with a byte order mark, and no cell that a spreadsheet would evaluate as a
// formula.
import { Readable } from 'node:stream'

export type Cell = string | number | boolean | null

/** A column: its heading and how to read a cell. */
export type Column<Item> = readonly [heading: string, read: (item: Item) => Cell]

/** Spreadsheets interpret a text with this beginning as a formula, and customers choose their own names. */
const FORMULA = /^[=+\-@\t\r]/
const NEEDS_QUOTES = /[",\r\n]/

/** One row with its line end. */
export function writeRow(cells: readonly Cell[]): string {
  return `${cells.map(writeCell).join(',')}\r\n`
}

function writeCell(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell !== 'string') return String(cell)
  const text = FORMULA.test(cell) ? `'${cell}` : cell
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** The whole table, written piece by piece as it is read. Stops reading when the client disconnects. */
export function streamCsv<Item>(columns: readonly Column<Item>[], pieces: AsyncIterable<readonly Item[]>): Readable {
  async function* write() {
    yield `\ufeff${writeRow(columns.map(([heading]) => heading))}`
    for await (const piece of pieces) {
      yield piece.map((item) => writeRow(columns.map(([, read]) => read(item)))).join('')
    }
  }
  return Readable.from(write(), { objectMode: false })
}
