// Reads from a WOFF2 file (W3C Recommendation WOFF File Format 2.0) what pages need: that it is one complete font, its name,
// its weights and the dimensions of its letters. Nothing is drawn here.
import { brotliDecompressSync } from 'node:zlib'

/** Measures in shares of the font size, as in CSS. */
export interface FontFacts {
  readonly family: string
  /** Lightest and boldest weight; equal unless the font is variable. */
  readonly weights: readonly [number, number]
  readonly ascent: number
  /** Positive below the baseline. */
  readonly descent: number
  readonly lineGap: number
  /** Mean width of the letters of an English text, weighted by frequency. */
  readonly averageWidth: number
}

/** The fault of the file, for its owner. */
export class FontDamaged extends Error {
  override name = 'FontDamaged'
}

/** No page font is larger after decompression. */
const MAX_UNPACKED_BYTES = 8 * 2 ** 20
const HEADER_BYTES = 48
const FLAVORS = new Set([0x00010000, 0x4f54544f, 0x74727565])

/** Tables by their index in a directory (section 4.1). */
const KNOWN_TAGS = (
  'cmap head hhea hmtx maxp name OS/2 post cvt_ fpgm glyf loca prep CFF_ VORG EBDT EBLC gasp hdmx kern LTSH PCLT VDMX vhea ' +
  'vmtx BASE GDEF GPOS GSUB EBSC JSTF MATH CBDT CBLC COLR CPAL SVG_ sbix acnt avar bdat bloc bsln cvar fdsc feat fmtx fvar gvar ' +
  'hsty just lcar mort morx opbd prop trak Zapf Silf Glat Gloc Feat Sill'
)
  .split(' ')
  .map((tag) => tag.replace('_', ' '))
const NEEDED = ['cmap', 'head', 'hhea', 'hmtx', 'maxp', 'name', 'OS/2']

interface Table {
  readonly data: Buffer
  readonly isTransformed: boolean
}

/** Reads a file that claims to be WOFF2. Throws `FontDamaged` for anything else, and for a font collection. */
export function readWoff2(file: Buffer): FontFacts {
  try {
    return describe(readTables(file))
  } catch (error) {
    // A table refers to an offset that does not exist.
    if (error instanceof RangeError) throw new FontDamaged('a table of it is cut short')
    throw error
  }
}

function readTables(file: Buffer): Map<string, Table> {
  if (file.length < HEADER_BYTES || file.toString('latin1', 0, 4) !== 'wOF2') throw new FontDamaged('it is no WOFF2')
  if (!FLAVORS.has(file.readUInt32BE(4))) throw new FontDamaged('it is no single font')
  if (file.readUInt32BE(8) !== file.length) throw new FontDamaged('it is not as long as it says')
  const count = file.readUInt16BE(12)
  const compressedBytes = file.readUInt32BE(20)
  if (count === 0 || count > 64) throw new FontDamaged('it has no table, or too many')
  const cursor = { at: HEADER_BYTES }
  const entries = Array.from({ length: count }, () => readEntry(file, cursor))
  const unpackedBytes = entries.reduce((sum, { bytes }) => sum + bytes, 0)
  if (unpackedBytes > MAX_UNPACKED_BYTES) throw new FontDamaged('it is too large when it is unpacked')
  const packed = file.subarray(cursor.at, cursor.at + compressedBytes)
  if (packed.length !== compressedBytes) throw new FontDamaged('it is cut short')
  const data = unpack(packed, unpackedBytes)
  const tables = new Map<string, Table>()
  let at = 0
  for (const { tag, bytes, isTransformed } of entries) {
    if (tables.has(tag)) throw new FontDamaged(`it has two tables ${tag}`)
    tables.set(tag, { data: data.subarray(at, at + bytes), isTransformed })
    at += bytes
  }
  return tables
}

function unpack(packed: Buffer, bytes: number): Buffer {
  let data: Buffer
  try {
    data = brotliDecompressSync(packed, { maxOutputLength: bytes + 1 })
  } catch {
    throw new FontDamaged('it cannot be unpacked')
  }
  if (data.length !== bytes) throw new FontDamaged('its tables are not as long as it says')
  return data
}

