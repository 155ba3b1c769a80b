// Fonts: the scripts of a file, and smaller copies of public ones: compressed, whole or only the part for a text. Created on the first request and stored next to
// the original, like the copies of pictures.
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { FontScript } from '@vitrine/contract/media'
import { findPartRanges } from '@vitrine/painter/font-subset'
import { getContentType, type Storage } from '@vitrine/providers/storage'
import subsetFont from 'subset-font'

const FONT_KEY = /^public\/([0-9a-f]{64})\.(ttf|otf)$/

/**
 * The features that shapers apply by default, as HarfBuzz lists them for its own subsets (`hb-subset-input.cc`). The store's
 * texts use no others, such as swashes and small capitals, whose glyphs are most of some fonts.
 */
const KEPT_FEATURES = [
  ...['rvrn', 'ccmp', 'liga', 'locl', 'mark', 'mkmk', 'rlig', 'frac', 'numr', 'dnom', 'calt', 'clig', 'curs', 'kern'],
  ...['rclt', 'valt', 'vert', 'vkrn', 'vpal', 'vrt2', 'ltra', 'ltrm', 'rtla', 'rtlm', 'rand', 'jalt', 'Harf', 'HARF'],
  ...['Buzz', 'BUZZ', 'isol', 'init', 'medi', 'fina', 'med2', 'fin2', 'fin3', 'cswh', 'mset', 'stch', 'ljmo', 'vjmo'],
  ...[
    'tjmo',
    'abvs',
    'blws',
    'abvm',
    'blwm',
    'nukt',
    'akhn',
    'rphf',
    'rkrf',
    'pref',
    'blwf',
    'half',
    'abvf',
    'pstf',
    'cfar',
  ],
  ...['vatu', 'cjct', 'pres', 'psts', 'haln', 'dist'],
]

/** Outlines are drawn without hinting. The package's types lack both options. */
const CUT: object = { keepFeatures: KEPT_FEATURES, noHinting: true }

interface FontCopies {
  /**
   * The key of a copy compressed with Brotli: of the named part, or else of the whole font. Undefined when the file is missing or
   * not a font.
   */
  findKey(key: string, part: string | undefined): Promise<string | undefined>
}

export function createFontCopies(storage: Storage): FontCopies {
  const making = new Map<string, Promise<string | undefined>>()

  const make = async (key: string, copyKey: string, part: string | undefined): Promise<string | undefined> => {
    if (await storage.exists(copyKey)) return copyKey
    if (!(await storage.exists(key))) return undefined
    const font = await buffer((await storage.open(key)).stream)
    const content = part === undefined ? font : await cutFont(font, part)
    const body = await promisify(brotliCompress)(content, {
      // The highest quality is 5 % smaller and takes eight times as long, while a visitor waits.
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 9,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      },
    })
    await storage.put(copyKey, body, { contentType: getContentType(copyKey) })
    return copyKey
  }

  return {
    async findKey(key, part) {
      const [, sha256, ending] = FONT_KEY.exec(key) ?? []
      if (sha256 === undefined) return undefined
      const known = part !== undefined && findPartRanges(part) ? part : undefined
      const copyKey = `public/${sha256}-${known ?? 'whole'}-br.${ending}`
      const copy = making.get(copyKey) ?? make(key, copyKey, known).finally(() => making.delete(copyKey))
      making.set(copyKey, copy)
      return copy
    },
  }
}

/**
 * A font with only the characters of a part, which it shapes like the whole font. Returns the whole font if it cannot be subset.
 */
export async function cutFont(font: Buffer, part: string): Promise<Buffer> {
  const characters = (findPartRanges(part) ?? []).flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, n) => String.fromCodePoint(first + n)),
  )
  try {
    return await subsetFont(font, characters.join(''), CUT)
  } catch {
    return font
  }
}

// Finds the scripts that a font file supports, from its `OS/2` table.

/** Bits of `ulUnicodeRange` by the OpenType specification. */
const BITS: readonly [bit: number, script: FontScript][] = [
  [0, 'latin'],
  [7, 'greek'],
  [9, 'cyrillic'],
  [11, 'hebrew'],
  [13, 'arabic'],
  [15, 'devanagari'],
  [16, 'bengali'],
  [17, 'gurmukhi'],
  [18, 'gujarati'],
  [20, 'tamil'],
  [21, 'telugu'],
  [22, 'kannada'],
  [23, 'malayalam'],
]

const RANGE_OFFSET = 42
const RECORD_BYTES = 16
const HEADER_BYTES = 12

/** The scripts of a TrueType or OpenType file; empty when the file does not state them. Never throws. */
export function listFontScripts(file: Uint8Array): FontScript[] {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  if (view.byteLength < HEADER_BYTES) return []
  const tables = view.getUint16(4)
  for (let n = 0; n < tables; n++) {
    const record = HEADER_BYTES + n * RECORD_BYTES
    if (record + RECORD_BYTES > view.byteLength) return []
    const tag = String.fromCharCode(...file.subarray(record, record + 4))
    if (tag !== 'OS/2') continue
    const at = view.getUint32(record + 8) + RANGE_OFFSET
    if (at + 4 > view.byteLength) return []
    const range = view.getUint32(at)
    return BITS.filter(([bit]) => (range >>> bit) & 1).map(([, script]) => script)
  }
  return []
}
