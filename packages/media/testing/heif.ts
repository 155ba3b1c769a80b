// Creates HEIF pictures for tests as cameras write them, so that the repository contains no binary files.
import {
  AV_LOG_QUIET,
  AV_PIX_FMT_YUV420P,
  AV_PIX_FMT_YUV420P10LE,
  AVCOL_RANGE_JPEG,
  AVCOL_SPC_SMPTE170M,
  FF_ENCODER_LIBX265,
  Frame,
  Log,
  Rational,
} from 'node-av'
import { Encoder } from 'node-av/api'
import type { HeifTile } from '../src/picture/heif/heif-file.ts'

/** Red, green and blue (0 to 255) at a place. */
export type Painter = (x: number, y: number) => readonly [number, number, number]

/** A picture coded by HEVC in full range. */
export async function codeTile(width: number, height: number, paint: Painter, depth: 8 | 10 = 8): Promise<HeifTile> {
  Log.setLevel(AV_LOG_QUIET)
  using encoder = await Encoder.create(FF_ENCODER_LIBX265, {
    options: { preset: 'ultrafast', crf: 2, 'x265-params': 'log-level=none:range=full' } as Record<string, unknown>,
  })
  const frame = drawFrame(width, height, paint, depth)
  await encoder.encode(frame)
  frame.free()
  await encoder.flush()
  const packet = await encoder.receive()
  const units = splitUnits(Buffer.from(packet?.data ?? []))
  packet?.free()
  const isParameter = (unit: Buffer) => PARAMETER_SETS.includes(unitType(unit))
  const withLength = (size: number) => (unit: Buffer) => Buffer.concat([number(size, unit.length), unit])
  const sets = PARAMETER_SETS.map((type) => {
    const found = units.filter((unit) => unitType(unit) === type)
    return Buffer.concat([number(1, type), number(2, found.length), ...found.map(withLength(2))])
  })
  // From the header of hvcC, decoders read the size of the unit lengths (four bytes) and the number of sets.
  const head = Buffer.alloc(23)
  head[0] = 1
  head[21] = 3
  head[22] = sets.length
  return {
    codec: 'hevc',
    width,
    height,
    configuration: Buffer.concat([head, ...sets]),
    data: Buffer.concat(units.filter((unit) => !isParameter(unit)).map(withLength(4))),
  }
}

/** Types of the parameter sets: video, sequence and picture. */
const PARAMETER_SETS = [32, 33, 34]

function unitType(unit: Buffer): number {
  return ((unit[0] ?? 0) >> 1) & 63
}

/** Units between the start codes 0 0 1 of a raw stream. */
function splitUnits(stream: Buffer): Buffer[] {
  const units: Buffer[] = []
  const code = Buffer.from([0, 0, 1])
  for (let at = stream.indexOf(code); at >= 0; ) {
    const next = stream.indexOf(code, at + 3)
    let end = next < 0 ? stream.length : next
    while (end > at + 3 && stream[end - 1] === 0) end--
    units.push(stream.subarray(at + 3, end))
    at = next
  }
  return units
}

function drawFrame(width: number, height: number, paint: Painter, depth: 8 | 10): Frame {
  const frame = new Frame()
  frame.alloc()
  frame.width = width
  frame.height = height
  frame.format = depth === 8 ? AV_PIX_FMT_YUV420P : AV_PIX_FMT_YUV420P10LE
  frame.allocBuffer()
  frame.colorRange = AVCOL_RANGE_JPEG
  frame.colorSpace = AVCOL_SPC_SMPTE170M
  frame.timeBase = new Rational(1, 25)
  frame.pts = 0n
  for (const [plane, data] of (frame.data ?? []).entries()) {
    const half = plane === 0 ? 1 : 2
    for (let y = 0; y < height / half; y++) {
      for (let x = 0; x < width / half; x++) {
        const [r, g, b] = paint(x * half, y * half)
        const luma = 0.299 * r + 0.587 * g + 0.114 * b
        const value = [luma, 128 + (b - luma) / 1.772, 128 + (r - luma) / 1.402][plane] ?? 0
        const at = y * (frame.linesize[plane] ?? 0)
        if (depth === 8) data[at + x] = Math.round(value)
        else data.writeUInt16LE(Math.min(1023, Math.round(value * 4)), at + x * 2)
      }
    }
  }
  return frame
}

const number = (size: number, value: number) => {
  const bytes = Buffer.alloc(size)
  bytes.writeUIntBE(value, 0, size)
  return bytes
}
const box = (type: string, ...content: readonly Uint8Array[]) => {
  const length = content.reduce((sum, part) => sum + part.length, 8)
  return Buffer.concat([number(4, length), Buffer.from(type, 'latin1'), ...content])
}
const fullBox = (type: string, version: number, flags: number, ...content: readonly Uint8Array[]) =>
  box(type, number(1, version), number(3, flags), ...content)

export interface HeifForTest {
  readonly width: number
  readonly height: number
  readonly columns?: number
  readonly rows?: number
  readonly tiles: readonly HeifTile[]
  readonly tileWidth: number
  readonly tileHeight: number
  /** Several tiles are a grid by default; a single tile may be one too. */
  readonly isGrid?: boolean
  /** Quarter turns anticlockwise, as in the file. */
  readonly rotation?: number
  /** How often the rotation is listed; once by default. */
  readonly rotations?: number
  /** 0 or 1, as the file counts. */
  readonly mirror?: number
  readonly icc?: Buffer
  /** Codes of primaries, transfer and matrix, for full range. */
  readonly colorCodes?: readonly [primaries: number, transfer: number, matrix: number]
  readonly crop?: { readonly width: number; readonly height: number }
  /** Items outside the picture: a thumbnail, a gain map, EXIF with a location. */
  readonly extras?: readonly { readonly type: string; readonly data: Buffer }[]
}

