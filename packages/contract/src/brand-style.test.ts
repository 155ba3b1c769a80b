import { describe, expect, it } from 'vitest'
import { contrast, READABLE_CONTRAST } from './brand-color.ts'
import { describeBrandStyle } from './brand-style.ts'
import { brandSettings } from './settings.ts'

describe('the style of a brand', () => {
  it('is nothing for a store without one', () => {
    expect(describeBrandStyle(brandSettings.parse({}))).toEqual({})
  })

  it('says corners and headlines', () => {
    const style = describeBrandStyle(brandSettings.parse({ corners: 'square', headlines: 'sans' }))
    expect(style).toEqual({ '--radius-control': '0', '--radius-card': '0', '--font-display': 'var(--font-sans)' })
  })

  it('keeps every text readable, whatever the colours', () => {
    for (let n = 0; n < 500; n++) {
      const [accent, link] = [n * 33_331, n * 7919 + 5].map(
        (number) => `#${(number % 2 ** 24).toString(16).padStart(6, '0')}`,
      )
      const style = describeBrandStyle(brandSettings.parse({ accent, link }))
      const ink = String(style['--color-on-marigold'])
      for (const surface of ['--color-marigold', '--color-marigold-deep']) {
        expect(contrast(ink, String(style[surface])), `${ink} on ${surface} ${accent}`).toBeGreaterThanOrEqual(
          READABLE_CONTRAST,
        )
      }
      const [light = '', dark = ''] = String(style['--color-plum']).match(/#[0-9a-f]{6}/g) ?? []
      expect(contrast(light, '#f3f0e9'), link).toBeGreaterThanOrEqual(READABLE_CONTRAST)
      expect(contrast(dark, '#211d18'), link).toBeGreaterThanOrEqual(READABLE_CONTRAST)
    }
  })
})
