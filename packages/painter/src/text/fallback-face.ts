// The engine's fallback faces for characters that a design's fonts lack: one per script, plus symbols and emoji. Browser and
// server use the same ones, and only for texts that need them.
import type { FontFace, ResolvedDocument } from '@vitrine/document/document'
import type { TextLayer } from '@vitrine/document/layer'
import { isEmoji, letterCase, listTexts, possibleText, segmentGraphemes } from '@vitrine/document/shown-text'
import { type FontLibrary, findMissing } from './font.ts'

/** A face of the engine and the file in `packages/composition/fonts` that holds it. */
interface FallbackFace {
  readonly face: FontFace
  readonly file: string
  /** Whether the face is meant for a grapheme. It may still lack rare ones. */
  readonly isFor: (grapheme: string) => boolean
}

/** Arrows, geometric shapes and dingbats with text presentation. */
const SIGNS = /(?!\p{Emoji_Presentation})[\u2150-\u27bf\u2900-\u297f\u2b00-\u2bff](?!\ufe0f)/u

/** Hiragana, katakana and the marks used only with them. */
const KANA = /[\p{sc=Hira}\p{sc=Kana}\u30fc\u309b\u309c\uff65\uff70\uff9e\uff9f]/u

/** In the order in which they are tried, after all fonts of the document. */
export const FALLBACK_FACES: readonly FallbackFace[] = [
  face(
    'latin',
    600,
    '564b88c2574f9719c3f0d2ff7f7ddadee5b5216ec8622f0b46fba745d32e4ead',
    /[\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}]|(?=\p{sc=Zyyy})(?![\p{scx=Arab}\u3000-\u303f\uff00-\uffef])[\p{P}\p{N}\p{Sc}]/u,
  ),
  face('arabic', 600, '20fe1526e7e1af9f230f27383dfed3fd264eb78da219fc289d3fcbf52e441c82', /\p{scx=Arab}/u),
  face(
    'devanagari',
    600,
    '5f8764f341ed1badfd382540277386c97b2a711399cb273c4854c3097588287b',
    /\p{sc=Deva}|[\u0964\u0965]/u,
  ),
  face('bengali', 600, '11a92a5f1f1c1a2b07db267fdfe1b20f3379bd96d7b43358f895223709ab8838', /\p{sc=Beng}/u),
  face('gurmukhi', 600, '7f662cb0dfe9911b91cbb001582b84cbe520eababcd53dd759569b3ec90e5a59', /\p{sc=Guru}/u),
  face('gujarati', 600, '0c950a99fea59da9b1f1c40e78e00069a9e09132cce4a54f9dc7da240eaf962a', /\p{sc=Gujr}/u),
  face('oriya', 600, 'b10fee0d3442bcd42fc30be01d72a21140418d7d26bf54958472143728a40d8a', /\p{sc=Orya}/u),
  face('tamil', 600, '4b9fe16bb719d439d9c6935e6e1ffe502ad5c3d58363f113f73dd5f3e7e1f6ab', /\p{sc=Taml}/u),
  face('telugu', 600, 'ecd5276d25c51ec7f7c8f5b3ad0b91c01665e25fbe9f2d1a72169750c7f000a1', /\p{sc=Telu}/u),
  face('kannada', 600, '80d089b77328375474a984410f1bded78d611bcc597a808b4f42fed0edfd63e5', /\p{sc=Knda}/u),
  face('malayalam', 600, '90af8417c53fd9ffa7b7f0d9c20eec31a4d0c4af84262e56d4eeb8731d3362cc', /\p{sc=Mlym}/u),
  face('sinhala', 600, '5bfebf96d89ad431c6d35abf006fe06dcead1994598b3e16c343968b0fd2e4da', /\p{sc=Sinh}/u),
  face('hebrew', 600, '9abe8cafd04882a1733438a853b6933268f56680dc45eee1497ebb95b5f38216', /\p{sc=Hebr}/u),
  face('thai', 600, '2e0c06600ac07f9e22c9d360d3e3b37651af9aff9d2dd4b418ba9fd6856c51ea', /\p{sc=Thai}/u),
  face('lao', 600, 'd867406e3ecd3829b82b5229892b10e4fc0933ad34441f323417b5dd8e2b8f72', /\p{sc=Laoo}/u),
  face('khmer', 600, 'ec28c97ad5c212c8dd1fbbacc385545b39682041df9f1fc6e6ed612e7196d35a', /\p{sc=Khmr}/u),
  face('myanmar', 600, 'a4ceb5ae8bda42699c6f93931ff4a52a9bb9589a8abfa7945ef343645579b052', /\p{sc=Mymr}/u),
  face('georgian', 600, '4ef71070125c1ba50e18ca5152ba438fd338a22d9eb618a043b7ce0305cfbe74', /\p{sc=Geor}/u),
  face('armenian', 600, '179fd6c754b9964a9933ec234c8db5bba3503534e62d10575c16cb732e6e6ea0', /\p{sc=Armn}/u),
  face('ethiopic', 600, '03430809d926c4c048af2ef900d2a041d34894ea2d8fb13f2219b2315199938f', /\p{sc=Ethi}/u),
  face('ol-chiki', 600, 'fddbc946ab6965c4ad193f80c3cf023044546cf169c86a21b0adbfee8bf14ef0', /\p{sc=Olck}/u),
  face('meetei-mayek', 600, 'dbe8aedddc1329525d2e43a0c571551cafc2cfd12539213c70a13909d091dca6', /\p{sc=Mtei}/u),
  // Han characters take Japanese forms when a text of the document contains kana, and Chinese forms otherwise.
  face('japanese', 600, 'a0120d2849f6efbc3916d96773bda5837eede498443553e7ab58b01131237e6d', KANA),
  face(
    'chinese',
    600,
    'c0257f1a8915cb1e7b438c770eae2a3b40ce0a5dafcc797a073bf9f6bf9e9d45',
    /[\p{sc=Hani}\p{sc=Bopo}\u3000-\u303f\uff01-\uff5e\uffe0-\uffe6]/u,
  ),
  face('korean', 600, '41e0e4ff0f689f4be7fabd95c13e85c330a6bf1555c601f08a2cd2f26ef0f000', /\p{sc=Hang}/u),
  face('symbols', 600, '4ae1f08469bd001d8fa60ad173861f7ddf9f3d7e22384e036b50fdce45df8672', SIGNS),
  face('symbols-2', 400, 'f6f9ddce014c570a4e615432abff0d5b9af67c597888038b17099128be6495a6', SIGNS),
  {
    face: {
      family: 'Fallback emoji',
      src: 'sha256:4775848309bccb1fc15f78b0820796fcdf3f2ad50aa20637b3aa690ff5e596e5',
      license: 'OFL-1.1',
      covers: 'emoji',
    },
    file: 'emoji.ttf',
    isFor: isEmoji,
  },
]