/** Builds a HEIF file: tiles, a grid over them when there are several, and other data that cameras add. */
export function buildHeif(spec: HeifForTest): Buffer {
  const { tiles, columns = 1, rows = 1, extras = [] } = spec
  const isGrid = spec.isGrid ?? tiles.length > 1
  const grid = Buffer.concat([
    Buffer.from([0, 0, rows - 1, columns - 1]),
    number(2, spec.width),
    number(2, spec.height),
  ])
  // Items: 1 is the picture (or the grid), then the tiles of the grid, then what else there is.
  const items = [
    ...(isGrid ? [{ type: 'grid', data: grid }] : []),
    ...tiles.map(({ data }) => ({ type: 'hvc1', data })),
    ...extras,
  ].map((item, n) => ({ ...item, id: n + 1 }))
  const tileIds = items
    .filter(({ type }) => type === 'hvc1')
    .map(({ id }) => id)
    .slice(0, tiles.length)

  const meta = (offset: number) => {
    let at = offset
    const locations = items.map(({ id, data }) => {
      const entry = Buffer.concat([number(2, id), number(2, 0), number(2, 1), number(4, at), number(4, data.length)])
      at += data.length
      return entry
    })
    const entries = items.map(({ id, type }) =>
      fullBox('infe', 2, 0, number(2, id), number(2, 0), Buffer.from(`${type}\0`, 'latin1')),
    )
    const references = isGrid
      ? [box('dimg', number(2, 1), number(2, tileIds.length), ...tileIds.map((id) => number(2, id)))]
      : []
    return fullBox(
      'meta',
      0,
      0,
      fullBox('hdlr', 0, 0, Buffer.from('\0\0\0\0pict\0\0\0\0\0\0\0\0\0\0\0\0\0', 'latin1')),
      fullBox('pitm', 0, 0, number(2, 1)),
      fullBox('iinf', 0, 0, number(2, items.length), ...entries),
      fullBox('iref', 0, 0, ...references),
      describeItems(spec, isGrid ? tileIds : []),
      fullBox('iloc', 0, 0, number(2, 0x4400), number(2, items.length), ...locations),
    )
  }
  const head = box('ftyp', Buffer.from('heic\0\0\0\0mif1heic', 'latin1'))
  const offset = head.length + meta(0).length + 8
  return Buffer.concat([head, meta(offset), box('mdat', ...items.map(({ data }) => data))])
}

function describeItems(spec: HeifForTest, gridTiles: readonly number[]): Buffer {
  const [first] = spec.tiles
  const { crop } = spec
  const fraction = (value: number) => Buffer.concat([number(4, value), number(4, 1)])
  const changes = [
    crop && box('clap', fraction(crop.width), fraction(crop.height), fraction(0), fraction(0)),
    spec.rotation !== undefined && box('irot', number(1, spec.rotation)),
    spec.mirror !== undefined && box('imir', number(1, spec.mirror)),
    spec.icc && box('colr', Buffer.from('prof'), spec.icc),
    spec.colorCodes &&
      box('colr', Buffer.from('nclx'), ...spec.colorCodes.map((code) => number(2, code)), number(1, 0x80)),
  ].filter((property): property is Buffer<ArrayBuffer> => Boolean(property))
  const properties = [
    box('hvcC', first?.configuration ?? Buffer.alloc(0)),
    fullBox('ispe', 0, 0, number(4, spec.tileWidth), number(4, spec.tileHeight)),
    fullBox('ispe', 0, 0, number(4, spec.width), number(4, spec.height)),
    ...changes,
  ]
  const changeIds = changes.flatMap((change, n) =>
    Array.from({ length: change.includes('irot') ? (spec.rotations ?? 1) : 1 }, () => n + 4),
  )
  const associations = [
    { id: 1, properties: gridTiles.length > 0 ? [3, ...changeIds] : [1, 3, ...changeIds] },
    ...gridTiles.map((id) => ({ id, properties: [1, 2] })),
  ].map(({ id, properties: used }) => Buffer.concat([number(2, id), number(1, used.length), Buffer.from(used)]))
  return box('iprp', box('ipco', ...properties), fullBox('ipma', 0, 0, number(4, associations.length), ...associations))
}

/** Lists a number of items, each with 65,535 empty extents, in numbers that take no bytes: six bytes per item. */
export function buildHeifOfEmptyExtents(count: number): Buffer {
  const entry = Buffer.concat([number(2, 1), number(2, 0), number(2, 65_535)])
  const meta = fullBox(
    'meta',
    0,
    0,
    fullBox('pitm', 0, 0, number(2, 1)),
    fullBox('iinf', 0, 0, number(2, 1), fullBox('infe', 2, 0, number(2, 1), number(2, 0), Buffer.from('hvc1\0'))),
    box('iprp', box('ipco', fullBox('ispe', 0, 0, number(4, 64), number(4, 64))), fullBox('ipma', 0, 0, number(4, 0))),
    fullBox('iloc', 0, 0, number(2, 0), number(2, count), Buffer.alloc(count * entry.length, entry)),
  )
  return Buffer.concat([box('ftyp', Buffer.from('heic\0\0\0\0mif1heic', 'latin1')), meta])
}
