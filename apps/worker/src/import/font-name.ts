// Reads family, weight and slope of a font file from its name and OS/2 tables (OpenType 1.9).

export interface FontNames {
  readonly family: string
  readonly weight: number
  readonly style: 'normal' | 'italic'
}

const FAMILY = 1
/** Name ids: the family without weight and slope, where the plain name contains them. */
const TYPOGRAPHIC_FAMILY = 16
const MAX_NAMES = 2000

/** Reads a TrueType or OpenType file; undefined for other files. */
export function readFontNames(bytes: Uint8Array): FontNames | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    const name = findTable(view, 'name')
    const os2 = findTable(view, 'OS/2')
    if (!name || !os2) return undefined
    const family = readName(view, name.offset, TYPOGRAPHIC_FAMILY) ?? readName(view, name.offset, FAMILY)
    if (!family) return undefined
    const weight = view.getUint16(os2.offset + 4)
    const isItalic = (view.getUint16(os2.offset + 62) & 1) === 1
    return { family, weight: weight >= 1 && weight <= 1000 ? weight : 400, style: isItalic ? 'italic' : 'normal' }
  } catch (error) {
    // A table beyond the end of the file means that it is no valid font.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function findTable(view: DataView, tag: string): { offset: number } | undefined {
  const signature = view.getUint32(0)
  if (signature !== 0x00010000 && signature !== 0x4f54544f && signature !== 0x74727565) return undefined
  const count = view.getUint16(4)
  for (let n = 0; n < count; n++) {
    const at = 12 + n * 16
    const found = String.fromCharCode(...[0, 1, 2, 3].map((k) => view.getUint8(at + k)))
    if (found === tag) return { offset: view.getUint32(at + 8) }
  }
  return undefined
}

/** The name in English as Windows stores it, otherwise the first one with this id. */
function readName(view: DataView, table: number, nameId: number): string | undefined {
  const count = Math.min(MAX_NAMES, view.getUint16(table + 2))
  const storage = table + view.getUint16(table + 4)
  let first: string | undefined
  for (let n = 0; n < count; n++) {
    const at = table + 6 + n * 12
    if (view.getUint16(at + 6) !== nameId) continue
    const platform = view.getUint16(at)
    const text = decode(view, storage + view.getUint16(at + 10), view.getUint16(at + 8), platform)
    if (platform === 3 && view.getUint16(at + 4) === 0x409) return text
    first ??= text
  }
  return first
}

function decode(view: DataView, offset: number, length: number, platform: number): string {
  const isWide = platform !== 1
  let text = ''
  for (let n = 0; n + (isWide ? 1 : 0) < length; n += isWide ? 2 : 1)
    text += String.fromCharCode(isWide ? view.getUint16(offset + n) : view.getUint8(offset + n))
  return text.slice(0, 100)
}