/** The family name must not occur in any design: an additional weight would change which face its texts use. */
function face(name: string, weight: number, hash: string, pattern: RegExp): FallbackFace {
  return {
    face: { family: `Fallback ${name}`, weight, src: `sha256:${hash}`, license: 'OFL-1.1' },
    file: `${name}.ttf`,
    isFor: (grapheme) => pattern.test(grapheme),
  }
}

/** A text layer of a resolved document and its graphemes that no available font has. */
interface MissingText {
  readonly layer: TextLayer
  readonly graphemes: readonly string[]
}

/**
 * Adds to a resolved document the fallback faces that its visible texts need; returns the same document when they need none.
 * @param fonts the document's own fonts; undefined without any
 */
export function addFallbackFaces(document: ResolvedDocument, fonts: FontLibrary | undefined): ResolvedDocument {
  const missing = new Set(listMissingTexts(document, fonts).flatMap(({ graphemes }) => graphemes))
  if (missing.size === 0) return document
  const faces = FALLBACK_FACES.filter(({ isFor }) => [...missing].some(isFor)).map((fallback) => fallback.face)
  return { ...document, fonts: [...document.fonts, ...faces] }
}

/**
 * The faces of the watermark, whatever the design: its own fonts may be hard to read in capitals, and the mark would look like
 * a part of it.
 */
export function listMarkFaces(text: string): FontFace[] {
  const graphemes = segmentGraphemes(text)
  return FALLBACK_FACES.filter(({ isFor }) => graphemes.some(isFor)).map((fallback) => fallback.face)
}

/** The visible text layers of a resolved document with graphemes that none of the fonts has. */
export function listMissingTexts(document: ResolvedDocument, fonts: FontLibrary | undefined): MissingText[] {
  return listTexts(document.layers).flatMap((layer) => {
    const { font: family, weight = 400, style = 'normal' } = layer
    const shown = letterCase(possibleText(layer, document), layer).text
    const graphemes = findMissing(shown, fonts?.chain({ family, weight, style }) ?? [])
    return graphemes.length > 0 ? [{ layer, graphemes }] : []
  })
}

/**
 * Like `listMissingTexts`, but without graphemes that the template itself lacks: only the designer can fix those.
 * @param plain the template resolved without any customer values
 */
export function listWrittenMissing(
  document: ResolvedDocument,
  plain: ResolvedDocument,
  fonts: FontLibrary | undefined,
): MissingText[] {
  const missing = listMissingTexts(document, fonts)
  if (missing.length === 0) return []
  const designed = new Set(listMissingTexts(plain, fonts).flatMap(({ graphemes }) => graphemes))
  return missing.flatMap(({ layer, graphemes }) => {
    const written = graphemes.filter((grapheme) => !designed.has(grapheme))
    return written.length > 0 ? [{ layer, graphemes: written }] : []
  })
}

/** The fallback faces that a text may be drawn with, whatever fonts its document has. The render key must include them. */
export function listPossibleFallbacks(text: string): FontFace[] {
  const rare = text.replace(/[ -~\s]+/g, '')
  return rare === '' ? [] : FALLBACK_FACES.filter(({ isFor }) => isFor(rare)).map((fallback) => fallback.face)
}
