// Smaller copies of public fonts: compressed, whole or only the part that a text needs. Made at the first request and stored beside
// the original, as the copies of pictures are.

import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { findPartRanges } from '@vitrine/painter/font-subset'
import { getContentType, type Storage } from '@vitrine/providers/storage'
import subsetFont from 'subset-font'

const FONT_KEY = /^public\/([0-9a-f]{64})\.(ttf|otf)$/

/**
 * The features that shapers apply without being asked, as HarfBuzz lists them for its own subsets (`hb-subset-input.cc`): no text of
 * ours asks for others, such as swashes and small capitals, and their glyphs are most of some fonts.
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

/** Outlines are drawn without hinting. The types of the package lack both. */
const CUT: object = { keepFeatures: KEPT_FEATURES, noHinting: true }

export interface FontCopies {
  /**
   * The key of a copy compressed with Brotli: of the part that is named, else of the whole font. Undefined for what is no font, or
   * not there.
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
      // The highest quality is 5 % smaller and takes eight times as long, for which somebody waits.
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
      const made = making.get(copyKey) ?? make(key, copyKey, known).finally(() => making.delete(copyKey))
      making.set(copyKey, made)
      return made
    },
  }
}

/** A font with the characters of a part alone, which shapes them as the whole font does. The whole font if it cannot be cut. */
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
