// Font files as tables: removes tables that an outline painter never reads before a font is stored and sent.

/** Bitmaps and hints in addition to the outlines. Colour fonts often contain their glyphs a second time, as SVG or bitmaps. */
const UNREAD: ReadonlySet<string> = new Set(['SVG ', 'CBDT', 'CBLC', 'sbix', 'EBDT', 'EBLC', 'DSIG'])

/**
 * Returns the font without unread tables; deterministic. Returns the same object when there is nothing to remove, or the bytes
 * are no font of this format.
 */
export function slimFont(bytes: Uint8Array): Uint8Array {
  const tables = readTables(bytes)
  if (!tables?.some(({ tag }) => UNREAD.has(tag))) return bytes
  return writeTables(
    new DataView(bytes.buffer, bytes.byteOffset).getUint32(0),
    tables.filter(({ tag }) => !UNREAD.has(tag)),
  )
}

interface Table {
  tag: string
  checksum: number
  data: Uint8Array
}

const HEADER = 12
const ENTRY = 16

function readTables(bytes: Uint8Array): Table[] | undefined {
  if (bytes.length < HEADER) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const version = view.getUint32(0)
  // TrueType, or PostScript outlines ('OTTO').
  if (version !== 0x00010000 && version !== 0x4f54544f) return undefined
  const count = view.getUint16(4)
  if (bytes.length < HEADER + count * ENTRY) return undefined
  const tables: Table[] = []
  for (let n = 0; n < count; n++) {
    const at = HEADER + n * ENTRY
    const [offset, length] = [view.getUint32(at + 8), view.getUint32(at + 12)]
    if (offset + length > bytes.length) return undefined
    tables.push({
      tag: String.fromCharCode(...bytes.subarray(at, at + 4)),
      checksum: view.getUint32(at + 4),
      data: bytes.subarray(offset, offset + length),
    })
  }
  return tables
}

function writeTables(version: number, tables: readonly Table[]): Uint8Array {
  const padded = (length: number) => Math.ceil(length / 4) * 4
  const size = tables.reduce((sum, { data }) => sum + padded(data.length), HEADER + tables.length * ENTRY)
  const result = new Uint8Array(size)
  const view = new DataView(result.buffer)
  const selector = Math.floor(Math.log2(tables.length))
  view.setUint32(0, version)
  view.setUint16(4, tables.length)
  view.setUint16(6, 2 ** selector * ENTRY)
  view.setUint16(8, selector)
  view.setUint16(10, tables.length * ENTRY - 2 ** selector * ENTRY)
  let offset = HEADER + tables.length * ENTRY
  tables.forEach(({ tag, checksum, data }, n) => {
    const at = HEADER + n * ENTRY
    for (let k = 0; k < 4; k++) result[at + k] = tag.charCodeAt(k)
    view.setUint32(at + 4, checksum)
    view.setUint32(at + 8, offset)
    view.setUint32(at + 12, data.length)
    result.set(data, offset)
    offset += padded(data.length)
  })
  return result
}
