// Writes the fallback faces for scripts, symbols and emoji that the fonts of a design lack, and prints the hashes that
// packages/painter/src/text/fallback-face.ts lists. The files are committed, so this runs only when a face changes, in a
// folder with its sources:
// `npm install --no-save subset-font@2.9.0 @expo-google-fonts/noto-sans{,-symbols,-symbols-2,-bengali,…} && node scripts/fallback-fonts.mjs`
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const target = join(import.meta.dirname, '../packages/painter/fonts')
const require = createRequire(join(process.cwd(), 'package.json'))
const scripts = [
  'devanagari',
  'bengali',
  'gurmukhi',
  'gujarati',
  'oriya',
  'tamil',
  'telugu',
  'kannada',
  'malayalam',
  'sinhala',
  'hebrew',
  'thai',
  'lao',
  'khmer',
  'myanmar',
  'georgian',
  'armenian',
  'ethiopic',
  'ol-chiki',
  'meetei-mayek',
]

for (const script of scripts) {
  const name = script.replace(/(?:^|-)[a-z]/g, (start) => start.slice(-1).toUpperCase())
  await write(script, source(`noto-sans-${script}/600SemiBold/NotoSans${name}_600SemiBold`))
}
await write('arabic', source('noto-naskh-arabic/600SemiBold/NotoNaskhArabic_600SemiBold'))
const subsetFont = require('subset-font')
const alphabets = characters([0x20, 0x52f], [0x1e00, 0x1fff], [0x2000, 0x206f], [0x20a0, 0x20c0], [0x2100, 0x215f])
await write('latin', await cut('noto-sans/600SemiBold/NotoSans_600SemiBold', alphabets))
const symbols = characters([0x20, 0x20], [0x2150, 0x27bf], [0x2900, 0x297f], [0x2b00, 0x2bff])
await write('symbols', await cut('noto-sans-symbols/600SemiBold/NotoSansSymbols_600SemiBold', symbols))
await write('symbols-2', await cut('noto-sans-symbols-2/400Regular/NotoSansSymbols2_400Regular', symbols))

function source(file) {
  return readFileSync(require.resolve(`@expo-google-fonts/${file}.ttf`))
}

function cut(file, text) {
  return subsetFont(source(file), text, { targetFormat: 'truetype' })
}

function write(name, font) {
  writeFileSync(join(target, `${name}.ttf`), font)
  console.log(name.padEnd(12), createHash('sha256').update(font).digest('hex'), `${Math.round(font.length / 1000)} kB`)
}

function characters(...ranges) {
  return ranges
    .flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i)))
    .join('')
}