function readEntry(file: Buffer, cursor: { at: number }) {
  const flags = file.readUInt8(cursor.at++)
  let tag = KNOWN_TAGS[flags & 63]
  if (tag === undefined) {
    tag = file.toString('latin1', cursor.at, cursor.at + 4)
    cursor.at += 4
  }
  const version = flags >> 6
  const isOutline = tag === 'glyf' || tag === 'loca'
  const isTransformed = isOutline ? version !== 3 : version !== 0
  const originalBytes = readBase128(file, cursor)
  const bytes = isTransformed ? readBase128(file, cursor) : originalBytes
  return { tag, bytes, isTransformed }
}

/** UIntBase128 (section 4.1): at most five bytes, no leading zeros. */
function readBase128(file: Buffer, cursor: { at: number }): number {
  let value = 0
  for (let n = 0; n < 5; n++) {
    const byte = file.readUInt8(cursor.at++)
    if (n === 0 && byte === 0x80) break
    value = value * 128 + (byte & 0x7f)
    if (value > 0xffffffff) break
    if ((byte & 0x80) === 0) return value
  }
  throw new FontDamaged('a length in it is not valid')
}

function describe(tables: Map<string, Table>): FontFacts {
  const missing = NEEDED.find((tag) => !tables.has(tag))
  if (missing) throw new FontDamaged(`it has no table ${missing}`)
  if (!['glyf', 'CFF ', 'CFF2'].some((tag) => tables.has(tag))) throw new FontDamaged('it has no letters')
  const readTable = (tag: string) => tables.get(tag)?.data ?? Buffer.alloc(0)
  const [head, hhea, os2] = [readTable('head'), readTable('hhea'), readTable('OS/2')]
  const unit = head.readUInt16BE(18)
  if (unit < 16 || unit > 16_384) throw new FontDamaged('its unit is not valid')
  // Bit 7 of fsSelection: browsers then use the typographic metrics.
  const usesTypographic = (os2.readUInt16BE(62) & 0x80) !== 0
  const [ascent, descent, lineGap] = usesTypographic
    ? [os2.readInt16BE(68), os2.readInt16BE(70), os2.readInt16BE(72)]
    : [hhea.readInt16BE(4), hhea.readInt16BE(6), hhea.readInt16BE(8)]
  const weight = clamp(os2.readUInt16BE(4), 1, 1000)
  const averageWidth = measureText(tables, hhea.readUInt16BE(34)) / unit
  const share = (value: number, most: number) => Math.round(clamp(value / unit, 0, most) * 10_000) / 10_000
  return {
    family: readFamily(readTable('name')),
    weights: readWeightAxis(tables.get('fvar')?.data) ?? [weight, weight],
    ascent: share(ascent, 3),
    descent: share(-descent, 3),
    lineGap: share(lineGap, 3),
    averageWidth: Math.round(clamp(averageWidth, 0.1, 2) * 10_000) / 10_000,
  }
}

const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most)

/** Letters per hundred characters of English text, including spaces. */
const FREQUENCY: Readonly<Record<string, number>> = {
  ' ': 18,
  ...{ e: 10.3, t: 7.5, a: 6.5, o: 6.2, n: 5.7, i: 5.7, s: 5.3, r: 5, h: 5, l: 3.3, d: 3.3, u: 2.3, c: 2.2, m: 2 },
  ...{ f: 2, w: 1.7, g: 1.6, p: 1.5, y: 1.4, b: 1.3, v: 0.8, k: 0.6, x: 0.1, j: 0.1, q: 0.1, z: 0.1 },
}

