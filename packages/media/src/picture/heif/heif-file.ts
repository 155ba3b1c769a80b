// Parses the structure of HEIF images (ISO/IEC 23008-12), as iPhones and other cameras write them: the primary item, its tiles,
// its orientation and the location of its bytes. Nothing is decoded here.

/** The changes to apply to a decoded picture, in this order. */
export type Change =
  | {
      readonly kind: 'crop'
      readonly left: number
      readonly top: number
      readonly width: number
      readonly height: number
    }
  | { readonly kind: 'turn'; readonly quarterTurns: number }
  | { readonly kind: 'mirror'; readonly axis: 'vertical' | 'horizontal' }

export interface HeifPicture {
  /** Before any change. */
  readonly width: number
  readonly height: number
  readonly columns: number
  readonly rows: number
  readonly tiles: readonly HeifTile[]
  readonly changes: readonly Change[]
  /** An ICC profile or colour codes; undefined when the file leaves them to the coded picture. */
  readonly color: HeifColor | undefined
}

export type HeifColor =
  | { readonly kind: 'profile'; readonly icc: Buffer }
  | {
      readonly kind: 'code'
      readonly primaries: number
      readonly transfer: number
      readonly matrix: number
      readonly isFullRange: boolean
    }

export interface HeifTile {
  readonly codec: 'hevc' | 'av1'
  /** As stated by the file; the decoder rejects more pixels than these. */
  readonly width: number
  readonly height: number
  /** The decoder's configuration before the first byte: the content of `hvcC` or `av1C`. */
  readonly configuration: Buffer
  readonly data: Buffer
}

/** More tiles would mean 16 times the largest accepted picture, in the smallest possible tiles. */
const MAX_TILES = 4096
/** The boxes that describe a picture; cameras need some 10 KB for them, or a few hundred with large colour profiles. */
const MAX_META_BYTES = 8_000_000
/** The tiles and a handful of thumbnails, gain maps and notes. */
const MAX_ITEMS = MAX_TILES + 1000
/** Extents of all items together: cameras write one for each item. */
const MAX_EXTENTS = 4 * MAX_ITEMS
/** Maximum properties of one item; cameras write up to ten. */
const MAX_ITEM_PROPERTIES = 64
/** MIAF (ISO/IEC 23000-22, 7.3.6.7) allows one crop, one rotation and one mirror. Each costs a pass over all pixels. */
const MAX_CHANGES = 3
/** Maximum size of a profile; the largest ones for printing presses have 3 MB. */
const MAX_PROFILE_BYTES = 4_000_000
const CODECS: Readonly<Record<string, { codec: HeifTile['codec']; configuration: string }>> = {
  hvc1: { codec: 'hevc', configuration: 'hvcC' },
  av01: { codec: 'av1', configuration: 'av1C' },
}

interface Item {
  type: string
  properties: Box[]
  /** Ranges of the file, or of the box `idat`. */
  readonly extents: { offset: number; length: number }[]
  isInIdat: boolean
}

/** Reads the structure of a HEIF file. Throws `HeifError` when it is broken or has an unsupported structure. */
export function readHeif(file: Buffer): HeifPicture {
  const meta = new ByteReader(file).boxes({ isFile: true }).find((box) => box.type === 'meta')
  if (!meta) throw new HeifError('it holds no picture')
  if (meta.content.bytes.length > MAX_META_BYTES) throw new HeifError('its description is too long')
  const reader = new ByteReader(meta.content.bytes)
  reader.head()
  const parts = new Map(reader.boxes().map((box) => [box.type, box.content.bytes]))
  const part = (type: string) => {
    const bytes = parts.get(type)
    if (!bytes) throw new HeifError(`it lacks the box ${type}`)
    return new ByteReader(bytes)
  }

  const items = readItems(part('iinf'))
  readLocations(part('iloc'), items)
  readProperties(part('iprp'), items)
  const primary = readPrimary(part('pitm'))
  const derivedFrom = parts.has('iref') ? readReferences(part('iref')) : new Map<number, number[]>()
  const source = { file, idat: parts.get('idat') ?? Buffer.alloc(0), items, derivedFrom }
  return describePicture(source, primary)
}

interface Source {
  readonly file: Buffer
  readonly idat: Buffer
  readonly items: ReadonlyMap<number, Item>
  /** The items that each item is derived from. */
  readonly derivedFrom: ReadonlyMap<number, readonly number[]>
}

