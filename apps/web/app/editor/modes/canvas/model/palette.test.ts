// Colours are found however they are written, and put in one another's place without touching anything else.
import { describe, expect, it, test } from 'vitest'
import { colorOn, computeContrast, computePalette, toHex, withColors } from './palette.ts'

const toBlue = (color: string) => (color === '#ff8000' ? '#0000ff' : undefined)

describe('a colour', () => {
  it('is the same in digits, in short digits and as channels', () => {
    expect(['#FF8000', '#ff800080', [1, 0.502, 0], [1, 0.502, 0, 0.5]].map(toHex)).toEqual(Array(4).fill('#ff8000'))
    expect(toHex('#f80')).toBe('#ff8800')
    expect(['red', 'sha256:ff8000', [255, 128, 0], 12, null].map(toHex)).toEqual(Array(5).fill(undefined))
  })

  it('is replaced everywhere, and keeps transparency and notation', () => {
    const shapes = [
      {
        ty: 'gr',
        it: [
          { ty: 'fl', c: '#FF8000' },
          { ty: 'st', c: { a: 0, k: '#ff800080' }, w: 6 },
        ],
      },
      { ty: 'fl', c: [1, 0.502, 0, 0.5] },
      {
        ty: 'gf',
        stops: [
          [0, '#ff8000'],
          [1, '#123456'],
        ],
      },
    ]
    expect(withColors(shapes, toBlue)).toEqual([
      {
        ty: 'gr',
        it: [
          { ty: 'fl', c: '#0000ff' },
          { ty: 'st', c: { a: 0, k: '#0000ff80' }, w: 6 },
        ],
      },
      { ty: 'fl', c: [0, 0, 1, 0.5] },
      {
        ty: 'gf',
        stops: [
          [0, '#0000ff'],
          [1, '#123456'],
        ],
      },
    ])
  })

  it('that is not used changes nothing', () => {
    const shapes = [
      { ty: 'fl', c: '#123456', o: 50, p: [1, 0.502, 0] },
      { ty: 'fl', c: { $field: 'accent' } },
    ]
    expect(withColors(shapes, toBlue)).toBe(shapes)
    expect(withColors(undefined, toBlue)).toBeUndefined()
  })

  it('of the template’s palette is offered before other colours of the picture', () => {
    const document = {
      tdoc: 1 as const,
      id: 'test',
      name: 'Test',
      canvas: { width: 100, height: 100, fps: 30, duration: 1, background: '#ffffff' },
      fields: [{ id: 'accent', type: 'color' as const, label: 'Accent', default: '#ff8000', palette: ['#0000ff'] }],
      fonts: [],
      assets: {},
      layers: [{ id: 'ground', type: 'solid' as const, in: 0, out: 1, color: '#123456' }],
    }
    expect(computePalette(document)).toEqual(['#ff8000', '#0000ff', '#ffffff', '#123456'])
  })
})

test('measures contrast as WCAG does', () => {
  expect(computeContrast('#000000', '#ffffff')).toBeCloseTo(21)
  expect(computeContrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
})

test('takes the most used colour that is not the ground', () => {
  expect(colorOn('#0b0614', ['#0b0614', '#120a20', '#f5a400', '#ffffff'])).toBe('#f5a400')
  expect(colorOn('#ffffff', ['#fefefe'])).toBe('#000000')
  expect(colorOn('#101010', [])).toBe('#ffffff')
})
