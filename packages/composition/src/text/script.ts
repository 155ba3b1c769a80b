// Which writing system a character belongs to: HarfBuzz shapes one script at a time.

const SCRIPTS = [
  'Latin',
  'Devanagari',
  'Gujarati',
  'Tamil',
  'Arabic',
  'Bengali',
  'Gurmukhi',
  'Oriya',
  'Telugu',
  'Kannada',
  'Malayalam',
  'Sinhala',
  'Hebrew',
  'Greek',
  'Cyrillic',
  'Thai',
  'Lao',
  'Khmer',
  'Myanmar',
  'Tibetan',
  'Georgian',
  'Armenian',
  'Ethiopic',
  'Ol_Chiki',
  'Meetei_Mayek',
  'Han',
  'Hiragana',
  'Katakana',
  'Hangul',
] as const

export type Script = (typeof SCRIPTS)[number] | 'Common' | 'Other'

const PATTERNS: readonly [Script, RegExp][] = SCRIPTS.map((script) => [
  script,
  new RegExp(`\\p{Script=${script}}`, 'u'),
])
const COMMON = /[\p{Script=Common}\p{Script=Inherited}]/u

const known = new Map<number, Script>()

/** The script of a code point; `Common` for digits, punctuation and marks that any script shares. */
export function scriptOf(codePoint: number): Script {
  let script = known.get(codePoint)
  if (!script) {
    const character = String.fromCodePoint(codePoint)
    script = COMMON.test(character)
      ? 'Common'
      : (PATTERNS.find(([, pattern]) => pattern.test(character))?.[0] ?? 'Other')
    known.set(codePoint, script)
  }
  return script
}