/** In font units. For a font without Latin letters, the width of its first glyphs is used. */
function measureText(tables: Map<string, Table>, metrics: number): number {
  const { data, isTransformed } = tables.get('hmtx') ?? { data: Buffer.alloc(0), isTransformed: false }
  if (metrics === 0) throw new FontDamaged('its letters have no width')
  // A transformed table begins with a byte of flags, and the widths are contiguous (section 5.4).
  const readWidth = (glyph: number) => {
    const n = Math.min(glyph, metrics - 1)
    return data.readUInt16BE(isTransformed ? 1 + n * 2 : n * 4)
  }
  const findGlyphIndex = readCharacterMap(tables.get('cmap')?.data ?? Buffer.alloc(0))
  let [sum, share] = [0, 0]
  for (const [letter, frequency] of Object.entries(FREQUENCY)) {
    const glyph = findGlyphIndex(letter.codePointAt(0) ?? 0)
    if (glyph === 0) continue
    sum += readWidth(glyph) * frequency
    share += frequency
  }
  if (share > 0) return sum / share
  const first = Math.min(metrics, 50)
  return Array.from({ length: first }, (_, glyph) => readWidth(glyph)).reduce((a, b) => a + b, 0) / first
}

/** Maps characters to glyphs by the map of Unicode's first plane (format 4), which every page font has; 0 means none. */
function readCharacterMap(cmap: Buffer): (character: number) => number {
  const count = cmap.readUInt16BE(2)
  for (let n = 0; n < count; n++) {
    const [platform, encoding, at] = [4, 6, 8].map((offset) =>
      offset === 8 ? cmap.readUInt32BE(4 + n * 8 + 4) : cmap.readUInt16BE(n * 8 + offset),
    )
    const isUnicode = platform === 0 || (platform === 3 && encoding === 1)
    if (isUnicode && at !== undefined && cmap.readUInt16BE(at) === 4) return (c) => findGlyph(cmap.subarray(at), c)
  }
  return () => 0
}

/** Format 4 (OpenType, cmap). */
function findGlyph(map: Buffer, character: number): number {
  const segments = map.readUInt16BE(6) / 2
  const [ends, starts] = [14, 16 + segments * 2]
  const [deltas, offsets] = [starts + segments * 2, starts + segments * 4]
  for (let n = 0; n < segments; n++) {
    if (map.readUInt16BE(ends + n * 2) < character) continue
    const start = map.readUInt16BE(starts + n * 2)
    if (start > character) return 0
    const delta = map.readUInt16BE(deltas + n * 2)
    const offset = map.readUInt16BE(offsets + n * 2)
    if (offset === 0) return (character + delta) & 0xffff
    const glyph = map.readUInt16BE(offsets + n * 2 + offset + (character - start) * 2)
    return glyph === 0 ? 0 : (glyph + delta) & 0xffff
  }
  return 0
}

/** The typographic family, otherwise the family, in the Windows names. */
function readFamily(name: Buffer): string {
  const count = name.readUInt16BE(2)
  const texts = name.readUInt16BE(4)
  const found = new Map<number, string>()
  for (let n = 0; n < count; n++) {
    const at = 6 + n * 12
    const [platform, id] = [name.readUInt16BE(at), name.readUInt16BE(at + 6)]
    if (platform !== 3 || (id !== 1 && id !== 16) || found.has(id)) continue
    const start = texts + name.readUInt16BE(at + 10)
    const bytes = Buffer.from(name.subarray(start, start + name.readUInt16BE(at + 8)))
    if (bytes.length % 2 === 0) found.set(id, bytes.swap16().toString('utf16le'))
  }
  const text = (found.get(16) ?? found.get(1) ?? '').replace(/[\p{Cc}\p{Cf}\p{Cs}]+/gu, '').trim()
  return [...text].slice(0, 60).join('') || 'Own font'
}

/** The range of the axis `wght` of a variable font. */
function readWeightAxis(fvar: Buffer | undefined): readonly [number, number] | undefined {
  if (!fvar) return undefined
  const [start, count, size] = [fvar.readUInt16BE(4), fvar.readUInt16BE(8), fvar.readUInt16BE(10)]
  for (let n = 0; n < Math.min(count, 64); n++) {
    const at = start + n * size
    if (fvar.toString('latin1', at, at + 4) !== 'wght') continue
    const end = (offset: number) => clamp(Math.round(fvar.readInt32BE(at + offset) / 65_536), 1, 1000)
    return [Math.min(end(4), end(12)), Math.max(end(4), end(12))]
  }
  return undefined
}