function describePicture(source: Source, primary: number): HeifPicture {
  const item = requireItem(source, primary)
  const { width, height } = readSize(item)
  const changes = readChanges(item, { width, height })
  if (item.type !== 'grid') {
    const tiles = [readTile(source, item)]
    return { width, height, columns: 1, rows: 1, tiles, changes, color: readColor(item) }
  }
  const grid = new ByteReader(readData(source, item))
  grid.number(1)
  const size = (grid.number(1) & 1) === 1 ? 4 : 2
  const [rows, columns] = [grid.number(1) + 1, grid.number(1) + 1]
  const [gridWidth, gridHeight] = [grid.number(size), grid.number(size)]
  const ids = source.derivedFrom.get(primary) ?? []
  if (ids.length !== rows * columns || ids.length > MAX_TILES) {
    throw new HeifError(`${ids.length} tiles do not make ${columns} x ${rows}`)
  }
  const parts = ids.map((id) => requireItem(source, id))
  const [first] = parts
  const color = readColor(item) ?? (first && readColor(first))
  requireTightGrid(first, { columns, rows, width: gridWidth, height: gridHeight })
  // A tile that is referred to many times is read once.
  const read = new Map<Item, HeifTile>()
  const tiles = parts.map((part) => {
    const tile = read.get(part) ?? readTile(source, part)
    read.set(part, tile)
    return tile
  })
  const codedBytes = [...read.values()].reduce((sum, { data }) => sum + data.length, 0)
  if (codedBytes > source.file.length) throw new HeifError('the tiles of the picture overlap')
  return { width: gridWidth, height: gridHeight, columns, rows, tiles, changes, color }
}

/** Throws `HeifError` unless every row and column of tiles is visible, so that nothing is decoded in vain. */
function requireTightGrid(
  first: Item | undefined,
  { columns, rows, width, height }: { columns: number; rows: number; width: number; height: number },
): void {
  const tile = first ? readSize(first) : { width: 0, height: 0 }
  const isTight = (count: number, side: number, whole: number) => (count - 1) * side < whole && whole <= count * side
  if (!isTight(columns, tile.width, width) || !isTight(rows, tile.height, height))
    throw new HeifError(`${columns} x ${rows} tiles of ${tile.width} x ${tile.height} do not make ${width} x ${height}`)
}

function requireItem({ items }: Source, id: number): Item {
  const item = items.get(id)
  if (!item) throw new HeifError(`there is no item ${id}`)
  return item
}

function readTile(source: Source, item: Item): HeifTile {
  const known = CODECS[item.type]
  if (!known) throw new HeifError(`pictures coded as ${item.type} are not known`)
  const { width, height } = readSize(item)
  const configuration = findProperty(item, known.configuration)
  if (!configuration) throw new HeifError(`a tile lacks ${known.configuration}`)
  return { codec: known.codec, width, height, configuration: configuration.bytes, data: readData(source, item) }
}

/** Reads an item's data, which may consist of several extents. Throws `HeifError` when these are longer than the file. */
function readData({ file, idat }: Source, item: Item): Buffer {
  const place = item.isInIdat ? idat : file
  const pieces = item.extents.map(({ offset, length }) => {
    const end = length === 0 ? place.length : offset + length
    if (offset > place.length || end > place.length) throw new HeifError('a piece of the picture lies outside the file')
    return place.subarray(offset, end)
  })
  const total = pieces.reduce((sum, piece) => sum + piece.length, 0)
  // Extents may refer to the same bytes repeatedly.
  if (total > file.length) throw new HeifError('the pieces of the picture overlap')
  return pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces)
}

function findProperty(item: Item, type: string): ByteReader | undefined {
  const property = item.properties.find((box) => box.type === type)
  return property && new ByteReader(property.content.bytes)
}

function readSize(item: Item): { width: number; height: number } {
  const reader = findProperty(item, 'ispe')
  if (!reader) throw new HeifError('the size of the picture is not told')
  reader.head()
  return { width: reader.number(4), height: reader.number(4) }
}

const CHANGE_BOXES: ReadonlySet<string> = new Set(['irot', 'imir', 'clap'])

