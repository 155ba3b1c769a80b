import { expect, it } from 'vitest'
import { BUNDLED_FACES, findFace, HEADLINE_FACES, ownFontUrl, writeFaceRules } from './brand-font.ts'
import { describeBrandStyle } from './brand-style.ts'
import { brandSettings } from './settings.ts'

const font = {
  id: `sha256:${'a'.repeat(64)}`,
  family: 'Lamp"};',
  weights: [300, 700] as [number, number],
  ...{ ascent: 1, descent: 0.25, lineGap: 0, averageWidth: 0.4414 },
}
const toFaceUrl = (face: string, weight: number) => `/assets/${face}-${weight}.woff2`

it('offers every bundled face, and none twice', () => {
  expect([...HEADLINE_FACES].toSorted()).toEqual(Object.keys(BUNDLED_FACES).toSorted())
})

it('needs no rules for what the pages bring, and no style for a store without a brand', () => {
  const brand = brandSettings.parse({})
  expect([findFace(brand, 'text', toFaceUrl), findFace(brand, 'headline', toFaceUrl)]).toEqual([undefined, undefined])
  expect(describeBrandStyle(brand)).toEqual({})
})

it('loads each weight of a bundled face', () => {
  const face = findFace(brandSettings.parse({ text: 'poppins' }), 'text', toFaceUrl)
  expect(face?.files).toEqual([
    { url: '/assets/poppins-400.woff2', weight: '400' },
    { url: '/assets/poppins-500.woff2', weight: '500' },
  ])
})

it('loads an own font by its hash, with a stand-in as wide and as high, and none of its words', () => {
  const brand = brandSettings.parse({ headlines: 'own', headlineFont: font })
  const face = findFace(brand, 'headline', toFaceUrl)
  const rules = face ? writeFaceRules('headline', face) : ''
  expect(rules).toContain(`src:url("${ownFontUrl(font.id)}") format("woff2")`)
  expect(rules).toContain('font-weight:300 700;font-display:swap')
  expect(rules).toContain('size-adjust:100.00%;ascent-override:100.00%;descent-override:25.00%')
  expect(rules).not.toContain('Lamp')
  expect(describeBrandStyle(brand)['--font-display']).toMatch(/^"Brand Headline"/)
})

it('says that a font is missing where an own one is chosen', () => {
  const { error } = brandSettings.safeParse({ headlines: 'own', text: 'own', textFont: font })
  expect(error?.issues.map(({ path }) => path.join('.'))).toEqual(['headlines'])
})

it('understands what was stored before there were typefaces to choose from', () => {
  expect(brandSettings.parse({ name: 'Lamp House', headlines: 'sans' })).toMatchObject({ text: 'sans', icon: null })
})
