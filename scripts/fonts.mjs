// Subsets the store's typefaces to what its pages use: one weight and one optical size of Fraunces for headlines, the weights 400
// to 600 of Inter, and Inter's currency signs alone. The output is committed, so this runs only when a typeface changes: `npm
// install --no-save subset-font@2.9.0 && node scripts/fonts.mjs`.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import subsetFont from 'subset-font'

const root = join(import.meta.dirname, '..')
const source = (name) =>
  readFileSync(join(root, `node_modules/@fontsource-variable/${name.split('-')[0]}/files/${name}.woff2`))

/** The characters of app.css's `unicode-range` for Western languages. */
const western = characters(
  [0x20, 0xff],
  [0x131, 0x131],
  [0x152, 0x153],
  [0x2bb, 0x2bc],
  [0x2c6, 0x2c6],
  [0x2da, 0x2da],
  [0x2dc, 0x2dc],
  [0x2000, 0x206f],
  [0x20ac, 0x20ac],
  [0x2122, 0x2122],
  [0x2190, 0x2193],
  [0x2212, 0x2215],
)
const currencies = characters([0x20a0, 0x20ab], [0x20ad, 0x20c0])
const textWeights = { wght: { min: 400, max: 600 } }

await cut('fraunces-latin-opsz-normal', western, { wght: 480, opsz: 48 }, 'fraunces-headline')
await cut('inter-latin-wght-normal', western, textWeights, 'inter-latin')
await cut('inter-latin-ext-wght-normal', currencies, textWeights, 'inter-currency')

// The faces that an owner may choose instead, by their families in the samples. Run `npm run format` afterwards, and copy the
// metrics of new ones into packages/contract/src/brand-font.ts: its test prints them.
const offered = [
  ['playfair-display', 'PlayfairDisplay', '500Medium'],
  ['dm-serif-display', 'DMSerifDisplay', '400Regular'],
  ['cormorant-garamond', 'CormorantGaramond', '600SemiBold'],
  ['oswald', 'Oswald', '500Medium'],
  ['space-grotesk', 'SpaceGrotesk', '500Medium'],
  ['manrope', 'Manrope', '400Regular'],
  ['manrope', 'Manrope', '500Medium'],
  ['poppins', 'Poppins', '400Regular'],
  ['poppins', 'Poppins', '500Medium'],
]
for (const [family, name, style] of offered) {
  const file = join(root, `node_modules/@expo-google-fonts/${family}/${style}/${name}_${style}.ttf`)
  const letters = western + characters([0x100, 0x17f], [0x20b9, 0x20b9])
  await write(
    await subsetFont(readFileSync(file), letters, { targetFormat: 'woff2' }),
    `${family}-${style.slice(0, 3)}`,
  )
}

async function cut(name, text, variationAxes, target) {
  const font = await subsetFont(source(name), text, { targetFormat: 'woff2', variationAxes })
  await write(font, target)
}

async function write(font, target) {
  writeFileSync(join(root, `apps/web/app/fonts/${target}.woff2`), font)
  console.log(`${target}.woff2  ${(font.length / 1000).toFixed(1)} kB`)
}

function characters(...ranges) {
  return ranges
    .flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i)))
    .join('')
}