/** Transformations apply in the order in which they are listed. */
function readChanges(item: Item, size: { width: number; height: number }): Change[] {
  let { width, height } = size
  const count = item.properties.filter(({ type }) => CHANGE_BOXES.has(type)).length
  if (count > MAX_CHANGES) throw new HeifError(`it is to be changed ${count} times`)
  return item.properties.flatMap(({ type, content }): Change[] => {
    const reader = new ByteReader(content.bytes)
    if (type === 'irot') {
      // The file counts quarter turns anticlockwise.
      const quarterTurns = (4 - (reader.number(1) & 3)) & 3
      if (quarterTurns % 2 === 1) [width, height] = [height, width]
      return quarterTurns === 0 ? [] : [{ kind: 'turn', quarterTurns }]
    }
    if (type === 'imir') return [{ kind: 'mirror', axis: (reader.number(1) & 1) === 1 ? 'horizontal' : 'vertical' }]
    if (type !== 'clap') return []
    const crop = readCrop(reader, { width, height })
    ;({ width, height } = crop)
    return [crop]
  })
}

/** A window given by its size and the offset of its centre from the picture's centre, all as fractions. */
function readCrop(reader: ByteReader, picture: { width: number; height: number }): Extract<Change, { kind: 'crop' }> {
  const fraction = (isSigned: boolean) => {
    const [numerator, denominator] = [reader.number(4), reader.number(4)]
    if (denominator === 0) throw new HeifError('the window of the picture divides by zero')
    return (isSigned ? numerator | 0 : numerator) / denominator
  }
  const width = Math.round(fraction(false))
  const height = Math.round(fraction(false))
  const left = Math.round((picture.width - width) / 2 + fraction(true))
  const top = Math.round((picture.height - height) / 2 + fraction(true))
  const isInside = left >= 0 && top >= 0 && width > 0 && height > 0
  if (!isInside || left + width > picture.width || top + height > picture.height) {
    throw new HeifError('the window of the picture lies outside of it')
  }
  return { kind: 'crop', left, top, width, height }
}

/** A profile is more specific than a code; a file may have both. */
function readColor(item: Item): HeifColor | undefined {
  const found = item.properties
    .filter(({ type }) => type === 'colr')
    .map(({ content }): HeifColor | undefined => {
      const reader = new ByteReader(content.bytes)
      const kind = reader.letters(4)
      if ((kind === 'prof' || kind === 'rICC') && reader.left > MAX_PROFILE_BYTES)
        throw new HeifError('its colour profile is too long')
      if (kind === 'prof' || kind === 'rICC') return { kind: 'profile', icc: reader.take(reader.left) }
      if (kind !== 'nclx') return undefined
      const [primaries, transfer, matrix] = [reader.number(2), reader.number(2), reader.number(2)]
      return { kind: 'code', primaries, transfer, matrix, isFullRange: (reader.number(1) & 0x80) !== 0 }
    })
  return found.find((color) => color?.kind === 'profile') ?? found.find((color) => color !== undefined)
}

function readItems(reader: ByteReader): Map<number, Item> {
  const { version } = reader.head()
  reader.number(version === 0 ? 2 : 4)
  const items = new Map<number, Item>()
  const add = (id: number, type: string) => {
    if (items.size >= MAX_ITEMS) throw new HeifError('it holds too many items')
    items.set(id, { type, properties: [], extents: [], isInIdat: false })
  }
  for (const { type, content } of reader.boxes()) {
    if (type !== 'infe') continue
    const { version: entry } = content.head()
    if (entry < 2) continue
    const id = content.number(entry === 2 ? 2 : 4)
    content.number(2)
    add(id, content.letters(4))
  }
  return items
}

function readLocations(reader: ByteReader, items: ReadonlyMap<number, Item>): void {
  const { version } = reader.head()
  const sizes = reader.number(2)
  const [offsetSize, lengthSize, baseSize] = [(sizes >> 12) & 15, (sizes >> 8) & 15, (sizes >> 4) & 15]
  const indexSize = version === 0 ? 0 : sizes & 15
  const count = reader.number(version < 2 ? 2 : 4)
  if (count > MAX_ITEMS) throw new HeifError(`it places ${count} items`)
  // The numbers of an extent may take no bytes at all, so the length of the box limits nothing.
  let extentCount = 0
  for (let n = 0; n < count; n++) {
    const item = items.get(reader.number(version < 2 ? 2 : 4))
    const method = version === 0 ? 0 : reader.number(2) & 15
    reader.number(2)
    const base = reader.number(baseSize)
    const extents = reader.number(2)
    extentCount += extents
    if (extentCount > MAX_EXTENTS) throw new HeifError('its items lie in too many pieces')
    for (let m = 0; m < extents; m++) {
      reader.number(indexSize)
      const offset = base + reader.number(offsetSize)
      const length = reader.number(lengthSize)
      item?.extents.push({ offset, length })
    }
    if (item && method > 1) throw new HeifError('its bytes lie in another item')
    if (item) item.isInIdat = method === 1
  }
}

