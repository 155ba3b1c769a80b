import { describe, expect, it } from 'vitest'
import { contrast, inkOn, mix, READABLE_CONTRAST, readableOn } from './brand-color.ts'

/** Every colour of a grid over sRGB. */
const grid = Array.from({ length: 16 ** 3 }, (_, n) =>
  [n >> 8, (n >> 4) & 15, n & 15].map((step) => (step * 17).toString(16).padStart(2, '0')),
).map((parts) => `#${parts.join('')}`)

describe('colours of a brand', () => {
  it('measure contrast as WCAG does', () => {
    expect(contrast('#000000', '#ffffff')).toBe(21)
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
    expect(mix('#000000', '#ffffff', 0.5)).toBe('#808080')
  })

  it('find a text colour for every surface', () => {
    for (const surface of grid)
      expect(contrast(inkOn(surface), surface), surface).toBeGreaterThanOrEqual(READABLE_CONTRAST)
  })

  it('change a colour only as far as it must be', () => {
    expect(readableOn('#5b2a4e', ['#fbfaf7', '#ffffff', '#f3f0e9'])).toBe('#5b2a4e')
    for (const surfaces of [
      ['#fbfaf7', '#ffffff', '#f3f0e9'],
      ['#14110e', '#1d1915', '#211d18'],
    ]) {
      for (const color of grid) {
        const shade = readableOn(color, surfaces)
        for (const surface of surfaces) {
          expect(contrast(shade, surface), `${color} on ${surface}`).toBeGreaterThanOrEqual(READABLE_CONTRAST)
        }
      }
    }
  })
})