function readProperties(reader: ByteReader, items: ReadonlyMap<number, Item>): void {
  const boxes = reader.boxes()
  const all = boxes.find(({ type }) => type === 'ipco')?.content.boxes() ?? []
  for (const { type, content } of boxes) {
    if (type !== 'ipma') continue
    const { version, flags } = content.head()
    const count = content.number(4)
    for (let n = 0; n < count; n++) {
      const item = items.get(content.number(version < 1 ? 2 : 4))
      const associations = content.number(1)
      for (let m = 0; m < associations; m++) {
        const index = (flags & 1) === 1 ? content.number(2) & 0x7fff : content.number(1) & 0x7f
        const property = all[index - 1]
        if (property) item?.properties.push(property)
        if (item && item.properties.length > MAX_ITEM_PROPERTIES) throw new HeifError('an item has too many properties')
      }
    }
  }
}

function readPrimary(reader: ByteReader): number {
  return reader.head().version === 0 ? reader.number(2) : reader.number(4)
}

function readReferences(reader: ByteReader): Map<number, number[]> {
  const { version } = reader.head()
  const size = version === 0 ? 2 : 4
  const references = new Map<number, number[]>()
  for (const { type, content } of reader.boxes()) {
    if (type !== 'dimg') continue
    const from = content.number(size)
    const count = content.number(2)
    references.set(
      from,
      Array.from({ length: count }, () => content.number(size)),
    )
  }
  return references
}

// Reads the boxes of ISO base media files (ISO/IEC 14496-12): named, nested byte ranges. Reads never leave the given bytes,
// whatever lengths the file claims.

/** The file contradicts its boxes; the message says where. */
export class HeifError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'HeifError'
  }
}

interface Box {
  /** Four letters. */
  readonly type: string
  readonly content: ByteReader
}

/** More boxes at one level than any picture has. */
const MAX_BOXES = 20_000

/** Reads consecutive big-endian numbers. Throws `HeifError` at the end of the bytes. */
class ByteReader {
  readonly bytes: Buffer
  at = 0

  constructor(bytes: Buffer) {
    this.bytes = bytes
  }

  get left(): number {
    return this.bytes.length - this.at
  }

  /** An unsigned number of 0, 1, 2, 3, 4 or 8 bytes. */
  number(size: number): number {
    if (size === 0) return 0
    if (size > this.left) throw new HeifError('a box ends too early')
    const start = this.at
    this.at += size
    if (size <= 6) return this.bytes.readUIntBE(start, size)
    const value = this.bytes.readBigUInt64BE(start)
    if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw new HeifError(`${value} is no size`)
    return Number(value)
  }

  take(size: number): Buffer {
    if (size < 0 || size > this.left) throw new HeifError('a box ends too early')
    this.at += size
    return this.bytes.subarray(this.at - size, this.at)
  }

  letters(size: number): string {
    return this.take(size).toString('latin1')
  }

  /** Version and flags, the beginning of many boxes. */
  head(): { version: number; flags: number } {
    return { version: this.number(1), flags: this.number(3) }
  }

  /** The boxes that fill the rest. The last box of a whole file may be truncated: reading it fails only if needed data is missing. */
  boxes({ isFile = false } = {}): Box[] {
    const boxes: Box[] = []
    while (this.left >= 8) {
      const short = this.number(4)
      const type = this.letters(4)
      const length = short === 1 ? this.number(8) - 16 : short === 0 ? this.left : short - 8
      if (length < 0 || (length > this.left && !isFile))
        throw new HeifError(`the box ${type} is longer than what it lies in`)
      boxes.push({ type, content: new ByteReader(this.take(Math.min(length, this.left))) })
      if (boxes.length > MAX_BOXES) throw new HeifError('too many boxes')
    }
    return boxes
  }
}
